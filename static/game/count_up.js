// A hand lands: its points fly to the totals, which count up. The page has the true numbers throughout; the style sheet draws
// the moving ones over them. It starts from the result the phone computes (alone/board.js); the next board confirms it or not.
import { find, findAll, get, isAllowed } from "../shared/page.js";

const FLIGHT = 1_400; // milliseconds
const ARRIVAL = 0.3; // of a flight; until then nothing counts, which leaves the phone free for the server's answer
const COUNT = 600;
const FILL = 600; // by then a win's color fills the screen, and begins to fade (app.css)
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let board = read();
let [from, to] = [board.points, board.points];
let [began, pause, timer, isForeseen] = [-COUNT, 0, 0, false];
let led = board.cards.map(leads); // before it landed
/** @type {Animation[]} */
let animations = [];

new MutationObserver(update).observe(get("#main"), { childList: true, subtree: true });
document.addEventListener("rook:foreseen", (event) => {
  if (!(event instanceof CustomEvent) || calm.matches || !isNews(event.detail)) return;
  isForeseen = true;
  led = board.cards.map(leads);
  land(event.detail);
  fly(find(".questions .go")); // first: it measures the page, which drawing changes
  draw();
});
document.addEventListener("rook:settled", () => {
  if (isForeseen) takeBack(); // no board came of it
});

/** @param {HTMLElement} total */
function numberOf(total) {
  return Number(total.textContent?.replace("−", "-"));
}

/** @param {HTMLElement} card */
function leads(card) {
  return find(".leads", card) !== null;
}

function read() {
  const cards = findAll(".totals > .side:has(.total)");
  const points = cards.map((card) => numberOf(get(".total", card)));
  return { cards, points, final: find(".final"), hands: findAll(".past tbody th").length };
}

/** @param {number[]} points */
const isNews = (points) => points.some((each, index) => each !== to[index]);

function update() {
  if (find(".totals > .side") === board.cards[0]) return;
  const { hands, cards, final } = board;
  const wasForeseen = isForeseen;
  if (!wasForeseen) led = cards.map(leads);
  board = read();
  isForeseen = false;
  const isOther = cards.length !== board.cards.length || !(board.hands || wasForeseen); // a rematch, say
  const isStill = isOther || calm.matches;
  if (isStill) [from, to, began] = [board.points, board.points, -COUNT - pause];
  if (isNews(board.points)) {
    land(board.points);
    if (!wasForeseen && board.hands > hands && !board.final) fly(null);
  }
  if (!isStill && board.final && !final) [began, pause] = [performance.now(), FILL]; // a win counts up once more
  draw();
}

function takeBack() {
  isForeseen = false;
  land(board.points);
  draw();
}

/** @param {number[]} points */
function land(points) {
  [from, to, began, pause] = [to, points, performance.now(), 0];
}

function draw() {
  clearTimeout(timer);
  for (const animation of animations) animation.cancel();
  const time = performance.now() - began;
  const isOver = time >= pause + COUNT && !isForeseen;
  document.documentElement.toggleAttribute("data-landing", !isOver);
  for (const [index, card] of board.cards.entries()) card.toggleAttribute("data-led", !isOver && led[index]);
  const moving = board.final ? [...board.cards, board.final] : board.cards;
  animations = (isOver ? [] : moving).map((card, place) => {
    const index = place < board.cards.length ? place : board.points.indexOf(numberOf(card));
    const way = [from[index], to[index]];
    const most = card.querySelector("progress")?.max ?? 1;
    const frames = { "--total": way.map(String), "--bar": way.map((points) => `${(100 * points) / most}%`) };
    const animation = card.animate(frames, { delay: pause, duration: COUNT, easing: "ease-in-out", fill: "both" });
    animation.currentTime = time;
    return animation;
  });
  if (!isOver && !isForeseen) timer = setTimeout(draw, pause + COUNT - time);
}

/** @param {HTMLElement | null} start where the points fly from; null: from below each total */
function fly(start) {
  pause = ARRIVAL * FLIGHT;
  const places = board.cards.map((card) => get(".total", card).getBoundingClientRect());
  const lowest = Math.max(...places.map(({ bottom }) => bottom));
  const drop = (start?.getBoundingClientRect().top ?? lowest + 40) - Math.max(...places.map(({ top }) => top));
  const most = Number(find(".totals")?.dataset.soars ?? Infinity);
  if (start && isAllowed("vibration") && to.some((points, index) => points < from[index])) navigator.vibrate?.(120);
  for (const [index, place] of places.entries()) {
    const points = to[index] - from[index];
    if (!points) continue;
    const [hurts, soars] = [points < 0, points >= most];
    const className = `flying s${index + 1}${hurts ? " hurts" : ""}${soars ? " soars" : ""}`;
    const bird = Object.assign(document.createElement("i"), { className });
    bird.dataset.points = points > 0 ? `+${points}` : `−${-points}`;
    document.body.append(bird);
    const there = { translate: `calc(${place.right}px - 100%) ${place.top - 8}px` };
    const here = { translate: `calc(${place.right}px - 100%) ${place.top + drop}px` }; // no two of them meet
    const above = { translate: "calc(50vw - 50%) 40vh", scale: 2.4 };
    const way = [
      { ...here, opacity: 0.4 },
      ...(soars ? [0.2, 0.5].map((offset) => ({ ...above, offset })) : []),
      { ...there, offset: soars ? 0.7 : ARRIVAL, scale: hurts ? 1.5 : 1 },
      ...(hurts ? [{ ...there, offset: ARRIVAL + 0.1 }] : []),
      { ...there, offset: 0.8 },
      { ...there, opacity: 0 },
    ];
    bird.animate(way, { duration: FLIGHT, easing: "ease-out" }).onfinish = () => bird.remove();
  }
}
