// Who watches: a television turns between the seats and the standings, beginning with the seats of each new draw; a phone
// finds one person's seat. What another phone did replaces those two, and leaves the field where a name is typed.
import "../game/clock.js";
import { finds } from "../shared/names.js";
import { find, findAll, get, retitle, tell, wordsIn } from "../shared/page.js";
import { keepPlace } from "../shared/place.js";
import "../shared/poll.js";

const SHOWN = 15_000; // milliseconds
const MOST_FOUND = 3;
const field = find("#find input");
let round = "";
let timer = 0;

show();
document.addEventListener("rook:answered", (event) => {
  if (!(event instanceof CustomEvent)) return;
  const { response, text } = /** @type {import("../shared/poll.js").Answered} */ (event.detail);
  if (response.status === 204) return;
  const { content } = Object.assign(document.createElement("template"), { innerHTML: text });
  const words = wordsIn(content, wordsIn());
  const isOver = !find("#tournament", content); // the link was renewed
  if (!isOver) get("#find").hidden = get("#find", content).hidden;
  keepPlace(() => {
    if (isOver) get("#main").replaceChildren(content);
    else for (const id of ["#now", "#tournament"]) get(id).replaceWith(get(id, content));
    document.dispatchEvent(new Event("rook:shown"));
    show();
  });
  retitle();
  tell(words);
});
field?.addEventListener("input", showSeat);
find("#find")?.addEventListener("submit", (event) => {
  event.preventDefault();
  showSeat();
});

function show() {
  const drawn = find("[data-round]")?.dataset.round ?? "";
  if (find("[data-turns]") && (drawn !== round || !timer)) turn(true);
  round = drawn;
  if (field instanceof HTMLInputElement && field.value) showSeat();
}

/** Shows the next of the page's panes, or the first; a phone shows them all (television.css). */
function turn(isFirst = false) {
  clearTimeout(timer);
  const panes = findAll(find("[data-stays]") ? "[data-stays]" : "[data-pane]").map((pane) => pane.dataset.pane);
  const { dataset } = document.documentElement;
  dataset.turn = panes[isFirst ? 0 : (panes.indexOf(dataset.turn) + 1) % panes.length];
  timer = setTimeout(turn, SHOWN);
}

/** Says where those sit who can be meant by what is typed. */
function showSeat() {
  const typed = /** @type {HTMLInputElement} */ (field).value.trim();
  const rows = findAll("[data-seat]").filter((row) => finds(typed, row.dataset.name ?? ""));
  const found = typed ? rows.map((row) => row.dataset.seat) : [];
  const isMany = found.length > MOST_FOUND;
  const missing = typed && !found.length ? "No one of that name is in this round." : "";
  get("#seat").textContent = isMany ? "Type more of the name." : found.join(" ") || missing;
}
