// Has the phone open Home and its games also where there is no network, on https and localhost: static/worker.js keeps
// their pages. Says so where a new version waits, and takes it when that is tapped.
import { find } from "../shared/page.js";

const root = new URL("../../../", import.meta.url);
if (navigator.serviceWorker && find("[data-alone]")) register();

async function register() {
  const registration = await navigator.serviceWorker.register(new URL("worker.js", root)).catch(() => null);
  if (registration) {
    const watch = () => registration.installing?.addEventListener("statechange", () => offerVersion(registration));
    registration.addEventListener("updatefound", watch);
    watch();
    offerVersion(registration);
  }
}

/** @param {ServiceWorkerRegistration} registration */
function offerVersion(registration) {
  if (!registration.waiting || !navigator.serviceWorker.controller || find("#new-version")) return;
  const textContent = "A new version is here. ";
  const notice = Object.assign(document.createElement("p"), {
    id: "new-version",
    className: "notice",
    role: "status",
    textContent,
  });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Load it" });
  button.addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    registration.waiting?.postMessage("take the new version");
  });
  notice.append(button);
  document.body.append(notice);
}
