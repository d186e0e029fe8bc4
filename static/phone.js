// Tries what this phone can do at this address. What it does without being asked can be switched off, on this phone only.
import { findInputs, get, inputOf } from "./page.js";

const WORKS = "Works here.";
const HTTPS = "This needs https. Whoever runs the scorekeeper can set it up: docs/using/hosting.md says how.";
const OTHER_BROWSER = "This browser can't. Another one on this phone might.";
const insecure = isSecureContext ? "" : HTTPS;

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
  keep: () =>
    new Promise((resolve) => {
      try {
        const request = indexedDB.open("rook-tried");
        request.onsuccess = () => {
          request.result.close();
          indexedDB.deleteDatabase("rook-tried");
          resolve("");
        };
        request.onerror = () => resolve("Not in a private window: open the app in an ordinary one.");
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
    const isInstalled = matchMedia("(display-mode: standalone), (display-mode: fullscreen)").matches;
    if (isInstalled || ("standalone" in navigator && navigator.standalone)) return "";
    if (/iPhone|iPad/.test(navigator.userAgent)) return "In Safari: Share, then Add to Home Screen.";
    return insecure || "In the browser's menu: Install, or Add to Home screen.";
  },
  async share() {
    return "share" in navigator ? "" : `${insecure || OTHER_BROWSER} The recap's text can be selected.`;
  },
};

for (const [name, attempt] of Object.entries(attempts))
  attempt().then((way) => {
    get(`#${name}-hint`).textContent = way || WORKS;
    for (const box of findInputs(`#switches [name=${name}]`)) {
      box.checked = !way && localStorage.getItem(name) !== "off";
      box.disabled = Boolean(way);
    }
  });
get("#switches").addEventListener("change", (event) => {
  const box = inputOf(event);
  if (box) localStorage.setItem(box.name, box.checked ? "on" : "off");
});
get("#switches").hidden = get("#works").hidden = false;
get("#without").hidden = true;
