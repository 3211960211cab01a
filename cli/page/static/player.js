// Stepping and playing: keys, buttons, slider; the language and the theme.

const by = id => document.getElementById(id);
let now = 0, advised = -1, timer = 0;

/** The place that a step turns over, else 0. */
const turnedBy = step => step?.move.move === "turn" ? step.move.pile : 0;

/** Show a position of the game. */
function show(at, glide = false) {
  const single = glide && Math.abs(at - now) === 1 && advised < 0;
  const turned = single ? turnedBy(DATA.steps[Math.max(at, now) - 1]) : 0;
  now = Math.max(0, Math.min(LAST, at)), advised = -1;
  draw(STATES[now], {glide: single, step: DATA.steps[now - 1], turned});
  tell();
}

/** Show the position after a move of the advice. */
function showAdvised(at) {
  pause();
  draw(STATES[0]);
  now = 0, advised = at;
  draw(ADVISED[at], {glide: true, step: DATA.advice[at], turned: turnedBy(DATA.advice[at])});
  tell();
}

/** All that says which position is shown. */
function tell() {
  const text = advised < 0 ? word("at", now, LAST, stepText(now)) : word("after", adviceText(advised));
  by("status").textContent = [text, advised < 0 ? chanceText(now) : worthText(DATA.advice[advised])].filter(Boolean).join(" · ");
  by("text").textContent = positionText(advised < 0 ? STATES[now] : ADVISED[advised]);
  by("slider").value = now;
  by("slider").setAttribute("aria-valuetext", text);
  for (const [id, end] of [["first", 0], ["back", 0], ["forward", LAST], ["last", LAST]]) by(id).disabled = now === end;
  markMove(now);
  markChance(now);
}

// ------------------------------------------------------------------ playing

function pause() {
  clearTimeout(timer);
  timer = 0;
  by("status").setAttribute("aria-live", "polite");
  sayPlay();
}

function play() {
  if (now === LAST) show(0);
  by("status").setAttribute("aria-live", "off");  // a reader could not keep up
  timer = setTimeout(tick, by("speed").value / 2);
  sayPlay();
}

function tick() {
  show(now + 1, true);
  if (now === LAST) pause();
  else timer = setTimeout(tick, by("speed").value);
}

const ICONS = {play: by("play").querySelector("path").getAttribute("d"), pause: "M3 2h4v12H3zM9 2h4v12H9z"};

function sayPlay() {
  const name = timer ? "pause" : "play";
  by("play").dataset.name = name;
  by("play").querySelector("path").setAttribute("d", ICONS[name]);
  by("play").title = word(name);
  by("play").setAttribute("aria-label", word(name));
}

const go = at => { pause(); show(at, true); };
const toggle = () => timer ? pause() : play();

// ------------------------------------------------------------------ keys and buttons

/** The start of the group before or after the position shown. */
const groupFrom = forward => forward
  ? GROUPS.find(at => at > now) ?? LAST : GROUPS.findLast(at => at < now) ?? 0;

const KEYS = {
  ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0), End: () => go(LAST),
  PageUp: () => go(groupFrom(false)), PageDown: () => go(groupFrom(true)), " ": toggle,
};

addEventListener("keydown", event => {
  const at = event.target, own = at.tagName === "SELECT" || (event.key === " " && at.closest("button"));
  if (own || event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key] || !LAST) return;
  event.preventDefault();
  KEYS[event.key]();
});

const CLICKS = {
  first: () => go(0), back: () => go(now - 1), play: toggle, forward: () => go(now + 1), last: () => go(LAST),
  language: () => speak(language.now === "en" ? "ru" : "en"),
  theme: () => { const {dataset} = document.documentElement; dataset.theme = isDark() ? "light" : "dark"; },
};
for (const [id, does] of Object.entries(CLICKS)) by(id).addEventListener("click", does);
by("slider").addEventListener("input", () => { pause(); show(Number(by("slider").value)); });

const isDark = () => (document.documentElement.dataset.theme
  || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

// ------------------------------------------------------------------ the language

function verdictText() {
  if (DATA.result) {
    const {winner, margin, draw: cause} = DATA.result;
    return winner ? word("end.win", winner, Math.abs(margin)) : word(cause ? "end.draw" : "end.none");
  }
  if (DATA.verdict) return word("verdict." + DATA.verdict, LAST);
  return "";
}

function playersText() {
  if (!DATA.players) return "";
  const names = ["A", "B"].map(seat => DATA.players[seat].replace(/^\w+/, name => word("player." + name)));
  return word("players", ...names, DATA.first);
}

function aboutText() {
  const deal = word(typeof DATA.deal === "number" ? "deal" : "file", DATA.deal);
  return [DATA.variant, deal, playersText(), verdictText()].filter(Boolean).join(" · ");
}

/** Put everything into a language. */
function speak(name) {
  language.now = name;
  sayFixedWords();
  by("language").lang = name === "en" ? "ru" : "en";
  by("title").textContent = DATA.title || word("untitled");
  by("title").lang = DATA.title ? "ru" : name;
  by("about").textContent = aboutText();
  by("made").textContent = word("made", DATA.version);
  nameCards();
  fillMoves(at => go(at));
  fillAdvice(showAdvised);
  sayPlay();
  tell();
}

layTable();
by("text").classList.toggle("wrapped", Boolean(DATA.players));
by("slider").max = LAST;
by("controls").hidden = !LAST;
by("moves").hidden = !LAST;
drawChances(at => go(at));
speak(language.now);
show(0);
