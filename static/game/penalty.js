// A penalty, one question after the other: who, and then what it costs, instead of a list for each player.
import { find, findAll, findInputs, targetOf } from "../shared/page.js";

/** @type {WeakSet<Element>} */
const asking = new WeakSet();
build();
for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, build);

function build() {
  const part = find("[data-costs]")?.closest("details");
  const form = part?.closest("form");
  if (!part || !form || asking.has(part)) return;
  asking.add(part);
  for (const copied of findAll(".noted, .asks-who > .laid", form)) copied.remove();
  ask(part, form);
}

/**
 * @param {HTMLDetailsElement} part
 * @param {HTMLFormElement} form
 */
function ask(part, form) {
  part.classList.add("asks-who");
  const talk = findAll("select[data-costs]", part).filter((field) => field instanceof HTMLSelectElement);
  const [discard] = findInputs("[name=discard]", part);
  const noted = Object.assign(document.createElement("div"), { className: "noted", role: "group", tabIndex: -1 });
  noted.setAttribute("aria-label", "Penalty");
  form.prepend(noted);

  for (const field of [...talk, discard]) field?.closest("label")?.setAttribute("hidden", "");
  if (talk.length) {
    const by = Object.assign(document.createElement("div"), { className: "chips two laid", role: "group" });
    by.setAttribute("aria-label", "Table talk by");
    by.append(
      ...talk.map((field) => button(field.dataset.foul?.replace("Table talk by ", "") ?? "", () => add(field))),
    );
    part.append(
      Object.assign(document.createElement("p"), { className: "question laid", textContent: "Table talk by" }),
      by,
    );
  }
  if (discard) {
    const one = Object.assign(document.createElement("div"), { className: "laid" });
    one.append(
      button(discard.dataset.foul ?? "", () => {
        discard.checked = true;
        done(discard);
      }),
    );
    part.append(one);
  }
  const back = Object.assign(button("Back", close), { className: "quiet laid" });
  part.append(back);

  function close() {
    part.open = false;
    const around = part.parentElement?.closest("details");
    if (around && !find("details[open]", around)) around.open = false;
  }

  /** @param {HTMLSelectElement} field */
  function add(field) {
    field.selectedIndex = Math.min(field.selectedIndex + 1, field.length - 1);
    done(field);
  }

  /** @param {HTMLElement} field */
  function done(field) {
    find("[autofocus]", part)?.removeAttribute("autofocus"); // what was opened is answered
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    noted.focus({ preventScroll: true });
  }

  function note() {
    const totals = new Map(form.id === "no-hand" ? findAll("[data-total]").map(totalOf) : []);
    const lines = talk
      .filter(({ value }) => value)
      .map((field) =>
        line(field, Number(field.value), totals, () => {
          field.value = "";
          done(field);
        }),
      );
    if (discard?.checked)
      lines.push(
        line(discard, 1, totals, () => {
          discard.checked = false;
          done(discard);
        }),
      );
    noted.replaceChildren(...lines);
    if (!noted.childElementCount || find(".error, [autofocus]", part)) return;
    close();
  }
  form.addEventListener("change", (event) => {
    if (targetOf(event)?.dataset.costs !== undefined) note();
  });
  note();
}

/**
 * Returns what a penalty costs, before a redeal with what becomes of the total, and the way to take it back.
 * @param {HTMLElement} field
 * @param {number} times
 * @param {Map<string, number>} totals in points, after the penalties before this one
 * @param {() => void} takeBack
 */
function line({ dataset: { foul, costs, whose = "" } }, times, totals, takeBack) {
  const often = times > 1 ? `, ${times} times` : "";
  const [side, effect] = Number(costs) ? [`${whose} `, `−${Number(costs) * times}`] : ["", costs ?? ""];
  const before = totals.get(whose) ?? NaN;
  const after = before - Number(costs) * times;
  totals.set(whose, after);
  const change = after < before ? ` (${before} → ${after})`.replaceAll("-", "−") : "";
  const made = document.createElement("p");
  const said = Object.assign(document.createElement("span"), { textContent: `${foul}${often}: ${side}` });
  said.append(Object.assign(document.createElement("strong"), { className: "set", textContent: effect }), change);
  made.append(said, " ", Object.assign(button("Take back", takeBack), { className: "ref" }));
  return made;
}

/**
 * @param {HTMLElement} total
 * @returns {[string, number]}
 */
function totalOf({ dataset, textContent }) {
  return [dataset.total ?? "", Number(textContent?.replace("−", "-"))];
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
