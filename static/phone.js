// Tries what this phone can do at this address. What it does without being asked can be switched off, on this phone only.
import { whyNot } from "./alone/database.js";
import { whyNoVoice } from "./game/voice_switch.js";
import { findInputs, get, inputOf, isAllowed } from "./shared/page.js";

const WORKS = "Works here.";
const OTHER_BROWSER = "This browser can't. Another one on this phone might.";
const isApple = /iPhone|iPad/.test(navigator.userAgent);
const insecure = isSecureContext ? "" : "Not at this address.";

/**
 * Each returns "" if it works, else what to do about it.
 * @type {Record<string, () => Promise<string>>}
 */
const attempts = {
  async awake() {
    if (!navigator.wakeLock) return insecure || OTHER_BROWSER;
    try {
      await (await navigator.wakeLock.request("screen")).release();
    } catch {
      return "This phone won't right now, maybe to save its battery.";
    }
    return "";
  },
  async vibration() {
    return "vibrate" in navigator ? "" : "This browser can't vibrate.";
  },
  voice: whyNoVoice,
  keep: () =>
    new Promise((resolve) => {
      try {
        const request = indexedDB.open("rook-tried");
        request.onsuccess = () => {
          request.result.close();
          indexedDB.deleteDatabase("rook-tried");
          resolve("");
        };
        request.onerror = () => resolve(`Not here: ${whyNot(request.error)}`);
      } catch {
        resolve(OTHER_BROWSER);
      }
    }),
  async open() {
    if (!navigator.serviceWorker) return insecure || OTHER_BROWSER;
    const isOpen = await navigator.serviceWorker.getRegistration();
    return isOpen ? "" : "Not yet: open a game here once, while the scorekeeper can be reached.";
  },
  async install() {
    if (isInstalled()) return "";
    if (isApple) return "In Safari: Share, then Add to Home Screen.";
    return insecure || "In the browser's menu: Install, or Add to Home screen.";
  },
  async share() {
    return "share" in navigator ? "" : `${insecure || OTHER_BROWSER} The recap's text can be selected.`;
  },
};

function isInstalled() {
  const isApp = matchMedia("(display-mode: standalone), (display-mode: fullscreen)").matches;
  return isApp || ("standalone" in navigator && navigator.standalone);
}

/** Returns how long this browser keeps what a page stores (webkit.org, "Full Third-Party Cookie Blocking and More"). */
async function howLong() {
  if (isApple && !isInstalled())
    return "Safari deletes it after seven days without a visit, but not from the home screen.";
  const isAsked = await navigator.storage?.persisted?.();
  return isAsked ? "This browser keeps it until you delete it." : "A browser that runs out of room may delete it.";
}

for (const [name, attempt] of Object.entries(attempts))
  attempt().then((way) => {
    get(`#${name}-hint`).textContent = way || WORKS;
    if (name === "keep" && !way) howLong().then((words) => get("#keep-hint").append(` ${words}`));
    for (const box of findInputs(`#switches [name=${name}]`)) {
      box.checked = !way && isAllowed(/** @type {"awake" | "vibration" | "voice"} */ (name));
      box.disabled = Boolean(way);
    }
  });
get("#switches").addEventListener("change", (event) => {
  const box = inputOf(event);
  if (box) localStorage.setItem(box.name, box.checked ? "on" : "off");
});
get("#switches").hidden = get("#works").hidden = false;
get("#without").hidden = true;
get("#insecure").hidden = isSecureContext;
