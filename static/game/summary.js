// On the recap: shows the buttons that work on this phone at this address. The text can always be selected.
import { get } from "../shared/page.js";
import "./sheet.js";

const text = get("#text").textContent ?? "";
const status = get("#shared");

get("#share").hidden = false;
// The clipboard is there on https and localhost only.
offer("#copy", Boolean(navigator.clipboard), async () => {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = "Copied.";
  } catch {
    status.textContent = "Copying is blocked. Select the text below.";
    const details = get("#text").closest("details");
    if (details) details.open = true;
  }
});

/**
 * @param {string} button
 * @param {boolean} can
 * @param {() => void} act
 */
function offer(button, can, act) {
  get(button).hidden = !can;
  get(button).addEventListener("click", act);
}
