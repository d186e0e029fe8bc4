// Keeps the screen on while a game is running. Browsers allow that on https and localhost only, and end it whenever the
// page is hidden. Where its switch is on, the caller comes along.
import { find, isAllowed } from "../shared/page.js";

/** @type {WakeLockSentinel | null} */
let wakeLock = null;
let isAsking = false;

keepAwake();
call().catch(() => {}); // without a network, which the page says
document.addEventListener("visibilitychange", keepAwake);
for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, keepAwake);

async function keepAwake() {
  if (!isRunning() || !isAllowed("awake")) {
    wakeLock?.release();
    wakeLock = null;
    return;
  }
  if (!navigator.wakeLock || document.hidden || isAsking || wakeLock?.released === false) return;
  isAsking = true;
  try {
    wakeLock = await navigator.wakeLock.request("screen");
  } catch {
    // refused, to save the battery for example
  }
  isAsking = false;
  if (!isRunning()) keepAwake(); // the game ended in the meantime
}

async function call() {
  if (isAllowed("voice")) await import("./voice.js");
}

function isRunning() {
  return find("#bid, #hand, #call, #partners, [data-poll]:not([data-over])") !== null;
}
