// Says what is not sent yet, above the page, and has a person decide on what the server refused.

const bar = Object.assign(document.createElement("div"), { id: "unsent", className: "notice" });
const status = Object.assign(document.createElement("p"), { role: "status" });
bar.append(status);
let decided;

export const paragraph = (textContent, more) => Object.assign(document.createElement("p"), { textContent, ...more });

// Says how many taps wait, and why if the server said so; a refused one is given to `resend` or `discard`.
export function say(taps, trouble, resend, discard) {
  bar.hidden = !taps.length;
  bar.dataset.unsent = taps.length;
  if (!taps.length) return;
  const since = new Date(taps[0].at).toLocaleTimeString("en-US", { timeStyle: "short" });
  const words = `${taps.length} not sent yet, since ${since}${trouble && `. ${trouble}`}`;
  if (status.textContent !== words) status.textContent = words; // said once, however often it is tried
  const refused = taps.filter((tap) => tap.refused);
  const asked = JSON.stringify(refused.map((tap) => [tap.order, tap.refused.why]));
  const decision = (tap) => [
    paragraph(`On this phone: ${tap.words}.`),
    paragraph(tap.refused.why),
    button(tap.refused.status === 403 ? "Enter the PIN" : "Save it anyway", () => resend(tap)),
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
