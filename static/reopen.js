// Has the phone open the game also where there is no network, on https and localhost: static/worker.js keeps its page. Says
// so where a new version waits, and takes it when that is tapped.

if (navigator.serviceWorker && document.querySelector("[data-alone]")) {
  const registration = await navigator.serviceWorker.register(new URL("../../worker.js", import.meta.url)).catch(() => null);
  if (registration) {
    const watch = () => registration.installing?.addEventListener("statechange", () => offer(registration));
    registration.addEventListener("updatefound", watch);
    watch();
    offer(registration);
  }
}

function offer(registration) {
  if (!registration.waiting || !navigator.serviceWorker.controller || document.getElementById("new-version")) return;
  const notice = Object.assign(document.createElement("p"), { id: "new-version", className: "notice", role: "status", textContent: "A new version is here. " });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Load it" });
  button.addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    registration.waiting.postMessage("take the new version");
  });
  notice.append(button);
  document.body.append(notice);
}
