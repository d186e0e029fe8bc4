// The phone lies on the table, or shows the game to those around it: it stays awake while that is running. Browsers allow
// that on https and localhost only, and let go of it whenever the page is out of sight.
import { find, isAllowed } from "./page.js";

/** @type {WakeLockSentinel | null} */
let wakeLock = null;
let isAsking = false;

keepAwake();
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
    // a phone that saves its battery says no
  }
  isAsking = false;
  if (!isRunning()) keepAwake(); // the game ended while the phone thought about it
}

function isRunning() {
  return find("#bid, #hand, #call, #partners, [data-poll]:not([data-over])") !== null;
}
