// A hand lands: its points fly to the totals, which count up. The page has the true numbers throughout; the style sheet draws
// the moving ones over them. It starts from the result the phone computes (alone/board.js); the next board confirms it or not.
import { find, findAll, get } from "./page.js";

const FLIGHT = 1_400; // milliseconds
const ARRIVAL = 0.3; // of a flight; until then nothing counts, which leaves the phone free for the server's answer
const COUNT = 600;
const FILL = 600; // by then a win's color fills the screen, and begins to fade (app.css)
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let board = read();
let [from, to] = [board.points, board.points];
let [began, pause, timer, isForeseen] = [-COUNT, 0, 0, false];
/** @type {Animation[]} */
let animations = [];

new MutationObserver(update).observe(get("#main"), { childList: true, subtree: true });
document.addEventListener("rook:foreseen", (event) => {
  if (!(event instanceof CustomEvent) || calm.matches || !isNews(event.detail)) return;
  isForeseen = true;
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
  const { left, top, width } = start?.getBoundingClientRect() ?? {};
  for (const [index, place] of places.entries()) {
    const points = to[index] - from[index];
    if (!points) continue;
    const bird = Object.assign(document.createElement("i"), { className: `flying s${index + 1}` });
    bird.dataset.points = points > 0 ? `+${points}` : `−${-points}`;
    document.body.append(bird);
    const there = { translate: `calc(${place.right}px - 100%) ${place.top - 8}px` };
    const here = { translate: `${(left ?? place.left) + (width ?? place.width) / 2}px ${top ?? place.bottom + 40}px` };
    const way = [
      { ...here, opacity: 0.4 },
      { ...there, offset: ARRIVAL },
      { ...there, offset: 0.8 },
      { ...there, opacity: 0 },
    ];
    bird.animate(way, { duration: FLIGHT, easing: "ease-out" }).onfinish = () => bird.remove();
  }
}
