// The tap that completes who and how much records the bid: no key does, and no form that came filled or became late.
import { find, findAll, inputOf, targetOf } from "./page.js";

/** @type {WeakSet<Element>} */
const begun = new WeakSet();
/** @type {WeakSet<Element>} */
const blank = new WeakSet(); // when the first finger came

describe();
for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, describe);
document.addEventListener(
  "pointerdown",
  (event) => {
    const form = targetOf(event)?.closest("#bid");
    if (!form || begun.has(form)) return;
    begun.add(form);
    if (!find(":checked", form)) blank.add(form);
  },
  { capture: true },
);
document.addEventListener("click", (event) => {
  const form = inputOf(event)?.form;
  if (!event.detail || !form || !blank.has(form) || find(".late, .shut")) return;
  if (["bidder", "bid"].every((name) => find(`[name=${name}]:checked`, form))) form.requestSubmit();
});

function describe() {
  const groups = findAll("#bid [role=radiogroup]").slice(0, 2);
  for (const group of groups) group.setAttribute("aria-description", "A tap on both records the bid");
}
