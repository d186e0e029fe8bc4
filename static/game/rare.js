// What is rare is a question in the place of the count; its answer is a word above the count, which a tap opens again.
import { find, findAll, findInputs } from "../shared/page.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @type {WeakSet<Element>} */
const asking = new WeakSet();
build();
for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, build);

function build() {
  const rare = find(":is(#hand, #no-hand) .rare");
  const form = rare?.closest("form");
  if (!rare || !form || asking.has(rare)) return;
  asking.add(rare);
  for (const copied of findAll(".questions :is(.noted, .laid)")) copied.remove();
  ask(rare, form);
}

/**
 * @param {HTMLElement} rare
 * @param {HTMLFormElement} form
 */
function ask(rare, form) {
  const parts = findAll(":scope > details", rare).filter((part) => part instanceof HTMLDetailsElement);
  const around = /** @type {HTMLDetailsElement | null} */ (rare.closest("details"));
  const noted = group("Besides the count", "noted laid");
  form.prepend(noted);
  find(".questions .beside")?.prepend(Object.assign(button("Back", close), { className: "quiet laid" }));

  function close() {
    for (const part of around ? [...parts, around] : parts) part.open = false;
  }

  /** @param {HTMLDetailsElement} part */
  function answer(part) {
    find("[autofocus]", part)?.removeAttribute("autofocus"); // what was opened is answered
    close();
    note();
    find("button", noted)?.focus({ preventScroll: true });
  }

  function note() {
    const totals = new Map(form.id === "no-hand" ? findAll("[data-total]").map(totalOf) : []);
    const words = parts.flatMap((part) => {
      const said = wordsOf(part, totals);
      for (const take of findAll(".take", part)) take.hidden = !said.length;
      return said.map((word) =>
        Object.assign(
          button(word, () => open(part)),
          { className: "ref" },
        ),
      );
    });
    noted.replaceChildren(...words);
  }

  /** @param {HTMLDetailsElement} part */
  function open(part) {
    if (around) around.open = true;
    part.open = true;
  }

  const isOpen = () => parts.some((part) => part.open);
  const wasOpen = isOpen();
  for (const part of parts) if (!find(".error, [aria-invalid], [autofocus]", part)) part.open = false; // what came filled in
  if (around && wasOpen && !isOpen()) around.open = false;
  for (const part of parts) {
    part.classList.add("part");
    askPenalty(part, answer);
    const fields = fieldsIn(part);
    if (fields.length && !findInputs("[value='']", part).length) {
      const take = button("Take back", () => {
        for (const field of fields) empty(field);
        tell(fields[0]);
        answer(part);
      });
      part.append(Object.assign(take, { className: "quiet laid take" }));
    }
    part.addEventListener("toggle", () => {
      if (part.open)
        find(":is(input, textarea, select, button):not([type=hidden], [hidden] *)", part)?.focus({
          preventScroll: true,
        });
    });
    part.addEventListener("click", ({ detail, target }) => {
      if (detail && target instanceof HTMLInputElement && target.type === "radio") answer(part); // arrow keys go on choosing
    });
  }
  find("a[href='#trump']", form.parentElement ?? form)?.addEventListener("click", (event) => {
    event.preventDefault();
    for (const part of parts) if (part.id === "trump") open(part);
  });
  form.addEventListener("change", note);
  note();
}

/** @param {HTMLElement} part */
function fieldsIn(part) {
  return /** @type {Field[]} */ (findAll(":is(input, select, textarea):not([type=hidden])", part));
}

/** @param {Field} field */
function empty(field) {
  if (field instanceof HTMLInputElement && ["radio", "checkbox"].includes(field.type)) field.checked = false;
  else field.value = "";
}

/** @param {HTMLElement} field which has changed */
function tell(field) {
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
}

/**
 * Returns what is noted in a part, in words; of penalties one by one, with what they cost.
 * @param {HTMLDetailsElement} part
 * @param {Map<string, number>} totals
 */
function wordsOf(part, totals) {
  const name = find("summary", part)?.firstChild?.textContent?.trim() ?? "";
  if (find(".card[aria-pressed=true]", part)) return [name];
  const said = fieldsIn(part).filter((field) => saidIn(field));
  if (said.some(({ dataset }) => dataset.costs)) return said.map((field) => costOf(field, totals));
  return said.length ? [`${name}: ${said.map(saidIn).join(" ")}`] : [];
}

/** @param {Field} field */
function saidIn(field) {
  if (field instanceof HTMLSelectElement) return field.value && field.selectedOptions[0].text;
  if (!(field instanceof HTMLInputElement) || !["radio", "checkbox"].includes(field.type)) return field.value;
  return field.checked && field.value ? (field.closest("label")?.textContent?.trim() ?? "") : "";
}

/**
 * Asks for a penalty by who it is, instead of a list for each player.
 * @param {HTMLDetailsElement} part
 * @param {(part: HTMLDetailsElement) => void} answer
 */
function askPenalty(part, answer) {
  const fouls = fieldsIn(part).filter(({ dataset }) => dataset.costs);
  if (!fouls.length) return;
  const talk = group("Table talk by", "chips two laid");
  for (const field of fouls) {
    field.closest("label")?.setAttribute("hidden", "");
    const name = field.dataset.foul?.replace("Table talk by ", "") ?? "";
    const one = button(name, () => {
      if (field instanceof HTMLSelectElement) field.selectedIndex = Math.min(field.selectedIndex + 1, field.length - 1);
      else if (field instanceof HTMLInputElement) field.checked = true;
      tell(field);
      answer(part);
    });
    if (field instanceof HTMLSelectElement) talk.append(one);
    else part.append(Object.assign(one, { className: "chip laid" }));
  }
  if (!talk.childElementCount) return;
  part.prepend(talk);
  talk.before(Object.assign(document.createElement("p"), { className: "question laid", textContent: "Table talk by" }));
}

/**
 * Returns what a penalty costs, before a redeal with what becomes of the total.
 * @param {Field} field
 * @param {Map<string, number>} totals in points, after the penalties before this one
 */
function costOf({ value, dataset: { foul, costs, whose = "" } }, totals) {
  const times = Number(value) || 1;
  const often = times > 1 ? `, ${times} times` : "";
  const [side, effect] = Number(costs) ? [`${whose} `, `−${Number(costs) * times}`] : ["", costs];
  const before = totals.get(whose) ?? NaN;
  const after = before - Number(costs) * times;
  totals.set(whose, after);
  const change = after < before ? ` (${before} → ${after})`.replaceAll("-", "−") : "";
  return `${foul}${often}: ${side}${effect}${change}`;
}

/**
 * @param {HTMLElement} total
 * @returns {[string, number]}
 */
function totalOf({ dataset, textContent }) {
  return [dataset.total ?? "", Number(textContent?.replace("−", "-"))];
}

/**
 * @param {string} ariaLabel
 * @param {string} className
 */
function group(ariaLabel, className) {
  return Object.assign(document.createElement("div"), { className, role: "group", ariaLabel });
}

/**
 * @param {string} textContent
 * @param {() => void} act
 */
function button(textContent, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "chip", textContent });
  made.addEventListener("click", act);
  return made;
}
