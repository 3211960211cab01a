// Card faces as SVG, drawn by rule: an index in two corners, pips or a panel for a court card.

const SUIT_SHAPES = [
  "M-23-25a23 23 0 1 1 46 0a23 23 0 1 1-46 0M-48 12a23 23 0 1 1 46 0a23 23 0 1 1-46 0M2 12a23 23 0 1 1 46 0a23 23 0 1 1-46 0M-12-14h24c-8 34 0 50 12 62h-48c12-12 20-28 12-62z",
  "M0-50C10-28 22-12 37 0C22 12 10 28 0 50C-10 28-22 12-37 0C-22-12-10-28 0-50z",
  "M0 46C-10 26-46 6-46-20C-46-36-35-45-23-45C-11-45-3-37 0-27C3-37 11-45 23-45C35-45 46-36 46-20C46 6 10 26 0 46z",
  "M0-50C12-28 46-6 46 18C46 42 16 44 5 24C7 38 12 44 22 50H-22C-12 44-7 38-5 24C-16 44-46 42-46 18C-46-6-12-28 0-50z",
];
const CROWNS = {  // above the letter of a jack, queen and king
  11: "M-20 8V0C-20-16 14-20 20-2C12-6 2-4 20 8zM-16-8C-26-18-28-26-26-32C-18-30-12-22-10-12z",
  12: "M-22 8L-26-8L-14-1L-10-14L0-4L10-14L14-1L26-8L22 8zM-26-16a4 4 0 1 1 .1 0zM-10-22a4 4 0 1 1 .1 0zM10-22a4 4 0 1 1 .1 0zM26-16a4 4 0 1 1 .1 0z",
  13: "M-22 8L-26-14L-12-4L0-24L12-4L26-14L22 8zM-3-40h6v5h5v6h-5v6h-6v-6h-5v-6h5z",
};
const ROWS = {1: [70], 2: [42, 98], 3: [42, 70, 98], 4: [39, 60, 80, 101]};
// Pips in the side columns (of each), then those in the middle column, by their heights.
const PIPS = {
  1: [0, [70]], 2: [0, [42, 98]], 3: [0, [42, 70, 98]], 4: [2, []], 5: [2, [70]], 6: [3, []],
  7: [3, [56]], 8: [3, [56, 84]], 9: [4, [70]], 10: [4, [49.5, 90.5]],
};

const pip = (suit, x, y, size, turned) =>
  `<use href="#suit${suit}" transform="translate(${x} ${y}) scale(${size / 100})${turned ? " rotate(180)" : ""}"/>`;

function pips(suit, rank) {
  if (rank === 1) return pip(suit, 50, 70, 52);
  const [side, middle] = PIPS[rank];
  const heights = side ? ROWS[side] : [];
  return heights.map(y => pip(suit, 29, y, 19, y > 70) + pip(suit, 71, y, 19, y > 70)).join("")
    + middle.map(y => pip(suit, 50, y, 19, y > 70)).join("");
}

function court(suit, rank, letter) {
  return `<rect x="20" y="36" width="60" height="68" rx="5" class="panel"/>`
    + `<path d="${CROWNS[rank]}" transform="translate(50 57) scale(.62)"/>`
    + `<text x="50" y="97" text-anchor="middle" class="letter">${letter}</text>`
    + pip(suit, 28, 44, 12) + pip(suit, 72, 96, 12, true);
}

function corner(suit, rank, letter) {
  const ten = rank === 10 ? ' textLength="32" lengthAdjust="spacingAndGlyphs"' : "";
  return `<text x="6" y="27" class="rank"${ten}>${letter}</text>` + pip(suit, rank === 10 ? 51 : 40, 17, 21);
}

function face(number) {
  const suit = suitOf(number), rank = number % 13 + 1, letter = rankText(number);
  const index = corner(suit, rank, letter);
  return `<g id="face${number}" class="face ${suit === 1 || suit === 2 ? "red" : "black"}">`
    + `<rect x=".75" y=".75" width="98.5" height="138.5" rx="9" class="paper"/>`
    + (rank > 10 ? court(suit, rank, letter) : pips(suit, rank))
    + index + `<g transform="rotate(180 50 70)">${index}</g></g>`;
}

const BACK = `<g id="face-1"><rect x=".75" y=".75" width="98.5" height="138.5" rx="9" class="paper"/>`
  + `<rect x="7" y="7" width="86" height="126" rx="5" class="back"/>`
  + `<path d="M50 22L80 70L50 118L20 70zM50 44L66 70L50 96L34 70z" class="weave"/></g>`;

/** What the <defs> of the table hold: suits, all faces in the letters of the language, a back. */
function cardDefinitions() {
  const suits = SUIT_SHAPES.map((shape, suit) => `<path id="suit${suit}" d="${shape}"/>`);
  return suits.join("") + Array.from({length: 52}, (_, number) => face(number)).join("") + BACK;
}
