// The pad: a button for each possible count instead of the phone's keyboard, unless there are too many. It fills in the active
// side. If the whole deck's counters are in play, the last empty side gets the rest.
import { find, findInputs, inputOf } from "../shared/page.js";

const MOST_BUTTONS = 60;
const TYPING = 1_000; // milliseconds between two digits of one bid
let [typed, typedAt] = ["", 0];

buildOnce();
for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, buildOnce);

// Digits choose the bid that they write.
document.addEventListener("keydown", (event) => {
  const field = inputOf(event);
  if (field?.type !== "radio" || field.name !== "bid" || !field.form || !/^\d$/.test(event.key)) return;
  typed = event.timeStamp - typedAt < TYPING ? typed + event.key : event.key;
  typedAt = event.timeStamp;
  const bid = findInputs(`[name=bid][value="${typed}"]`, field.form)[0];
  bid?.focus();
  bid?.click();
});

function buildOnce() {
  const pad = find("#pad");
  if (pad && !pad.childElementCount) build(pad);
}

/** @param {HTMLElement} pad */
function build(pad) {
  const form = /** @type {HTMLFormElement} */ (pad.closest("form"));
  const [most, step, isWhole] = [Number(pad.dataset.most), Number(pad.dataset.step), pad.dataset.whole !== undefined];
  const fields = findInputs("input[data-names]", form);
  const bidding = fields.find((field) => field.dataset.first !== undefined) ?? fields[0];
  const buttons = most / step < MOST_BUTTONS ? makeButtons(pad, most, step) : [];
  const reneged = () => findInputs("[name=reneged_by]:checked", form)[0]?.value;
  const endedEarly = () => find("[name=reneged_by]:checked, [name=gave_up]:checked", form) !== null;
  let active = bidding;

  /** @param {HTMLInputElement} field */
  function activate(field) {
    active = field;
    for (const each of fields) each.closest(".field")?.classList.toggle("in-hand", each === field);
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === field.value));
    stopAt(buttons.find((button) => button.value === field.value) ?? buttons[0]);
    pad.setAttribute("aria-label", "Points");
    pad.setAttribute("aria-description", `Captured by ${field.dataset.names}`);
  }

  /** @param {HTMLInputElement} changed */
  function fillRest(changed) {
    delete changed.dataset.rest;
    const open = fields.filter((field) => field !== changed && (!field.value || field.dataset.rest !== undefined));
    if (!isWhole || endedEarly() || open.length !== 1) return;
    const given = fields.filter((field) => field !== open[0]).map((field) => Number(field.value || NaN));
    const rest = most - given.reduce((sum, points) => sum + points, 0);
    open[0].value = rest >= 0 && rest % step === 0 ? String(rest) : "";
    open[0].dataset.rest = "";
  }

  // The pad is one stop of the Tab key; arrows go from count to count.
  /** @param {EventTarget | null} stop */
  function stopAt(stop) {
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }

  pad.addEventListener("focusin", ({ target }) => stopAt(target));
  pad.addEventListener("keydown", (event) => {
    const columns = buttons.filter(({ offsetTop }) => offsetTop === buttons[0].offsetTop).length;
    const steps = new Map(Object.entries({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }));
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const next = buttons[at + (steps.get(event.key) ?? Number.NaN)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  pad.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    // With two sides, one gives the other; a count typed by hand is left alone.
    const other = fields.find((field) => field !== active);
    if (fields.length === 2 && other && isWhole && !endedEarly()) other.dataset.rest = "";
    active.value = target.value;
    active.dispatchEvent(new Event("input", { bubbles: true }));
    const left = fields.find((field) => !field.value && !field.disabled);
    activate(left ?? active);
  });
  for (const field of fields) {
    if (buttons.length) field.inputMode = "none";
    field.addEventListener("focus", () => activate(field));
    field.addEventListener("input", () => {
      fillRest(field);
      if (field === active) activate(field);
    });
  }
  form.addEventListener("change", (event) => {
    const name = inputOf(event)?.name ?? "";
    if (["reneged_by", "gave_up"].includes(name)) changeEnd();
  });

  // A hand ends early if someone reneges or gives up: there is no rest, and no one gets the last trick or the nest (R9, R33).
  function changeEnd() {
    sayWho();
    if (endedEarly()) {
      for (const field of fields) if (field.dataset.rest !== undefined) field.value = "";
      for (const nest of findInputs("[name=nest_points]", form)) nest.value = "";
      const tricks = "[name=last_trick], [name=most_tricks], [name=sweep]";
      for (const trick of findInputs(tricks, form)) trick.checked = false;
    }
    chooseField();
  }

  // Who reneged stands in the place of the question; a tap asks again.
  const again = find("#reneger");
  function sayWho() {
    const who = findInputs(".who :checked", form)[0];
    if (!again) return;
    again.hidden = !who?.value;
    again.textContent = `by ${who?.closest("label")?.textContent?.trim()}`;
  }
  find(".who", form)?.addEventListener("click", ({ detail }) => {
    if (detail) active.focus({ preventScroll: true }); // a tap goes on; arrow keys choose until the focus leaves
  });
  again?.addEventListener("click", () => {
    for (const who of findInputs(".who :checked", form)) who.checked = false;
    changeEnd();
    findInputs(".who input", form)[0]?.focus({ preventScroll: true });
  });

  // The side that reneged gets nothing for its cards: the pad fills in another.
  function chooseField() {
    const offender = reneged();
    for (const field of fields)
      field.disabled = Boolean(offender) && (field.dataset.players ?? "").split(" ").includes(offender);
    const open = fields.filter((field) => !field.disabled);
    const wrong = open.find((field) => field.matches("[aria-invalid]"));
    activate(wrong ?? open.find((field) => !field.value) ?? (open.includes(active) ? active : open[0]));
  }

  // The rest was computed, not counted: it is not sent, and the next page fills it in again.
  form.addEventListener("formdata", ({ formData }) => {
    for (const field of fields) if (field.dataset.rest !== undefined) formData.set(field.name, "");
  });
  const counted = fields.find((field) => field.value);
  if (counted) fillRest(counted);
  pad.hidden = !buttons.length;
  activate(bidding);
  sayWho();
  if (reneged() || fields.some((field) => field.matches("[aria-invalid]"))) chooseField();
}

/**
 * @param {HTMLElement} pad
 * @param {number} most
 * @param {number} step
 */
function makeButtons(pad, most, step) {
  for (let points = 0; points <= most; points += step) {
    const value = String(points);
    pad.append(Object.assign(document.createElement("button"), { type: "button", value, textContent: value }));
  }
  return [...pad.querySelectorAll("button")];
}
