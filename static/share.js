// The button Share: what draws the picture comes with the first tap.
import { targetOf } from "./page.js";

document.addEventListener("click", async (event) => {
  const button = targetOf(event)?.closest("[data-picture]");
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  (await import("./picture.js")).share(button);
});
