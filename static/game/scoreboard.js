// The scripts of a scoreboard.
import "./awake.js";
import "./clock.js";
import "../shared/news.js";
import { find, showNotice, targetOf } from "../shared/page.js";
import "./pad.js";
import "../shared/share.js";

// The load waits for the CDN, these do not.
setTimeout(async () => {
  await import("./cards.js").catch(() => {}); // then each side's count is typed
  await import("./rare.js").catch(() => {}); // then what is rare unfolds above the count
});
if (document.readyState === "complete") loadLater();
else addEventListener("load", loadLater);

document.addEventListener("click", (event) => {
  if (!targetOf(event)?.closest("a.total") || (navigator.onLine && !find("[data-local], #unreached"))) return;
  event.preventDefault();
  showNotice("Checking a total needs the network, and every hand sent.");
});

async function loadLater() {
  await import("../shared/share_picture.js").catch(() => {}); // then the tap on Share says so
}
