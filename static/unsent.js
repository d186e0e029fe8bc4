// Says what is not sent yet, above the page, and has a person decide on what the server refused.

const bar = Object.assign(document.createElement("div"), { id: "unsent", className: "notice" });
const status = Object.assign(document.createElement("p"), { role: "status" });
bar.append(status);
let decided;

export const paragraph = (textContent, more) => Object.assign(document.createElement("p"), { textContent, ...more });

// Says how many taps wait; a refused one is given to `resend` or `discard`.
export function say(taps, resend, discard) {
  bar.hidden = !taps.length;
  bar.dataset.unsent = taps.length;
  if (!taps.length) return;
  const since = new Date(taps[0].at).toLocaleTimeString("en-US", { timeStyle: "short" });
  const words = `${taps.length} not sent yet, since ${since}`;
  if (status.textContent !== words) status.textContent = words; // said once, however often it is tried
  const refused = taps.filter((tap) => tap.refused);
  const asked = JSON.stringify(refused.map((tap) => [tap.order, tap.refused.why]));
  const decision = (tap) => [
    paragraph(`On this phone: ${tap.words}.`),
    paragraph(tap.refused.why),
    button("Save it anyway", () => resend(tap)),
    button("Discard", () => discard(tap)),
  ];
  if (decided !== asked) bar.replaceChildren(status, ...refused.flatMap(decision));
  decided = asked;
  const main = document.querySelector("main");
  if (main.firstElementChild !== bar) main.prepend(bar);
}

export const scrollThere = () => bar.scrollIntoView({ block: "nearest" });

function button(textContent, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent });
  made.addEventListener("click", act);
  return made;
}

// Said before anybody relies on what cannot be kept.
export function warn() {
  document.documentElement.dataset.keeps = "nothing";
  const words = "This phone can't keep what you tap while the scorekeeper is out of reach: private browsing, or its storage is full.";
  document.getElementById("scoreboard")?.before(paragraph(words, { className: "notice" }));
}

// What a person tapped, in the words of the form.
export function describe(form, submitter) {
  const chosen = [...form.querySelectorAll("fieldset input:checked")];
  const typed = [...form.querySelectorAll("input[data-names]")].filter((field) => field.value);
  const words = [
    ...chosen.map((radio) => `${radio.closest("fieldset").querySelector("legend").textContent} ${radio.closest("label").textContent}`),
    ...typed.map((field) => `${field.closest("label").firstChild.textContent.trim()} ${field.value}`),
  ];
  return words.join(", ") || `${form.querySelector("legend")?.textContent ?? ""} ${submitter.textContent}`.trim();
}
