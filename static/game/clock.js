// Counts down the time left from the seconds that the server gave. When time is up the phone vibrates and, between two
// hands, asks which is the last. The phone's own clock can be set: it counts only while the server is out of reach.
import { find, findAll, get, isAllowed } from "../shared/page.js";

const LAST = 300; // seconds that a television shows large, and in which a table calls time without a question
const KEPT = "clock"; // outlives the page: what Back brings again began to count when it was first shown
const opened = Date.now() - performance.now();
let slept = 0; // what the page does not count: between two answers the server's time went on by more
/** @type {number | undefined} */
let ahead;
let { given, ends } = readKept();
let isOver = ends <= Date.now();

draw();
setInterval(tick, 1000);
for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, draw); // without a wait for the next tick
document.addEventListener("rook:answered", (event) => {
  const { response } = /** @type {CustomEvent<import("../shared/poll.js").Answered>} */ (event).detail;
  const time = Date.parse(response.headers?.get("date") ?? "") - performance.now();
  ahead ??= time;
  slept = Math.max(slept, time - ahead || 0);
});

function draw() {
  tick(true);
}

function now() {
  return find("#unreached") ? Date.now() : opened + slept + performance.now();
}

/** @param {"left" | "up"} time */
function turn(time) {
  if (time === "left") find(".clock")?.classList.remove("asks");
  for (const step of findAll("[data-up]")) step.textContent = step.dataset[time] ?? "";
}

function tick(isDrawn = false) {
  const clock = find("[data-seconds]");
  if (!clock) return;
  const poll = /** @type {HTMLElement} */ (clock.closest("[data-poll]")).dataset.poll;
  const shown = `${poll} ${clock.dataset.seconds}`; // unchanged if the phone itself drew the page again
  const isSame = shown === given;
  if (!isSame) {
    [given, ends, isOver] = [shown, now() + 1000 * Number(clock.dataset.seconds), false];
    keep();
  }
  const left = Math.ceil((ends - now()) / 1000);
  clock.classList.toggle("last", left <= LAST);
  // Before time is up nothing moves while a bid is filled in.
  if (isDrawn || left <= 0) clock.closest(".clock")?.classList.toggle("near", left <= LAST);
  if (left > 0) {
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} left`;
    if (isOver) turn("left");
    isOver = false;
    return;
  }
  if (clock.firstElementChild && !isDrawn) return;
  const { content } = /** @type {HTMLTemplateElement} */ (clock.nextElementSibling);
  clock.replaceChildren(content.cloneNode(true));
  turn("up");
  // A bid being filled in is left alone.
  if (isDrawn && find("[data-up]")) get(".clock").classList.add("asks");
  if (isSame && !isOver && isAllowed("vibration")) navigator.vibrate?.([400, 200, 400]);
  isOver = true;
}

/** @returns {{ given: string, ends: number }} */
function readKept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "");
  } catch {
    return { given: "", ends: 0 }; // nothing was kept, or a private window keeps nothing
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ given, ends }));
  } catch {
    // then a page that Back brings counts from what it was given
  }
}
