// Says what is not sent yet, above the page, and has a person decide on what the server refused.

const bar = Object.assign(document.createElement("div"), { id: "unsent", className: "notice" });
const status = Object.assign(document.createElement("p"), { role: "status" });
bar.append(status);
let decided;

export const paragraph = (textContent, more) => Object.assign(document.createElement("p"), { textContent, ...more });

// A person decides where the server looked at an entry and did not store it, or the one before it was discarded. Any other
// answer, as before a PIN or a new link was entered, does not say whether it was stored earlier: it is tried again as it is.
export const isForPerson = ({ refused }) => Boolean(refused) && [409, 422, undefined].includes(refused.status);

// Says how many taps wait, and why if the server said so; a refused one is given to `resend` or `discard`. What is damaged
// does not wait: it is said until a person has seen it.
export function say(taps, damaged, trouble, resend, discard, dropDamaged) {
  bar.hidden = !taps.length && !damaged.length;
  bar.dataset.unsent = taps.length;
  status.hidden = !taps.length;
  if (bar.hidden) return;
  const since = new Date(taps[0]?.at).toLocaleTimeString("en-US", { timeStyle: "short" });
  const words = taps.length ? `${taps.length} not sent yet, since ${since}${trouble && `. ${trouble}`}` : "";
  if (status.textContent !== words) status.textContent = words; // said once, however often it is tried
  const refused = taps.filter((tap) => tap.refused);
  const asked = JSON.stringify([refused, damaged.map((row) => row.order)]);
  const decision = (tap) => [
    paragraph(`On this phone: ${tap.words}.`),
    paragraph(tap.refused.why),
    button(isForPerson(tap) ? "Save it anyway" : tap.refused.status === 403 ? "Enter the PIN" : "Try again", () => resend(tap)),
    button("Discard", () => discard(tap)),
  ];
  const report = damaged.length ? [paragraph(describeDamaged(damaged)), button("Discard", () => dropDamaged(damaged))] : [];
  if (decided !== asked) bar.replaceChildren(status, ...refused.flatMap(decision), ...report);
  decided = asked;
  const main = document.querySelector("main");
  if (main.firstElementChild !== bar) main.prepend(bar);
}

function describeDamaged(rows) {
  const words = rows.map((row) => row.words).filter((said) => typeof said === "string").join("; ");
  const what = rows.length === 1 ? "An entry on this phone is damaged" : `${rows.length} entries on this phone are damaged`;
  return `${what} and can't be sent${words && `: ${words}`}. Look through the hands, and record again what's missing.`;
}

export const scrollThere = () => bar.scrollIntoView({ block: "nearest" });

function button(textContent, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent });
  made.addEventListener("click", act);
  return made;
}

// Said before anybody relies on what cannot be kept.
export function warn() {
  if (document.documentElement.dataset.keeps === "nothing") return;
  document.documentElement.dataset.keeps = "nothing";
  const words = "This phone can't keep what you tap while the scorekeeper is out of reach: private browsing, or its storage is full.";
  document.getElementById("scoreboard")?.before(paragraph(words, { className: "notice" }));
}

// What a person tapped, in the words of the form.
export function describe(form, submitter) {
  const isFilled = (field) => (["radio", "checkbox"].includes(field.type) ? field.checked : field.value && !field.matches("button"));
  const words = [...form.elements].filter((field) => field.closest("label") && isFilled(field)).map(describeField);
  return words.join(", ") || `${form.querySelector("legend")?.textContent ?? ""} ${submitter.textContent}`.trim();
}

function describeField(field) {
  const label = field.closest("label");
  if (field.type === "radio") return `${field.closest("fieldset")?.querySelector("legend").textContent ?? ""} ${label.textContent.trim()}`.trim();
  if (field.type === "checkbox") return label.textContent.trim();
  return `${label.firstChild.textContent.trim()} ${field.selectedOptions?.[0].textContent ?? field.value}`;
}
