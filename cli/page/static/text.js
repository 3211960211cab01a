// Moves and positions in words.

const MOVE_WORDS = {
  deal(before, after, step) {
    const dealt = Object.entries(step.piles).filter(([key]) => key !== "stock").flatMap(([, [, added]]) => added);
    const cards = dealt.some(face => face < 0) ? word("count", dealt.length) : cardTexts(dealt);
    return DATA.rules.pause === "row" ? word("move.row", after.notes.row, cards) : word("move.deal", cards);
  },
  build(before, after, {move}) {
    const onto = topOf(before, "place" + move.to), card = cardText(topOf(before, "place" + move.pile));
    if (onto === undefined) return word("move.space", move.pile, card, move.to);
    return word("move.build", move.pile, card, move.to, cardText(onto));
  },
  return(before, after, {move}) {
    return word("move.return", move.pile, cardText(topOf(before, "aside" + move.pile)));
  },
};

function patienceMove(before, after, step) {
  const {move: kind, pile} = step.move, own = MOVE_WORDS[kind], card = topOf(before, "place" + pile);
  return own ? own(before, after, step) : word("move." + kind, pile, cardText(card));
}

/** A place in an action: a cell, an own pile; of a talon with a number that number. */
function placeText(name) {
  const [, kind, number] = name.match(/^(\D+)(\d*)$/);
  const key = kind === "talon" && number ? "" : "in." + kind;
  return key in DATA.words.en ? word(key, number) : name.replace(/^talon/, "");
}

function duelMove({move}) {
  const cards = cardTexts((move.cards || [move.card || []].flat()).map(faceOf));
  const places = [move.from, move.to].filter(Boolean).map(placeText);
  const own = `act.${DATA.family}.${move.action}`, key = own in DATA.words.en ? own : "act." + move.action;
  return move.seat + ": " + word(key, cards, ...places);
}

const moveText = (before, after, step) => step.move.action ? duelMove(step) : patienceMove(before, after, step);

// ------------------------------------------------------------------ the position of a patience

const baseTops = (state, kind, suit) => [0, 1]
  .map(number => topOf(state, kind + "CDHS"[suit] + number)).filter(face => face !== undefined);

function baseRows(state) {
  const {bases, seal} = DATA.rules;
  const used = bases === "aces" ? 2 : bases === "twos-aces" && seal === "closed" ? 4 : 3;
  const rows = [["", word("up"), word("down"), word("closed")]];
  for (const suit of [0, 1, 2, 3]) {
    const open = ["up", "down"].map(kind => cardTexts(baseTops(state, kind, suit).sort((a, b) => a - b)));
    const downs = baseTops(state, "closed-down", suit);
    const pairs = baseTops(state, "closed-up", suit).map((up, at) => cardText(up) + "/" + cardText(downs[at]));
    rows.push([SUITS[suit], ...[...open, pairs.join(" ")].map(text => text || "-")]);
  }
  return aligned(rows.map(row => row.slice(0, used)));
}

/** Lines of cells in columns. */
function aligned(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map(row => row[at].length)));
  return rows.map(row => row.map((cell, at) => cell.padEnd(widths[at])).join("  ").trimEnd());
}

function placeRows(state) {
  const places = Number(DATA.rules.piles), wide = String(places).length;
  const rows = Array.from({length: places}, (_, at) => pileOf(state, "place" + (at + 1)).map(cardText));
  const width = Math.max(0, ...rows.flat().map(text => text.length));
  return rows.map((row, at) =>
    String(at + 1).padStart(wide) + ": " + (row.map(text => text.padStart(width)).join(" ") || "-"));
}

function stateRows(state) {
  const {row, lifted, turned, nextLift, nextTurn} = state.notes;
  const rows = [word("text.stock", word("count", pileOf(state, "stock").length), row)];
  const aside = Object.keys(state.piles).find(key => key.startsWith("aside") && state.piles[key].length);
  if (aside) rows.push(word("text.aside", cardText(topOf(state, aside)), aside.slice("aside".length)));
  else if (nextLift) rows.push(word("text.nextLift", nextLift));
  if (nextTurn) rows.push(word("text.nextTurn", nextTurn));
  if (DATA.rules.lift === "any" && lifted.length) rows.push(word("text.lifted", lifted.join(" ")));
  if (DATA.rules.turn === "any" && turned.length) rows.push(word("text.turned", turned.join(" ")));
  return rows;
}

// ------------------------------------------------------------------ the position of a game for two

function pileText(pile) {
  const hidden = pile.filter(face => face < 0).length, seen = cardTexts(pile.filter(face => face >= 0));
  return [hidden ? word("text.hidden", word("count", hidden)) : "", seen].filter(Boolean).join(", ");
}

/** A line for each label; slots of the same label share it. */
function labelledRows(state) {
  const lines = new Map();
  for (const {key, label} of DATA.slots.filter(slot => slot.label)) {
    const name = word(...label), cards = pileText(pileOf(state, key)) || "-";
    lines.set(name, [...(lines.get(name) || []), cards]);
  }
  const {mover} = state.notes;
  const next = mover ? word("text.mover", mover) : word("text.over");
  return [...lines].map(([name, cards]) => `${name}: ${cards.join(" ")}`).concat(next);
}

/** The whole position, as the referee tells it. */
function positionText(state) {
  const rows = DATA.players ? labelledRows(state)
    : [...baseRows(state), ...placeRows(state), ...stateRows(state)];
  return rows.join("\n");
}
