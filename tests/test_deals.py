"""Deal numbers and Solvitaire's seeds: pinned for ever, against second implementations."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import card_text
from solver.deals import (
    DealError,
    SplitMix64,
    deal_stream,
    duel_coin,
    duel_deal,
    pack,
    patience_deal,
    patience_pack,
    shuffle,
)
from solver.solvitaire import solvitaire_deal

numbers = st.integers(0, 2**64 - 1)

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]


def names(faces: list[int], count: int = 104) -> str:
    return " ".join(card_text(face) for face in faces[:count])


# The contract once more, with no line shared: cards as texts, a generator, lists built by popping.


def naive_stream(n: int) -> Iterator[int]:
    def mix(z: int) -> int:
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return z ^ z >> 31

    start = mix((n + 0x9E3779B97F4A7C15) % 2**64)
    return (mix((start + i * 0x9E3779B97F4A7C15) % 2**64) for i in range(1, 10_000))


def naive_shuffle(cards: list[str], stream: Iterator[int]) -> list[str]:
    out: list[str] = []
    while len(cards) > 1:
        k = len(cards)
        r = next(x for x in stream if x < 2**64 - 2**64 % k) % k
        cards[r], cards[-1] = cards[-1], cards[r]
        out.insert(0, cards.pop())
    return cards + out


def naive_pack(ranks: int = 13) -> list[str]:
    return [rank + suit for suit in "CDHS" for rank in RANKS[:ranks]]


@pytest.mark.parametrize("ranks", [3, 5, 12, 13])
@pytest.mark.parametrize("number", [0, 1, 2, 29, 10**6, 2**63, 2**64 - 1])
def test_patience_deals_agree_with_naive(number: int, ranks: int) -> None:
    twin = naive_shuffle(naive_pack(ranks) * 2, naive_stream(number))
    assert names(patience_deal(number, ranks)).split() == twin


@pytest.mark.parametrize("number", [0, 1, 2, 29, 10**6, 2**63, 2**64 - 1])
def test_duel_deals_agree_with_naive(number: int) -> None:
    stream = naive_stream(number)
    a, b = naive_shuffle(naive_pack(), stream), naive_shuffle(naive_pack(), stream)
    assert tuple(names(seat).split() for seat in duel_deal(number)) == (a, b)
    assert duel_coin(number) == next(stream) % 2


def test_first_outputs() -> None:
    stream = SplitMix64(0)
    outputs = [stream.next() for _ in range(3)]
    assert outputs == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_stream_starts_from_the_mixed_state() -> None:
    assert deal_stream(0).next() == SplitMix64(0xE220A8397B1DCDAF).next()


GOLDEN = [
    (0, 13, "QC JC KH 10H 7S 4C 3D 10D QD 7D 10S 3S AD 9S 7S 9H"),
    (1, 13, "6C 2H 5D KC 5H 7H KS QS 6C 3H KD JC 4C 7C KH 3D"),
    (2, 13, "JS AC 10D 3S 2H 8H 6C AS 7D 7C 7D 2S JH AD 8C 8D"),
    (10**6, 13, "2S 10H AH QS 8S 6S 2D 3S 9C 4D KD JC 2S 2H 2H JH"),
    (2**64 - 1, 13, "7H 2H 5C JC 8D 10C 6C AH 7H 5D AH 3S KD 3D 10D 6D"),
    (1, 7, "6S 5C 6C 4C AD 2S 7H 2C 6S 7S 2H 7D 3H 7D AD 5S"),
    (3, 3, "3D 3H AH 2D AD AD 2C 2S AS 2H 2D AS 3D AH 2H 3C 2S 3S 2C AC 3H AC 3C 3S"),
    (98, 3, "2C 2D 2C 2S 3D 3C AD AC 3H 2S 2H AH 3H AH AS AS AD 2D AC 2H 3C 3S 3S 3D"),
]


@pytest.mark.parametrize(("number", "ranks", "start"), GOLDEN)
def test_golden_patience_deals(number: int, ranks: int, start: str) -> None:
    assert names(patience_deal(number, ranks)).startswith(start + " " * (ranks > 3))


def test_golden_duel_deals() -> None:
    a, b = duel_deal(1)
    assert names(a, 13) == "10H 10D 6S 5C 7C AD 2H 9C 10C QS 4S 8H JS"
    assert names(b, 13) == "JC KH JD 7C 8C 6H 5H KD 8H 9S 6C 8D 2D"
    a, b = duel_deal(10**6)
    assert names(a, 8) == "9S KC 3S AC KH QH JC 5H"
    assert names(b, 8) == "4H 2D 3H 4C AS JH 6S QS"
    assert [duel_coin(n) for n in range(16)] == [1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1]


def test_packs_before_the_shuffle() -> None:
    assert pack() == list(range(52))
    assert patience_pack() == [*range(52), *range(52)]
    assert names(patience_pack(3)) == " ".join(naive_pack(3) * 2)


@given(numbers, st.integers(3, 13))
def test_every_face_is_dealt_twice(number: int, ranks: int) -> None:
    dealt = Counter(patience_deal(number, ranks))
    assert len(dealt) == 4 * ranks and set(dealt.values()) == {2}


@given(numbers)
def test_each_seat_gets_a_pack(number: int) -> None:
    a, b = duel_deal(number)
    assert sorted(a) == sorted(b) == pack()


@pytest.mark.parametrize("number", [-1, 2**64, 10**5000, -(10**5000)], ids=range(4))
def test_numbers_out_of_range(number: int) -> None:
    for deal in (patience_deal, duel_deal, duel_coin, deal_stream):
        with pytest.raises(DealError, match=r"out of range; give 0 \.\.\. 18446744073709551615$"):
            deal(number)


@pytest.mark.parametrize("ranks", [0, 14, -3])
def test_ranks_out_of_range(ranks: int) -> None:
    for deal in (patience_deal, solvitaire_deal):
        with pytest.raises(DealError, match=f"ranks, not {ranks}"):
            deal(1, ranks)


@pytest.mark.parametrize("k", [0, -1, 2**64 + 1])
def test_below_refuses(k: int) -> None:
    with pytest.raises(ValueError, match="1 <= k <= "):
        SplitMix64(0).below(k)


def test_below_extremes() -> None:
    assert SplitMix64(0).below(1) == 0
    assert SplitMix64(0).below(2**64) == 0xE220A8397B1DCDAF


def test_below_rejects_the_incomplete_block() -> None:
    # With k = 2**63 + 1 every output from k on is redrawn; the first one from state 0 is such.
    k = 2**63 + 1
    stream = SplitMix64(0)
    assert 0xE220A8397B1DCDAF >= k > 0x6E789E6AA1B965F4
    assert stream.below(k) == 0x6E789E6AA1B965F4


@pytest.mark.parametrize("k", [2, 3, 7, 104])
def test_below_is_even(k: int) -> None:
    stream, draws = deal_stream(k), 20_000
    counts = Counter(stream.below(k) for _ in range(draws))
    chi2 = sum((counts[r] - draws / k) ** 2 for r in range(k)) / (draws / k)
    # Mean k - 1, variance 2(k - 1): five standard deviations and a little for small k.
    assert set(counts) <= set(range(k)) and chi2 < (k - 1) + 5 * (2 * (k - 1)) ** 0.5 + 5


def test_shuffles_of_three_are_even() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    for number in range(6000):
        items = [0, 1, 2]
        shuffle(items, deal_stream(number))
        counts[tuple(items)] += 1
    assert len(counts) == 6 and all(850 < count < 1150 for count in counts.values())


def test_first_cards_are_even_over_neighbouring_numbers() -> None:
    first = Counter(patience_deal(number)[0] for number in range(2600))
    assert len(first) == 52 and all(20 <= count <= 90 for count in first.values())


def test_shuffle_of_little() -> None:
    for items in ([], [7]):
        before = list(items)
        shuffle(items, SplitMix64(1))
        assert items == before


def test_deals_need_no_heavy_imports() -> None:
    code = (
        "import sys, solver.cards, solver.deals, solver.dealfiles, solver.solvitaire;"
        "print([m for m in ('numba', 'numpy', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Solvitaire's seeds


def mersenne_twister(seed: int) -> random.Random:
    """A stream of std::mt19937(seed) from the standard library: same core, textbook seeding."""
    state = [seed]
    for i in range(1, 624):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + i) % 2**32)
    twister = random.Random()
    twister.setstate((3, (*state, 624), None))
    return twister


def naive_solvitaire(seed: int, ranks: int, piles: int) -> list[str]:
    bits = mersenne_twister(seed)
    cards = [rank + suit for _ in range(2) for rank in RANKS[:ranks] for suit in "CHSD"]
    for i in reversed(range(1, len(cards))):
        quotient, remainder = divmod(2**32 - 1, i + 1)
        bucket = quotient + (remainder == i)
        r = bits.getrandbits(32) // bucket
        while r > i:
            r = bits.getrandbits(32) // bucket
        cards[i], cards[r] = cards[r], cards[i]
    # Dealt as Solvitaire does it, always from the back of the list: the stock, then the piles.
    stock = [cards.pop() for _ in range(len(cards) - piles)]
    row = [cards.pop() for _ in range(piles)]
    return row + stock[::-1]  # the card laid down last is the top of the stock


def test_the_naive_twister_is_the_standard_one() -> None:
    # The C++ standard: the 10000th output of a default-constructed mt19937, seed 5489.
    bits = mersenne_twister(5489)
    assert [bits.getrandbits(32) for _ in range(10_000)][-1] == 4123659995


@pytest.mark.parametrize("shape", [(13, 8), (13, 2), (13, 12), (3, 2), (7, 5), (1, 8)])
@pytest.mark.parametrize("seed", [0, 1, 2, 12345, 2**32 - 1])
def test_solvitaire_deals_agree_with_naive(seed: int, shape: tuple[int, int]) -> None:
    faces = solvitaire_deal(seed, *shape)
    assert names(faces).split() == naive_solvitaire(seed, *shape)
    assert sorted(faces) == sorted(patience_pack(shape[0]))


def test_golden_solvitaire_deals() -> None:
    assert names(solvitaire_deal(1), 16) == "4D 8S QS JC 9S 10H 8C 5S 10C 9H JH 9H AH 10H KC AD"
    assert names(solvitaire_deal(1), 104).endswith("4C AC JS 6H KS JD")
    small = "AC 3D 3C AH 3D 2D 3C 3H 2S AS 2C 3H 2H AH AD 2S 2C 2H AS AC 2D AD 3S 3S"
    assert names(solvitaire_deal(1, ranks=3, piles=2)) == small


def test_solvitaire_rows_differ_only_in_the_row() -> None:
    eight, two = solvitaire_deal(7, piles=8), solvitaire_deal(7, piles=2)
    assert eight[8:] == two[8:] and eight[:8][::-1] == two[:2][::-1] + two[2:8]


@pytest.mark.parametrize("seed", [-1, 2**32, 10**5000], ids=range(3))
def test_solvitaire_seeds_out_of_range(seed: int) -> None:
    with pytest.raises(DealError, match=r"a Solvitaire seed is 0 \.\.\. 4294967295"):
        solvitaire_deal(seed)


@pytest.mark.parametrize("piles", [0, 25, -1])
def test_solvitaire_rows_out_of_range(piles: int) -> None:
    with pytest.raises(DealError, match=f"24 cards cannot make a row of {piles} piles"):
        solvitaire_deal(1, ranks=3, piles=piles)
