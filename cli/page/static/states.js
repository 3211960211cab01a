// The positions of the game, from the first and what each move changes.

/** The position after a change. Piles that do not change are shared. */
function changed(state, change) {
  const piles = {...state.piles};
  for (const [key, [kept, added]] of Object.entries(change.piles)) {
    piles[key] = (piles[key] || []).slice(0, kept).concat(added);
  }
  return {piles, notes: {...state.notes, ...change.notes}};
}

const STATES = [DATA.start];
for (const step of DATA.steps) STATES.push(changed(STATES.at(-1), step));
const LAST = DATA.steps.length;
/** Positions after moves that were thought of and not played. */
const ADVISED = (DATA.advice || []).map(step => changed(DATA.start, step));

const pileOf = (state, key) => state.piles[key] || [];
const topOf = (state, key) => pileOf(state, key).at(-1);

/** The steps that begin a group of moves; the first position is one of them. */
const GROUPS = [0, ...DATA.steps.flatMap((step, at) => step.group ? [at + 1] : [])];
