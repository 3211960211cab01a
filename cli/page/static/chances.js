// The strip of chances over the moves of a reviewed game.

const strip = document.querySelector("#chances svg");
const [STRIP_WIDTH, STRIP_HEIGHT, STRIP_BAR] = [600, 50, 10];
const stripX = at => STRIP_WIDTH * at / (LAST + 1);

/** A cell a position: above, its chance as a band from low to high; below, the verdict. */
function stripCell(worth, at) {
  const x = stripX(at), width = stripX(1) + .3;
  const verdict = `<rect class="${worth.verdict}" x="${x}" y="${STRIP_HEIGHT + 4}" width="${width}" height="${STRIP_BAR}"/>`;
  if (!worth.chance) return verdict;
  const [low, high] = worth.chance.map(percent => STRIP_HEIGHT * percent / 100);
  const band = Math.max(3, high - low);
  return verdict + `<rect class="band" x="${x}" y="${Math.min(STRIP_HEIGHT - high, STRIP_HEIGHT - 3)}" width="${width}" height="${band}"/>`;
}

function drawChances(show) {
  if (!DATA.chances) return;
  document.getElementById("chances").hidden = false;
  strip.innerHTML = `<rect class="ground" width="${STRIP_WIDTH}" height="${STRIP_HEIGHT}"/>`
    + DATA.chances.map(stripCell).join("") + `<rect id="here" y="0" height="64" width="${Math.max(2, stripX(1))}"/>`;
  strip.addEventListener("click", event => {
    const box = strip.getBoundingClientRect();
    show(Math.min(LAST, Math.floor((event.clientX - box.left) / box.width * (LAST + 1))));
  });
}

const markChance = at => strip.querySelector("#here")?.setAttribute("x", stripX(at));

/** What a position is worth, in words; empty where nobody has asked. */
function chanceText(at) {
  const worth = DATA.chances?.[at];
  if (!worth) return "";
  const told = [word("standing." + worth.verdict)];
  if (worth.chance) told.push(word("chance", percents(worth.chance)));
  return told.join(", ");
}
