// The list of moves in groups, and the list of advice; a click shows the position.

const list = document.getElementById("list");

function groupTitle(at) {
  if (at > 0) return word(...DATA.steps[at - 1].group);
  if (DATA.players) return word("group.game");
  return word(DATA.start.notes.row > 1 ? "group.position" : "group.start");
}

/** A button in an item of a list. */
function item(number, text, show) {
  const node = document.createElement("li"), button = document.createElement("button");
  button.type = "button";
  button.append(Object.assign(document.createElement("span"), {className: "number", textContent: number}), text);
  button.addEventListener("click", show);
  node.append(button);
  return node;
}

const stepText = at => at ? moveText(STATES[at - 1], STATES[at], DATA.steps[at - 1]) : word("start");

/** The item of a step; one that threw the deal away says so. */
function stepItem(at, show) {
  const node = item(at, stepText(at), () => show(at));
  node.firstChild.dataset.at = at;
  if ((DATA.thrown || []).includes(at)) {
    node.classList.add("thrown");
    node.firstChild.append(Object.assign(document.createElement("em"), {textContent: word("thrown")}));
  }
  return node;
}

function fillMoves(show) {
  list.textContent = "";
  GROUPS.forEach((from, index) => {
    const title = document.createElement("h3"), items = document.createElement("ol");
    title.textContent = groupTitle(from);
    const end = GROUPS[index + 1] ?? LAST + 1;
    for (let at = from; at < end; at++) items.append(stepItem(at, show));
    list.append(title, items);
  });
}

function markMove(at) {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = list.querySelector(`[data-at="${at}"]`);
  if (!button) return;
  button.setAttribute("aria-current", "step");
  const box = list.getBoundingClientRect(), line = button.getBoundingClientRect();
  if (line.top < box.top || line.bottom > box.bottom) list.scrollTop += line.top - box.top - box.height / 2;
}

const percents = ([low, high]) => low === high ? numberText(low) : `${numberText(low)}–${numberText(high)}`;
const worthText = ({verdict, chance}) => verdict ? word("worth." + verdict) : percents(chance) + "\u00a0%";
const adviceText = at => moveText(DATA.start, ADVISED[at], DATA.advice[at]);

function fillAdvice(show) {
  const section = document.getElementById("advice"), items = section.querySelector("ol");
  section.hidden = !ADVISED.length;
  items.textContent = "";
  ADVISED.forEach((_, at) => {
    const node = item(at + 1, adviceText(at), () => show(at));
    node.firstChild.append(Object.assign(document.createElement("em"), {textContent: worthText(DATA.advice[at])}));
    const reason = DATA.advice[at].reason[language.now];
    node.firstChild.append(Object.assign(document.createElement("small"), {textContent: reason}));
    items.append(node);
  });
}
