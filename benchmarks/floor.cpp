// The same search loop in straightforward C++: what the compiled kernels are measured against
// (benchmarks/floor.py). Every function here has its namesake in solver/patience. Reads from
// standard input
//
//   the rules, in the order of solver.patience.rules.Rules
//   the deal as codes
//   the sizes of the work arrays: plies, moves, table slots
//   any number of commands "dfs NODES" or "perft DEPTH"
//
// and prints a line for each command: its counts (they must equal the kernels'), then the
// processor's seconds in the loop alone. The work arrays are made, and the table is emptied,
// outside of that time.
#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using i64 = int64_t;
using u64 = uint64_t;

constexpr int PLACES = 12, STRIDE = 104, FEW = 8, MOST_MOVES = 512;
constexpr i64 ALL_SUITS = 0x0001000100010001;
enum Kind { DEAL, TURN, PASS, LIFT, RETURN, BUILD, PLAY_DOWN, PLAY_UP };
enum { SUIT_SAME, SUIT_ANY, SUIT_ALTERNATE };
enum { LIFT_NONE, LIFT_ORDERED, LIFT_ANY };
enum { TURN_ORDERED, TURN_ANY, TURN_NONE };
enum End { LIMIT, SOLVED, EXHAUSTED, NEED_TRAIL, NEED_MOVES, NEED_TABLE };

struct Rules {
    i64 cards, piles, valid, ups, downs, up_start, down_start, per_suit, seal, at_once, build_up,
        build_down, suit, build_dealing, by_card, fill, lift, lift_all, turn, aces_low;
};

struct Base {  // what undo restores
    i64 up[2], down[2];
    u64 key[2];
};

struct Position {
    i64 stock, lifted, turned, aside, held, placed;
    Base base;
    i64 height[PLACES], top[PLACES], cell[PLACES * STRIDE];
};

struct Frame {
    i64 move;
    Base base;
    i64 first;
};

static u64 CARD[2][64], CELL[2][PLACES * STRIDE], WAIT[2][128], MIX[4];

static Rules rules;
static i64 deal[104];
static Position pos;
static i64 plies, most_moves, slots;
static Frame *trail;
static i64 *moves;
static u64 *table;

static u64 next_random(u64 &s) {
    u64 z = s += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

static void random_numbers(u64 seed, u64 *out, int count) {
    u64 s = seed;
    for (int i = 0; i < count; i++) out[i] = next_random(s);
}

static inline u64 mix(i64 packed, int half) {
    u64 x = (u64)(packed + 1) * MIX[half];
    x ^= x >> 29;
    x *= MIX[2 + half];
    return x ^ x >> 32;
}

static inline void add_counters(int sign) {
    i64 packed = pos.stock | pos.lifted << 8 | pos.turned << 20;
    if (pos.aside > 0) packed |= pos.aside << 32 | pos.held << 36;
    for (int h = 0; h < 2; h++) pos.base.key[h] += (u64)sign * mix(packed, h);
}

static inline void add_wait(int index, int sign) {
    for (int h = 0; h < 2; h++) pos.base.key[h] += (u64)sign * WAIT[h][index];
}

static inline void lay(i64 place, i64 code) {
    pos.cell[place * STRIDE + pos.height[place]++] = code;
    pos.top[place] = 1LL << code;
}

static inline i64 pick(i64 place) {
    i64 height = --pos.height[place], cell = place * STRIDE + height;
    pos.top[place] = height > 0 ? 1LL << pos.cell[cell - 1] : 0;
    return pos.cell[cell];
}

static inline void put(i64 place, i64 code) {
    i64 cell = place * STRIDE + pos.height[place];
    lay(place, code);
    for (int h = 0; h < 2; h++) pos.base.key[h] += CARD[h][code] * CELL[h][cell];
}

static inline i64 take(i64 place) {
    i64 code = pick(place), cell = place * STRIDE + pos.height[place];
    for (int h = 0; h < 2; h++) pos.base.key[h] -= CARD[h][code] * CELL[h][cell];
    return code;
}

static void reverse(i64 place) {
    i64 low = place * STRIDE, high = low + pos.height[place] - 1, top = high;
    for (; low < high; low++, high--) {
        i64 old = pos.cell[low], now = pos.cell[high];
        pos.cell[low] = now, pos.cell[high] = old;
        for (int h = 0; h < 2; h++)
            pos.base.key[h] += (CARD[h][now] - CARD[h][old]) * (CELL[h][low] - CELL[h][high]);
    }
    if (pos.height[place] > 0) pos.top[place] = 1LL << pos.cell[top];
}

static void start() {
    memset(&pos, 0, sizeof pos);
    for (int pile = 0; pile < rules.per_suit; pile++) {
        pos.base.up[pile] = rules.up_start;
        pos.base.down[pile] = rules.down_start;
        for (int code = 0; code < 64; code++) {
            if (rules.up_start >> code & 1) add_wait(code, 1);
            if (rules.down_start >> code & 1) add_wait(64 + code, 1);
        }
    }
    for (int place = 0; place < rules.piles; place++) put(place, deal[place]);
    pos.stock = rules.piles;
    add_counters(1);
}

static inline void play_up(i64 code) {
    i64 bit = 1LL << code, *up = pos.base.up, *down = pos.base.down;
    int pile = up[0] & bit ? 0 : 1;
    up[pile] ^= bit;
    pos.placed++;
    add_wait(code, -1);
    if (rules.seal && (down[0] | down[1]) & bit) {
        down[down[0] & bit ? 0 : 1] ^= bit;
        add_wait(64 + code, -1);
    } else if (bit << 1 & rules.valid) {
        up[pile] ^= bit << 1;
        add_wait(code + 1, 1);
    }
}

static inline void play_down(i64 code) {
    i64 bit = 1LL << code, *up = pos.base.up, *down = pos.base.down;
    int pile = down[0] & bit ? 0 : 1;
    down[pile] ^= bit;
    pos.placed++;
    add_wait(64 + code, -1);
    if (rules.seal && (up[0] | up[1]) & bit) {
        up[up[0] & bit ? 0 : 1] ^= bit;
        add_wait(code, -1);
    } else if (bit >> 1 & rules.valid) {
        down[pile] ^= bit >> 1;
        add_wait(64 + code - 1, 1);
    }
}

static void step(i64 kind, i64 place) {
    if (kind == DEAL) {
        i64 count = rules.by_card ? 1 : std::min(rules.piles, rules.cards - pos.stock);
        for (; count > 0; count--) {
            put(pos.stock % rules.piles, deal[pos.stock]);
            pos.stock++;
        }
    } else if (kind == TURN) {
        reverse(place);
        pos.turned = rules.turn == TURN_ORDERED ? pos.turned + 1 : pos.turned | 1LL << place;
    } else if (kind == PASS) {
        pos.lifted++;
    } else if (kind == LIFT) {
        pos.aside = place + 1;
        pos.held = take(place);
    } else {
        put(place, pos.held);
        pos.aside = 0;
        pos.lifted = rules.lift == LIFT_ORDERED ? pos.lifted + 1 : pos.lifted | 1LL << place;
    }
}

static void unstep(i64 kind, i64 place) {
    if (kind == DEAL) {
        i64 count = rules.by_card ? 1 : (pos.stock - 1) % rules.piles + 1;
        for (; count > 0; count--) pick(--pos.stock % rules.piles);
    } else if (kind == TURN) {
        reverse(place);
        pos.turned = rules.turn == TURN_ORDERED ? pos.turned - 1 : pos.turned ^ 1LL << place;
    } else if (kind == PASS) {
        pos.lifted--;
    } else if (kind == LIFT) {
        pos.aside = 0;
        lay(place, pos.held);
        pos.held = 0;
    } else {
        pos.held = pick(place);
        pos.aside = place + 1;
        pos.lifted = rules.lift == LIFT_ORDERED ? pos.lifted - 1 : pos.lifted ^ 1LL << place;
    }
}

static inline void make(Frame &frame, i64 move) {
    frame.move = move;
    frame.base = pos.base;
    i64 kind = move >> 16, place = move >> 4 & 15;
    if (kind == PLAY_UP) {
        play_up(take(place));
    } else if (kind == PLAY_DOWN) {
        play_down(take(place));
    } else if (kind == BUILD) {
        put(move & 15, take(place));
    } else {
        add_counters(-1);
        step(kind, place);
        add_counters(1);
    }
}

static inline void undo(const Frame &frame) {
    i64 kind = frame.move >> 16, place = frame.move >> 4 & 15;
    if (kind >= PLAY_DOWN) {
        lay(place, frame.move >> 8 & 63);
        pos.placed--;
    } else if (kind == BUILD) {
        lay(place, pick(frame.move & 15));
    } else {
        unstep(kind, place);
    }
    pos.base = frame.base;
}

static inline i64 partners(i64 cards) {
    if (rules.suit == SUIT_SAME) return cards;
    i64 outer = (cards | cards >> 48) & 0xFFFF, inner = (cards >> 16 | cards >> 32) & 0xFFFF;
    if (rules.suit == SUIT_ANY) return (outer | inner) * ALL_SUITS;
    return inner * 0x0001000000000001 | outer * 0x0000000100010000;
}

static inline i64 top_code(i64 place) {
    return pos.cell[place * STRIDE + pos.height[place] - 1];
}

static inline i64 all_tops() {
    i64 tops = 0;
    for (int place = 0; place < FEW; place++) tops |= pos.top[place];
    if (rules.piles > FEW)
        for (int place = FEW; place < PLACES; place++) tops |= pos.top[place];
    return tops;
}

static inline i64 tops_of(i64 places) {
    i64 tops = 0;
    for (int place = 0; place < rules.piles; place++)
        if (places >> place & 1) tops |= pos.top[place];
    return tops;
}

static inline i64 places_of(i64 cards) {
    i64 places = 0;
    for (int place = 0; place < FEW; place++) places |= (i64)((pos.top[place] & cards) != 0) << place;
    if (rules.piles > FEW)
        for (int place = FEW; place < PLACES; place++)
            places |= (i64)((pos.top[place] & cards) != 0) << place;
    return places;
}

static inline i64 *turns(i64 *out) {
    if (rules.turn == TURN_NONE || (rules.lift == LIFT_ORDERED && pos.lifted < rules.piles)) return out;
    if (rules.turn == TURN_ORDERED) {
        if (pos.turned < rules.piles) *out++ = TURN << 16 | pos.turned << 4;
        return out;
    }
    for (i64 place = 0; place < rules.piles; place++)
        if (pos.height[place] > 1 && !(pos.turned >> place & 1)) *out++ = TURN << 16 | place << 4;
    return out;
}

static inline i64 *steps(i64 *out) {
    if (pos.aside > 0) {
        *out++ = RETURN << 16 | pos.held << 8 | (pos.aside - 1) << 4;
        return out;
    }
    if (pos.stock < rules.cards) {
        *out++ = DEAL << 16;
        return out;
    }
    out = turns(out);
    if (rules.lift == LIFT_ORDERED && pos.lifted < rules.piles) {
        i64 place = pos.lifted;
        *out++ = PASS << 16 | place << 4;
        if (pos.height[place] > 1) *out++ = LIFT << 16 | top_code(place) << 8 | place << 4;
    } else if (rules.lift == LIFT_ANY && pos.turned == 0) {
        for (i64 place = 0; place < rules.piles; place++)
            if (pos.height[place] > 1 && !(pos.lifted >> place & 1))
                *out++ = LIFT << 16 | top_code(place) << 8 | place << 4;
    }
    return out;
}

static inline i64 *moves_to(i64 *out, i64 place, i64 targets) {
    i64 stem = BUILD << 16 | top_code(place) << 8 | place << 4;
    for (; targets; targets &= targets - 1) *out++ = stem | __builtin_ctzll(targets);
    return out;
}

static inline i64 *builds(i64 *out, i64 sources, i64 targets, i64 tops) {
    i64 reach = partners(tops), movable = 0;
    if (rules.build_up) movable |= reach << 1;
    if (rules.build_down) movable |= reach >> 1;
    for (i64 left = places_of(movable) & sources; left; left &= left - 1) {
        i64 place = __builtin_ctzll(left), onto = 0;
        reach = partners(pos.top[place]);
        if (rules.build_up) onto |= reach >> 1;
        if (rules.build_down) onto |= reach << 1;
        out = moves_to(out, place, places_of(onto) & targets & ~(1LL << place));
    }
    return out;
}

static inline i64 *fills(i64 *out, i64 sources, i64 targets) {
    i64 filled = places_of(rules.valid), empty = targets & ~filled;
    if (!empty) return out;
    for (i64 left = sources & filled; left; left &= left - 1)
        out = moves_to(out, __builtin_ctzll(left), empty);
    return out;
}

static inline i64 *plays(i64 *out, i64 sources, i64 ups, i64 downs) {
    for (i64 left = places_of(ups | downs) & sources; left; left &= left - 1) {
        i64 place = __builtin_ctzll(left), stem = top_code(place) << 8 | place << 4;
        if (pos.top[place] & downs) *out++ = PLAY_DOWN << 16 | stem;
        if (pos.top[place] & ups) *out++ = PLAY_UP << 16 | stem;
    }
    return out;
}

static inline i64 *generate(i64 *out) {
    if (pos.placed == rules.cards) return out;
    i64 sources = (1LL << rules.piles) - 1, targets = sources, tops = all_tops(), in_play = tops;
    if (pos.aside > 0) {
        i64 lifted = 1LL << (pos.aside - 1);
        targets ^= lifted;
        tops = tops_of(targets);
        if (!rules.lift_all) sources = lifted, in_play = pos.top[pos.aside - 1];
    }
    i64 ups = in_play & (pos.base.up[0] | pos.base.up[1]) & rules.ups;
    i64 downs = in_play & (pos.base.down[0] | pos.base.down[1]) & rules.downs;
    if (rules.at_once) {
        i64 first_ups = ups & rules.up_start, first_downs = downs & rules.down_start;
        if (first_ups | first_downs) return plays(out, sources, first_ups, first_downs);
    }
    out = steps(out);
    if ((rules.build_up | rules.build_down) && !(rules.build_dealing && pos.stock == rules.cards))
        out = builds(out, sources, targets, tops);
    if (rules.fill) out = fills(out, sources, targets);
    if (ups | downs) out = plays(out, sources, ups, downs);
    return out;
}

static inline bool insert(u64 first, u64 second) {
    if (!first && !second) second = 1;
    i64 slot = (i64)(first >> 33) * slots >> 31;
    for (;;) {
        u64 *at = &table[2 * slot];
        if (at[0] == first && at[1] == second) return false;
        if (!at[0] && !at[1]) {
            at[0] = first, at[1] = second;
            return true;
        }
        if (++slot == slots) slot = 0;
    }
}

static double seconds() {  // of the processor in this thread
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

static i64 nodes, stored;

static End search(i64 limit) {
    i64 ply = 0, count = generate(moves) - moves, most_stored = slots * 3 / 4;
    trail[0].first = 0;
    while (nodes < limit) {
        if (count == trail[ply].first) {
            if (ply == 0) return EXHAUSTED;
            undo(trail[--ply]);
            continue;
        }
        if (stored >= most_stored) return NEED_TABLE;
        if (ply + 2 > plies) return NEED_TRAIL;
        if (count + MOST_MOVES > most_moves) return NEED_MOVES;
        nodes++;
        make(trail[ply], moves[--count]);
        if (pos.placed == rules.cards) return SOLVED;
        if (!insert(pos.base.key[0], pos.base.key[1])) {
            undo(trail[ply]);
            continue;
        }
        stored++;
        trail[++ply].first = count;
        count = generate(moves + count) - moves;
    }
    return LIMIT;
}

static void dfs(i64 limit) {
    memset(table, 0, 2 * slots * sizeof *table);
    start();
    insert(pos.base.key[0], pos.base.key[1]);
    nodes = 0, stored = 1;
    double begun = seconds();
    End end = search(limit);
    double taken = seconds() - begun;
    printf("%d %lld %lld %.9f\n", end, (long long)nodes, (long long)stored, taken);
    fflush(stdout);
}

static void count_sequences(i64 *counts, i64 depth) {
    i64 ply = 0, count = generate(moves) - moves;
    trail[0].first = 0;
    counts[1] = count;
    for (;;) {
        i64 first = trail[ply].first;
        if (ply == depth - 1) count = first;  // counted without being played
        if (count == first) {
            if (ply == 0) return;
            undo(trail[--ply]);
            continue;
        }
        make(trail[ply], moves[--count]);
        first = trail[++ply].first = count;
        count = generate(moves + count) - moves;
        counts[ply + 1] += count - first;
    }
}

static void perft(i64 depth) {
    std::vector<i64> counts(depth + 2);
    start();
    double begun = seconds();
    count_sequences(counts.data(), depth);
    double taken = seconds() - begun;
    for (i64 d = 1; d <= depth; d++) printf("%lld ", (long long)counts[d]);
    printf("%.9f\n", taken);
    fflush(stdout);
}

static bool read(i64 &number) {
    long long told;
    if (scanf("%lld", &told) != 1) return false;
    number = told;
    return true;
}

template <class T>
static T *new_array(size_t count) {  // in huge pages, as numpy asks for, and touched
    constexpr size_t PAGE = 1 << 21;
    size_t bytes = (count * sizeof(T) + PAGE - 1) / PAGE * PAGE;
    void *array = aligned_alloc(PAGE, bytes);
    if (!array) exit(1);
    madvise(array, bytes, MADV_HUGEPAGE);
    memset(array, 0, bytes);
    return (T *)array;
}

int main() {
    random_numbers(1, CARD[0], 2 * 64);
    random_numbers(2, CELL[0], 2 * PLACES * STRIDE);
    random_numbers(3, WAIT[0], 2 * 128);
    random_numbers(4, MIX, 4);
    for (u64 &m : MIX) m |= 1;
    for (i64 *field = &rules.cards; field <= &rules.aces_low; field++)
        if (!read(*field)) return 2;
    for (int i = 0; i < rules.cards; i++)
        if (!read(deal[i])) return 2;
    if (!read(plies) || !read(most_moves) || !read(slots)) return 2;
    trail = new_array<Frame>(plies);
    moves = new_array<i64>(most_moves);
    table = new_array<u64>(2 * slots);
    char what[16];
    i64 number;
    while (scanf("%15s", what) == 1) {
        if (!read(number)) return 2;
        if (!strcmp(what, "dfs")) dfs(number);
        else if (!strcmp(what, "perft")) perft(number);
        else return 2;
    }
}
