// Helps on the page of a new game: known names are tapped into their seats, and who plays with whom is said at once.
import { find, findAll, findInputs, get, isOurs } from "./page.js";

const form = /** @type {HTMLFormElement} */ (get("#new-game"));
const rules = /** @type {HTMLSelectElement} */ (form.elements.namedItem("rules"));
const dealer = /** @type {HTMLSelectElement} */ (form.elements.namedItem("dealer"));
const [target, minutes, handLimit] = ["target", "time_limit", "hand_limit"].map(
  (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)),
);
const seats = findInputs(".seats input", form);
const carried = findInputs("#carried input", form);
const known = get("#known");
const knownButtons = [...known.querySelectorAll("button")];
const inPlay = () => seats.filter((seat) => !seat.disabled);
/** @param {HTMLInputElement} seat */
const nameOf = (seat) => seat.value.trim().replace(/\s+/g, " ");

/**
 * Hides a field and what is around it.
 * @param {HTMLInputElement} field
 * @param {boolean} isHidden
 */
function hide(field, isHidden) {
  field.disabled = isHidden;
  const around = field.closest("div");
  if (around) around.hidden = isHidden;
}

/** @param {HTMLOptionElement[]} options */
const sideName = (options) => options.map((option) => option.text).join(" & ");

function update() {
  const chosen = rules.selectedOptions[0].dataset;
  for (const [place, seat] of seats.entries()) {
    hide(seat, place >= Number(chosen.players));
    const option = dealer.options[place];
    option.hidden = option.disabled = seat.disabled;
    option.text = nameOf(seat) || `Player ${place + 1}`;
  }
  if (dealer.selectedOptions[0].disabled) dealer.selectedIndex = 0;
  const players = [...dealer.options].filter((option) => !option.disabled);
  get("#sides").hidden = chosen.pairs === undefined;
  get(".seats").classList.toggle("pairs", chosen.pairs !== undefined);
  get("#about-rules").textContent = chosen.about ?? "";
  get("#seating").textContent = `${rules.selectedOptions[0].text}: ${chosen.seating}`;
  for (const [first, side] of findAll("#sides strong").entries())
    side.textContent = sideName(players.filter((_, place) => place % 2 === first));
  const totals = Number(chosen.totals);
  for (const [place, total] of carried.entries()) {
    hide(total, place >= totals);
    const words = total.closest("label")?.firstChild;
    if (words) words.textContent = `Total of ${sideName(players.filter((_, seat) => seat % totals === place))}`;
  }
  get("#own-end").textContent = chosen.end ?? "";
  get("#round-end").hidden = !chosen.rounds;
  get("#round-end span").textContent = chosen.rounds ?? "";
  get("#any-end").hidden = Boolean(chosen.rounds);
  for (const field of [target, minutes]) hide(field, Boolean(chosen.rounds));
  const taken = inPlay().map(nameOf);
  for (const button of knownButtons) button.setAttribute("aria-pressed", String(taken.includes(button.value)));
}

for (const button of knownButtons)
  button.addEventListener("click", () => {
    const seat = inPlay().find((one) => nameOf(one) === button.value) ?? inPlay().find((one) => !nameOf(one));
    if (!seat) return;
    seat.value = nameOf(seat) ? "" : button.value;
    update();
  });
// What the last game was played to belongs to its rules: other rules begin with their own goal.
rules.addEventListener("input", () => {
  for (const field of [target, minutes, handLimit])
    if (field.value === field.defaultValue || !field.value)
      field.value = rules.selectedOptions[0].defaultSelected ? field.defaultValue : "";
});
// Back from the game that was started leads home, not to an empty form.
form.addEventListener("submit", () => {
  history.replaceState({ started: findInputs("[name=form_id]", form)[0].value }, "");
});
addEventListener("pageshow", async () => {
  const { started } = history.state ?? {};
  const answer = started && (await fetch(`${form.action}/${started}`, { method: "HEAD" }));
  const home = find(".home");
  if (answer?.ok && isOurs(answer) && home instanceof HTMLAnchorElement) location.replace(home.href);
});
form.addEventListener("input", update);
get("#spare").hidden = true; // the page says it as one chooses
known.hidden = !knownButtons.length;
update();
