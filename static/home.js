// While there is no network: marks the links of the first page that need it.
import { find, findAll, get } from "./shared/page.js";
import "./shared/share.js";

const isAway = () => !navigator.onLine || find("[data-kept]") !== null;

async function update() {
  const away = isAway();
  get("#away").hidden = !away;
  for (const way of findAll("main a, main button")) {
    const kept = way instanceof HTMLAnchorElement && (await globalThis.caches?.match(way.href, { ignoreVary: true }));
    way.classList.toggle("away", away && !kept);
  }
}

if (isAway()) update();
addEventListener("offline", update);
addEventListener("online", () => get("#away").hidden || location.reload());
