// On the page of a new game: shows the rules for how many play, the seats that these have, and puts known names into them
// by a tap.
import { means, readName } from "../shared/names.js";
import { find, findInputs, get, isOurs } from "../shared/page.js";

const form = /** @type {HTMLFormElement} */ (get("#new-game"));
const rules = findInputs("[name=rules]", form);
const others = /** @type {HTMLInputElement} */ (get("#other-rules", form));
const dealers = findInputs("[name=dealer]", form);
const table = get(".seats");
const [target, minutes, handLimit] = ["target", "time_limit", "hand_limit"].map(
  (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)),
);
const seats = findInputs(".seats .field input", form);
const carried = findInputs("#carried input", form);
const known = get("#known");
const knownButtons = [...known.querySelectorAll("button")];
const chosenRules = () => rules.find((one) => one.checked) ?? rules[0];
const inPlay = () => seats.filter((seat) => !seat.disabled);
/** @param {HTMLInputElement} seat */
const nameOf = (seat) => readName(seat.value);

/**
 * Hides and disables a field, with the element around it.
 * @param {HTMLInputElement} field
 * @param {boolean} isHidden
 */
function hide(field, isHidden) {
  field.disabled = isHidden;
  const around = field.closest("div");
  if (around) around.hidden = isHidden;
}

function update() {
  const chosen = chosenRules().dataset;
  for (const [place, seat] of seats.entries()) {
    hide(seat, place >= Number(chosen.players));
    dealers[place].disabled = seat.disabled;
    dealers[place].ariaLabel = `${nameOf(seat) || `Player ${place + 1}`} deals first`;
  }
  if (!dealers.some((one) => one.checked && !one.disabled)) dealers[0].checked = true;
  const players = inPlay().map((seat, place) => nameOf(seat) || `Player ${place + 1}`);
  table.className = `seats table of-${chosen.players}${chosen.pairs === undefined ? "" : " pairs"}`;
  get("#seating").textContent = `${get(`#title-${chosenRules().value}`).textContent}: ${chosen.seating}`;
  const totals = Number(chosen.totals);
  for (const [place, total] of carried.entries()) {
    hide(total, place >= totals);
    const words = total.closest("label")?.firstChild;
    if (words) words.textContent = `Total of ${players.filter((_, seat) => seat % totals === place).join(" & ")}`;
  }
  target.placeholder = chosen.target ?? "";
  get("#own-end").textContent = chosen.end ?? "";
  get("#round-end").hidden = !chosen.rounds;
  get("#round-end span").textContent = chosen.rounds ?? "";
  get("#any-end").hidden = Boolean(chosen.rounds);
  for (const field of [target, minutes]) hide(field, Boolean(chosen.rounds));
  if (chosen.rounds) get("#other-ends").setAttribute("open", "");
  const taken = inPlay().map(nameOf);
  for (const button of knownButtons)
    button.setAttribute("aria-pressed", String(taken.some((name) => means(name, button.value, button.dataset.merged))));
}

for (const button of knownButtons)
  button.addEventListener("click", () => {
    const seat =
      inPlay().find((one) => means(nameOf(one), button.value, button.dataset.merged)) ??
      inPlay().find((one) => !nameOf(one));
    if (!seat) return;
    seat.value = nameOf(seat) ? "" : button.value;
    update();
  });
// A keyboard's Next is Return under another name (HTML, enterkeyhint), which would send the form (HTML, implicit submission):
// it goes on to the next seat, and from the last to the button.
for (const seat of seats)
  seat.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const next = inPlay()[inPlay().indexOf(seat) + 1] ?? get("button.go", form);
    next.focus();
  });
// The goal of the last game belongs to its rules: other rules start with their own.
function startWithTheirGoal() {
  for (const field of [target, minutes, handLimit])
    if (field.value === field.defaultValue || !field.value)
      field.value = chosenRules().defaultChecked ? field.defaultValue : "";
}
// A number brings its rules: those that were chosen for it before, else there are several to choose among. A tap on one
// closes the others, an arrow key does not.
const chosenFor = /** @type {Map<string | undefined, HTMLInputElement>} */ (new Map());
for (const number of findInputs("[name=how_many]", form))
  number.addEventListener("click", () => {
    const [before, again] = [chosenRules(), chosenFor.get(number.value)];
    const fitting = rules.filter((one) => one.dataset.players === number.value);
    if (!fitting.includes(before)) {
      chosenFor.set(before.dataset.players, before);
      (again ?? fitting.find((one) => one.defaultChecked) ?? fitting[0]).checked = true;
    }
    others.checked = fitting.length > 1 && !again;
    startWithTheirGoal();
    update();
  });
for (const one of rules) {
  one.addEventListener("input", startWithTheirGoal);
  one.addEventListener("click", (event) => {
    if (event.detail) others.checked = false;
  });
}
// "Back" from the game that was started leads home, not to an empty form.
addEventListener("submit", () => {
  history.replaceState({ started: findInputs("[name=form_id]", form)[0].value }, "");
});
addEventListener("pageshow", async () => {
  const { started } = history.state ?? {};
  const answer = started && (await fetch(new URL(started, form.action), { method: "HEAD" }));
  const home = find(".home");
  if (answer?.ok && isOurs(answer) && home instanceof HTMLAnchorElement) location.replace(home.href);
});
form.addEventListener("input", update);
get("#spare").hidden = true; // the page updates at once
known.hidden = !knownButtons.length;
update();
