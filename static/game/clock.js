// Counts down the time left from the seconds that the server gave. When time is up the phone vibrates and, between two
// hands, asks which is the last.
import { find, findAll, get, isAllowed } from "../shared/page.js";

const LABELS = ["That was the last hand", "One more"]; // as in game/_clock.html
const LAST = 300; // seconds that a television shows large
const KEPT = "clock"; // outlives the page: what Back brings again began to count when it was first shown
let { given, ends } = readKept();
let isOver = ends <= Date.now();

draw();
setInterval(tick, 1000);
for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, draw); // without a wait for the next tick

function draw() {
  tick(true);
}

function tick(isDrawn = false) {
  const clock = find("[data-seconds]");
  if (!clock) return;
  const poll = /** @type {HTMLElement} */ (clock.closest("[data-poll]")).dataset.poll;
  const now = `${poll} ${clock.dataset.seconds}`; // unchanged if the phone itself drew the page again
  const isSame = now === given;
  if (!isSame) {
    [given, ends, isOver] = [now, Date.now() + 1000 * Number(clock.dataset.seconds), false];
    keep();
  }
  if (clock.firstElementChild && !isDrawn) return;
  const left = Math.ceil((ends - Date.now()) / 1000);
  const isOfHall = clock.classList.contains("time");
  if (isOfHall) clock.classList.toggle("last", left <= LAST);
  if (left > 0) {
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} left`;
    return;
  }
  const steps = findAll(".clock [name=hand], .clock [name=hand] ~ button");
  const over = document.createElement("strong");
  if (isOfHall)
    over.append(Object.assign(document.createElement("span"), { textContent: "Time's up:" }), " finish the hand");
  else over.textContent = steps.length ? "Time's up. Was that the last hand?" : "Time's up: last hand";
  clock.replaceChildren(over);
  for (const [index, step] of steps.entries()) step.textContent = LABELS[index];
  // A bid being filled in is left alone.
  if (steps.length && isDrawn) get(".clock").classList.add("asks");
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
