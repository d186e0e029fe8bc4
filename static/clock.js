// The time left counts on between two pages, by the seconds that the server gave; when it is over, the phone buzzes.
import { find, isAllowed } from "./page.js";

let given = "";
let ends = 0;
let isOver = false;

tick();
setInterval(tick, 1000);
for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, tick); // else it says full minutes for a second

function tick() {
  const clock = find("[data-seconds]");
  if (!clock) return;
  const poll = /** @type {HTMLElement} */ (clock.closest("[data-poll]")).dataset.poll;
  const now = `${poll} ${clock.dataset.seconds}`; // drawn again by the phone, it runs on
  const isSame = now === given;
  if (!isSame) [ends, isOver] = [Date.now() + 1000 * Number(clock.dataset.seconds), false];
  given = now;
  if (clock.firstElementChild) return;
  const left = Math.ceil((ends - Date.now()) / 1000);
  if (left > 0) {
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} left`;
    return;
  }
  clock.replaceChildren(Object.assign(document.createElement("strong"), { textContent: "Time's up: last hand" }));
  if (isSame && !isOver && isAllowed("vibration")) navigator.vibrate?.([400, 200, 400]);
  isOver = true;
}
