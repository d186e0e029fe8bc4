// On the page of a paper sheet: labels its columns with the names as they are typed.
import { findAll, findInputs, get } from "./page.js";
import "./share.js";

const seats = findInputs("#check-sheet .seats input");
const labels = findAll("#check-sheet [data-seats]");
/** @type {NodeListOf<HTMLOptionElement>} */
const offered = document.querySelectorAll("#players option");
/** @param {number} seat */
const nameOf = (seat) => seats[seat].value.trim().replace(/\s+/g, " ") || `Player ${seat + 1}`;
/** @param {HTMLElement} label */
const sideOf = (label) => (label.dataset.seats ?? "").split(" ").map(Number).map(nameOf).join(" & ");
let shown = labels.map(sideOf);

get("#check-sheet .seats").addEventListener("input", () => {
  for (const [place, label] of labels.entries()) {
    const words = label.firstChild;
    if (words) words.textContent = words.textContent?.replace(shown[place], () => sideOf(label)) ?? "";
  }
  shown = labels.map(sideOf);
  for (const [seat, option] of offered.entries()) option.value = nameOf(seat);
});
