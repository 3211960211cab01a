// The table: slots, and a card an element, which glides from pile to pile.

const svg = document.getElementById("table");
const STEP = 32;  // from a card to the next in a pile that is spread
const still = matchMedia("(prefers-reduced-motion: reduce)");
const SLOTS = Object.fromEntries(DATA.slots.map(slot => [slot.key, {scale: 1, ...slot}]));

const stepOf = (slot, count) => slot.fan ? Math.min(STEP, (slot.fan - 140) / Math.max(1, count - 1)) : 0;

/** Where the card `at` of a pile lies. */
function placeOf(state, slot, at) {
  if (slot.under) {
    const pile = SLOTS[slot.under], count = pileOf(state, slot.under).length;
    const low = count ? stepOf(pile, count) * (count - 1) + 140 * pile.scale + 10 : 0;
    return {x: slot.x, y: slot.y + low, scale: slot.scale, tilt: -5};
  }
  const step = stepOf(slot, pileOf(state, slot.key).length);
  return {x: slot.x, y: slot.y + step * at, scale: slot.scale, tilt: 0};
}

/** All cards on the table, piles in the order of the slots; of a pile not spread only the top. */
function cardsOn(state) {
  return Object.values(SLOTS).flatMap(slot => {
    const pile = pileOf(state, slot.key);
    return pile.map((face, at) => ({face, at, key: slot.key, seen: slot.fan > 0 || at >= pile.length - 2,
      ...placeOf(state, slot, at)})).filter(card => card.face >= 0 || card.seen);
  });
}

const elements = [];  // {node, face, key, at, x, y, scale, tilt}; key "" while not on the table

function newElement(face) {
  const node = document.createElementNS(svg.namespaceURI, "g");
  node.setAttribute("class", "card");
  node.innerHTML = `<use href="#face${face}"/><rect class="ring" x="1.5" y="1.5" width="97" height="137" rx="8.5"/>`;
  const element = {node, face, key: ""};
  elements.push(element);
  return element;
}

/** Give every card an element of its face: the one that lies there already, else a free one. */
function assign(cards) {
  const free = new Set(elements), given = new Map();
  for (const card of cards) {
    const same = elements.find(e => free.has(e) && e.face === card.face && e.key === card.key && e.at === card.at);
    if (same) given.set(card, same), free.delete(same);
  }
  for (const card of cards.filter(card => !given.has(card))) {
    const fits = [...free].filter(e => e.face === card.face);
    const element = fits.find(e => e.key) || fits[0] || newElement(card.face);
    given.set(card, element), free.delete(element);
  }
  return {given, free};
}

const transform = ({x, y, scale, tilt}) => `translate(${x}px,${y}px) scale(${scale}) rotate(${tilt}deg)`;

/** Whether a step has put a card where it lies. */
const isNew = (step, {key, at}) => step?.piles[key] && at >= step.piles[key][0];

/** Draw a position; what its `step` has moved is marked and glides there if `glide`. */
function draw(state, {glide = false, step = null, turned = 0} = {}) {
  const cards = cardsOn(state), {given, free} = assign(cards);
  const source = sourceOf(state), above = [];
  let moving = "";
  for (const card of cards) {
    const element = given.get(card), old = element.key ? {...element} : source;
    const moves = !element.key || element.key !== card.key || element.at !== card.at;
    if (moves) moving = card.key;  // and whatever lies on it must stay above it
    if (moving === card.key) above.push(element.node);
    put(element, card, isNew(step, card));
    if (glide && moves && old && !still.matches) slide(element, old, turned && card.key === "place" + turned);
  }
  for (const element of free) element.key = "", element.node.remove();
  svg.querySelector("#cards").append(...above);
  drawMarks(state);
}

/** Let an element show a card where it lies now. */
function put(element, card, marked) {
  Object.assign(element, card);
  element.node.style.transform = transform(card);
  element.node.dataset.at = `${card.key}/${card.at}`;
  element.node.setAttribute("class", "card" + (card.seen ? "" : " below") + (marked ? " moved" : ""));
}

let hiddenBefore = {};  // how many hidden cards each slot had in the position drawn before

/** Where a pile has lost hidden cards: what comes into sight came from there. */
function sourceOf(state) {
  const now = {};
  for (const key of Object.keys(SLOTS)) now[key] = pileOf(state, key).filter(face => face < 0).length;
  const from = Object.keys(now).find(key => now[key] < hiddenBefore[key]);
  hiddenBefore = now;
  return from && placeOf(state, SLOTS[from], 0);
}

function slide(element, old, flips) {
  const frames = flips
    ? [{transform: transform(old)}, {transform: transform({...mean(old, element)}) + " scale(.05,1)"}, {transform: transform(element)}]
    : [{transform: transform(old)}, {transform: transform(element)}];
  element.node.animate(frames, {duration: flips ? 500 : 280, easing: "ease-in-out"});
}

const mean = (a, b) => ({x: (a.x + b.x) / 2 + 47, y: (a.y + b.y) / 2, scale: b.scale, tilt: 0});

// ------------------------------------------------------------------ what lies under the cards

function slotMarks(slot) {
  if (slot.under) return "";
  const outline = slot.sign || slot.head || slot.label
    ? `<rect class="slot" width="100" height="140" rx="9"/>` : "";
  const sign = slot.sign ? `<text class="sign" x="50" y="86">${slot.sign}</text>` : "";
  const head = slot.head ? `<text class="head" x="50" y="-10" data-head="${slot.key}">${slot.head}</text>` : "";
  const count = slot.counted ? `<text class="count" x="110" y="84" data-count="${slot.key}"></text>` : "";
  return `<g transform="translate(${slot.x} ${slot.y}) scale(${slot.scale})">${outline}${sign}${head}${count}</g>`;
}

/** Numbers of cards; which places are done with lifting ✓ or turned ↻, and whose turn it is ▸. */
function drawMarks(state) {
  const {lifted = [], turned = [], nextLift, nextTurn} = state.notes;
  for (const node of svg.querySelectorAll("[data-count]")) {
    node.textContent = pileOf(state, node.dataset.count).length || "";
  }
  for (const node of svg.querySelectorAll("[data-head^=place]")) {
    const place = Number(node.dataset.head.slice(5)), next = place === nextLift || (!nextLift && place === nextTurn);
    const done = (lifted.includes(place) ? "✓" : "") + (turned.includes(place) ? "↻" : "");
    node.textContent = (next ? "▸" : "") + SLOTS[node.dataset.head].head + done;
    node.classList.toggle("next", next);
  }
}

/** The lower edge of everything that is ever on the table. */
function lowest() {
  const ends = [...STATES, ...ADVISED].flatMap(state => cardsOn(state).map(card => card.y + 140 * card.scale));
  return Math.max(...ends, ...Object.values(SLOTS).map(slot => slot.y + 140 * slot.scale));
}

/** Draw the empty table, or only its cards anew in another language. */
function layTable() {
  const width = Math.max(...Object.values(SLOTS).map(slot => slot.x + (slot.counted ? 165 : 105) * slot.scale));
  svg.setAttribute("viewBox", `0 0 ${width} ${lowest() + 12}`);
  svg.innerHTML = `<defs></defs><g>${Object.values(SLOTS).map(slotMarks).join("")}</g><g id="cards"></g>`;
}

const nameCards = () => { svg.querySelector("defs").innerHTML = cardDefinitions(); };
