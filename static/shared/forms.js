// Small comforts on top of plain forms. They work without this.
import "./taps.js";
import {
  find,
  findAll,
  findInputs,
  hideNotice,
  htmxContext,
  inputOf,
  isOurs,
  NOT_REACHED,
  retitle,
  showNotice,
  targetOf,
  tell,
  tellResult,
  wordsIn,
} from "./page.js";
import { noteHand, notePlace } from "./place.js";

for (const field of findInputs("[name$=zone]")) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

// What happened is said until the next tap, at least three seconds, whatever is shown meanwhile.
const READ = 3_000; // milliseconds
let [said, since] = [find(".announcement.seen"), performance.now()];
const left = () => since + READ - performance.now();
for (const shown of ["htmx:after:swap", "rook:shown"])
  document.addEventListener(shown, () => {
    describeBid();
    const now = find(".announcement.seen");
    if (now && now !== said) [said, since] = [now, performance.now()];
    else if (!now && said && left() > 0) {
      said.removeAttribute("data-told"); // which it was
      find(".deal")?.after(said);
    }
  });
for (const tap of ["click", "keydown"])
  document.addEventListener(tap, () => {
    const read = find(".announcement.seen");
    setTimeout(() => read?.remove(), read === said ? Math.max(0, left()) : READ); // what no swap brought is new
    for (const away of find("#scoreboard") ? findAll("#unsent, #unreached") : [])
      setTimeout(() => away.classList.toggle("unseen", !find("button, a", away)), READ);
  });

/** @param {import("./page.js").HtmxContext} ctx */
const isPreview = (ctx) => ctx.request.action.endsWith("/preview");

let putBack = () => {};
hideNotice();
describeBid();
tell(wordsIn(document, wordsIn())); // what the form on the page before did
// A browser that removes the focus with an element lays out the page for it, the old part and the new.
document.addEventListener("htmx:before:swap", (event) => {
  const ctx = htmxContext(event);
  if (!ctx) return;
  const asked = find("#scoreboard") && !isPreview(ctx);
  putBack = asked ? noteHand() : notePlace();
  if (asked) find("#scoreboard button:focus")?.blur();
});
document.addEventListener("htmx:after:swap", (event) => {
  hideNotice();
  retitle();
  const ctx = htmxContext(event);
  if (!ctx) return;
  queueMicrotask(putBack); // once the pad is there
  if (!isPreview(ctx)) tellResult(ctx.request.action);
});
document.addEventListener("htmx:before:request", (event) => {
  const ctx = htmxContext(event);
  if (!ctx) return;
  if (isPreview(ctx) && find("#hand.htmx-request")) event.preventDefault(); // it is being saved
  const { fetch } = ctx;
  ctx.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    if (!isOurs(answer)) throw new TypeError("Another server answered.");
    if (answer.status === 404 && isPreview(ctx)) throw new TypeError("Closed to this phone."); // its page would replace what was typed
    return answer;
  };
});
document.addEventListener("htmx:error", (event) => {
  const ctx = htmxContext(event);
  if (!ctx || !isPreview(ctx)) showNotice(NOT_REACHED);
});
document.addEventListener("scorekeeper:fault", (event) => {
  if (event instanceof CustomEvent) showNotice(event.detail.value); // what is wrong with the server, in a sentence
});

// An error goes as soon as its field changes; the server checks it again.
document.addEventListener("input", (event) => {
  const described = targetOf(event)?.closest("[aria-invalid], .wrong")?.getAttribute("aria-describedby");
  for (const error of findAll(".error")) {
    if (!described?.split(" ").includes(error.id)) continue;
    error.remove();
    for (const field of findAll(`[aria-describedby~="${error.id}"]`)) dropError(field, error.id);
  }
});

/**
 * @param {HTMLElement} field
 * @param {string} id
 */
function dropError(field, id) {
  const described = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  const others = described.filter((other) => other !== id);
  field.setAttribute("aria-describedby", others.join(" "));
  if (others.some((other) => document.getElementById(other)?.matches(".error"))) return;
  field.removeAttribute("aria-invalid");
  field.classList.remove("wrong");
}

// Paper shows what is folded away, where the style sheet cannot unfold it: Firefox before 143, Safari before 18.4.
addEventListener("beforeprint", () => {
  for (const folded of findAll("[data-printed]:not([open])")) {
    folded.dataset.printed = "unfolded";
    folded.setAttribute("open", "");
  }
});
addEventListener("afterprint", () => {
  for (const unfolded of findAll("[data-printed=unfolded]")) {
    unfolded.dataset.printed = "";
    unfolded.removeAttribute("open");
  }
});

// A bidder is not their own partner.
document.addEventListener("change", (event) => {
  const bidder = inputOf(event);
  if (bidder?.name !== "bidder" || !bidder.form) return;
  for (const partner of findInputs("[name*=partner]", bidder.form)) {
    partner.disabled = partner.value === bidder.value;
    if (partner.disabled) partner.checked = false;
  }
});

// The tap that completes who and how much records the bid: no key does, and no form that came filled or became late.
/** @type {WeakMap<Element, boolean>} */
const cameBlank = new WeakMap();
/** @param {Event} event */
const bidOf = (event) => targetOf(event)?.closest("#bid");
document.addEventListener(
  "pointerdown",
  (event) => {
    const form = bidOf(event);
    if (form && !cameBlank.has(form)) cameBlank.set(form, !find(":is([name=bidder], [name=bid]):checked", form));
  },
  { capture: true },
);
document.addEventListener("click", (event) => {
  const form = bidOf(event);
  if (!event.detail || !(form instanceof HTMLFormElement) || !cameBlank.get(form) || find(".late, .shut")) return;
  if (find("[name=bidder]:checked", form) && find("[name=bid]:checked", form)) form.requestSubmit();
});
document.documentElement.dataset.records = ""; // app.css covers the button that a tap does not need

function describeBid() {
  const both = findAll("#bid [role=radiogroup]").slice(0, 2);
  for (const group of both) group.setAttribute("aria-description", "A tap on both records the bid");
}
