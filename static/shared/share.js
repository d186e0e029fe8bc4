// The button Share. What draws the picture was loaded with the page, or just after: by the time it is tapped, the server may
// have been updated.
import { get, hideNotice, isInUse, reloadIfUpdated, showNotice, targetOf } from "./page.js";

document.addEventListener("click", async (event) => {
  const button = targetOf(event)?.closest("[data-picture]");
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  try {
    const { share } = await import("./share_picture.js");
    if ((await share(button)) !== "saved") return;
    showNotice("Picture saved.");
    setTimeout(hideNotice, 4_000);
  } catch {
    if (!isInUse(get("#main")) && (await reloadIfUpdated().catch(() => false))) return;
    showNotice("Not shared: the picture comes from the scorekeeper, which can't be reached. Nothing is lost.");
  }
});
