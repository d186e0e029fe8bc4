// The button Share: the first tap loads what draws the picture.
import { showNotice, targetOf } from "./page.js";

document.addEventListener("click", async (event) => {
  const button = targetOf(event)?.closest("[data-picture]");
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  try {
    const { share } = await import("./share_picture.js");
    await share(button);
  } catch {
    showNotice("Not shared: the picture comes from the scorekeeper, which can't be reached. Nothing is lost.");
  }
});
