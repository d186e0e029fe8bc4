// Draws the running totals of a game that was won without the server, into the frame that the server gave (game/_parts.html):
// the twin of web/chart_layout.py and rules/rounding.py. The scoreboard loads it before it is wanted.
import { formatTotal } from "../alone/explain_score.js";
import { find, findAll } from "../shared/page.js";
import { notePlace } from "../shared/place.js";

const [RIGHT, TOP, BOTTOM, LEAST_LEFT] = [350, 10, 176, 42];
const [OF_A_DIGIT, GAP, WORDS_AT] = [8.3, 6, "196"];
const [MOST_TICKS, MOST_LABELS, MOST_SIGNS] = [6, 7, 32];

for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, drawChart);

function drawChart() {
  const frame = find(".won [data-chart]");
  if (!frame) return;
  const putBack = notePlace();
  drawLines(frame, runningTotals(), frame.dataset.chart);
  frame.replaceWith(...frame.childNodes); // on a wide screen the chart has its place in the page of the winner
  putBack();
}

/** Returns the totals of all sides at the start and after each hand, as the list of hands says, which begins with the last. */
function runningTotals() {
  /** @type {number[][]} */
  const running = [];
  for (const row of findAll(".past tbody tr").reverse()) {
    const cells = findAll("td > b:only-child", row);
    if (!cells.length) continue;
    const totals = cells.map(numberIn);
    if (!running.length)
      running.push(cells.map(({ previousSibling }, side) => totals[side] - numberIn(previousSibling)));
    const isScored = /^\s*\d/.test(find("th", row)?.textContent ?? "");
    if (!isScored) running.pop(); // a penalty in a misdeal has no place of its own
    running.push(totals);
  }
  return running;
}

/** @param {Node | null} node whose text ends with it */
const numberIn = (node) => Number(node?.textContent?.trim().split(/\s/).at(-1)?.replace("−", "-"));

/**
 * @param {HTMLElement} frame
 * @param {number[][]} running
 * @param {string} [mark]
 */
function drawLines(frame, running, mark) {
  const ticks = ticksOf([...running.flat(), ...(mark ? [Number(mark)] : [])]);
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  const numbers = ticks.map(formatTotal);
  const left = Math.max(LEAST_LEFT, GAP + OF_A_DIGIT * Math.max(...numbers.map(({ length }) => length)));
  const last = running.length - 1;
  /** @param {number} index */
  const across = (index) => rounded(left + ((RIGHT - left) * index) / Math.max(last, 1));
  /** @param {number} value */
  const down = (value) => rounded(BOTTOM - ((BOTTOM - TOP) * (value - low)) / (high - low));
  /** @param {string} part @param {string} d */
  const draw = (part, d) => find(part, frame)?.setAttribute("d", d);

  const every = Math.ceil(running.length / MOST_LABELS);
  const shown = [...running.keys()].filter((index) => index % every === last % every);
  const over = find(`[y="${WORDS_AT}"]`, frame)?.textContent ?? "";
  const texts = [
    ...ticks.map((tick, index) => textOf(numbers[index], left - GAP, down(tick), "end", ".35em")),
    textOf(over, left - GAP, WORDS_AT, "end"),
    ...shown.map((at) => textOf(String(at), across(at), WORDS_AT, at === last ? "end" : at ? "middle" : "start")),
  ];
  for (const old of frame.querySelectorAll("text")) old.remove();
  find(".grid", frame)?.after(...texts);
  draw(".grid", ticks.map((tick) => `M${left} ${down(tick)}H${RIGHT + 2}`).join(""));
  draw(".drawn > .mark", `M${left} ${down(Number(mark))}H${RIGHT + 2}`);
  for (const [side] of running[0].entries()) {
    const points = running.map((totals, index) => `${across(index)} ${down(totals[side])}`);
    const shape = find(`.legend .s${side + 1} .sign`, frame)
      ?.getAttribute("d")
      ?.replace(/^M\S+ \d+/, "");
    draw(`.drawn .s${side + 1} .line`, `M${points.join("L")}`);
    draw(
      `.drawn .s${side + 1} .sign`,
      points
        .slice(points.length > MOST_SIGNS ? -1 : 0)
        .map((at) => `M${at}${shape}`)
        .join(""),
    );
  }
  const described = findAll(".legend li", frame)
    .slice(0, running[0].length)
    .map(
      ({ textContent }, side) =>
        `${textContent?.trim()} from ${formatTotal(running[0][side])} to ${formatTotal(running[last][side])}`,
    );
  Object.assign(find("desc", frame) ?? {}, { textContent: `${described.join("; ")}.` });
}

/** Rounds to one decimal as rules/rounding.py does. @param {number} value not below zero */
const rounded = (value) => Number(`${Math.round(Number(`${value}e1`))}e-1`);

/**
 * Returns evenly spaced round numbers, with all values between the first and the last.
 * @param {number[]} values
 */
function ticksOf(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const size = Math.max(10 ** Math.floor(Math.log10((high - low || Math.abs(high) || 1) / MOST_TICKS)), 1);
  const steps = [1, 2, 5, 10, 20].map((times) => times * size);
  const step = steps.find((each) => Math.ceil(high / each) - Math.floor(low / each) <= MOST_TICKS) ?? 20 * size;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/**
 * @param {string} textContent
 * @param {number} x
 * @param {number | string} y
 * @param {string} anchor
 * @param {string} [dy]
 */
function textOf(textContent, x, y, anchor, dy) {
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  for (const [name, value] of Object.entries({ x, y, dy, "text-anchor": anchor }))
    if (value !== undefined) text.setAttribute(name, String(value));
  text.textContent = textContent;
  return text;
}

drawChart(); // of a board that was there before
