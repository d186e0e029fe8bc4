// The button Share: the first tap loads what draws the picture.
import { targetOf } from "./page.js";

document.addEventListener("click", async (event) => {
  const button = targetOf(event)?.closest("[data-picture]");
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  (await import("./picture.js")).share(button);
});
