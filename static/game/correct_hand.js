// What the form of a hand that is corrected or added loads.
import "./cards.js";
import "./pad.js";
import { find, hideNotice, showNotice } from "../shared/page.js";

// What a side only says of a hand waits on the phone; all else needs the network, and stays on the page until it is there.
const NEEDED = "This needs the network. What you entered stays here: tap again when it's back.";
const tellNeeded = () => (navigator.onLine ? hideNotice() : showNotice(NEEDED));

if (!find("[name=shown]")) {
  tellNeeded();
  // An answer that was on its way hides the notice.
  for (const changed of ["online", "offline", "htmx:after:swap"]) addEventListener(changed, tellNeeded);
  document.addEventListener("submit", (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    tellNeeded();
  });
}
