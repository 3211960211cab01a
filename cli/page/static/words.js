// Words of both languages (words.json) and the names of cards.

const DATA = JSON.parse(document.getElementById("data").textContent);
const SUITS = "♣♦♥♠";
const language = {now: DATA.language || ((navigator.language || "en").startsWith("ru") ? "ru" : "en")};

/** The text of a key, with {0}, {1}, … filled in; where it has plural forms the first counts. */
function word(key, ...fill) {
  let text = DATA.words[language.now][key];
  if (typeof text === "object") {
    const form = new Intl.PluralRules(language.now).select(fill[0]);
    text = (fill[0] === 0 && text.zero) || text[form] || text.other || text.many;
  }
  return text.replace(/\{(\d)\}/g, (_, at) => fill[at]);
}

/** A number as the language writes it. */
const numberText = value => value.toLocaleString(language.now, {maximumFractionDigits: 1});

const suitOf = face => Math.floor(face / 13);
const rankText = face => word("ranks").split(" ")[face % 13];
const cardText = face => face < 0 ? "?" : rankText(face) + SUITS[suitOf(face)];
const cardTexts = faces => faces.map(cardText).join(" ");

/** The face that a move names in Latin letters, such as 10C. */
function faceOf(card) {
  const rank = DATA.words.en.ranks.split(" ").indexOf(card.slice(0, -1));
  return 13 * "CDHS".indexOf(card.slice(-1)) + rank;
}

/** Put all fixed words of the page into the language. */
function sayFixedWords() {
  document.documentElement.lang = language.now;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = word(node.dataset.word);
  for (const node of document.querySelectorAll("[data-name]")) {
    node.setAttribute("aria-label", word(node.dataset.name));
    if (node.tagName === "BUTTON") node.title = word(node.dataset.name);
  }
}
