// What this phone can do at this address, tried here and now, and what it does by itself, each of which can be switched
// off; the phone alone remembers that.
"use strict";
{
  const form = document.getElementById("switches");
  const WORKS = "Works here.";
  const HTTPS = "This needs https. Whoever runs the scorekeeper can set it up: docs/https.md says how.";
  const OTHER_BROWSER = "This browser can't. Another one on this phone might.";
  const insecure = isSecureContext ? "" : HTTPS;
  const say = (name, text) => { document.getElementById(`${name}-hint`).textContent = text; };

  // Each answers "" where it works, else the one way to get it.
  const tried = {
    async awake() {
      if (!navigator.wakeLock) return insecure || OTHER_BROWSER;
      try { await (await navigator.wakeLock.request("screen")).release(); } catch { return "This phone won't right now, maybe to save its battery."; }
      return "";
    },
    async vibration() { return navigator.vibrate ? "" : "This browser can't vibrate."; },
    async keep() {
      return new Promise((done) => {
        try {
          const request = indexedDB.open("rook-tried");
          request.onsuccess = () => { request.result.close(); indexedDB.deleteDatabase("rook-tried"); done(""); };
          request.onerror = () => done("Not in a private window: open the app in an ordinary one.");
        } catch { done(OTHER_BROWSER); }
      });
    },
    async open() {
      if (!navigator.serviceWorker) return insecure || OTHER_BROWSER;
      return await navigator.serviceWorker.getRegistration() ? "" : "Not yet: open a game here once, while the scorekeeper can be reached.";
    },
    async install() {
      if (matchMedia("(display-mode: standalone), (display-mode: fullscreen)").matches || navigator.standalone) return "";
      if (/iPhone|iPad/.test(navigator.userAgent)) return "In Safari: Share, then Add to Home Screen.";
      return insecure || "In the browser's menu: Install, or Add to Home screen.";
    },
    async share() { return navigator.share ? "" : `${insecure || OTHER_BROWSER} The recap's text can be selected.`; },
  };

  for (const [name, attempt] of Object.entries(tried)) attempt().then((way) => {
    say(name, way || WORKS);
    const box = form.elements[name];
    if (!box) return;
    box.checked = !way && localStorage.getItem(name) !== "off";
    box.disabled = Boolean(way);
  });
  form.addEventListener("change", ({ target }) => localStorage.setItem(target.name, target.checked ? "on" : "off"));
  form.hidden = document.getElementById("works").hidden = false;
  document.getElementById("without").hidden = true;
}
