// On the score sheet and the recap: what prints them and sends their picture. The sheet follows its game; what is typed beside
// it stays.
import "../shared/poll.js";
import "../shared/share_picture.js"; // ready for the first tap
import "../shared/share.js";
import { find, get, targetOf } from "../shared/page.js";
import { keepPlace } from "../shared/place.js";

get("#print").hidden = !window.print;
document.addEventListener("click", (event) => targetOf(event)?.closest("#print") && window.print());
document.addEventListener("rook:answered", (event) => {
  if (!(event instanceof CustomEvent)) return;
  const { response, text } = /** @type {import("../shared/poll.js").Answered} */ (event.detail);
  if (response.status === 404) return location.reload(); // the game was deleted
  if (response.status !== 200 && response.status !== 422) return;
  const news = new DOMParser().parseFromString(text, "text/html");
  keepPlace(() => {
    for (const part of ["#paper", ".bar"]) {
      const here = find(part);
      if (here) here.replaceWith(get(part, news));
    }
  });
  get("#print").hidden = !window.print;
});
