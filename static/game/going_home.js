// On the settings of a game: the button with which people go home says who does.
import { find, findInputs } from "../shared/page.js";

function update() {
  const button = find("#goes-home .go");
  const left = findInputs("#goes-home [data-says]").filter((field) => field.value.trim());
  if (button) button.textContent = (left.length === 1 && left[0].dataset.says) || "They go home";
}

document.addEventListener("input", update);
update();
