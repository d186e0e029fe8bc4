// Card by card: give each counter to a side or to the nest, and the counts add up.
import { find, findInputs, inputOf, targetOf } from "../shared/page.js";

const COLORS = ["red", "green", "black", "yellow"];
const NEST = "Nest";

/** @type {{ hand: string, given: Map<string, string> }} */
let last = { hand: "", given: new Map() }; // survives a page that is drawn again for the same hand

build();
for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, build);

function build() {
  const box = find("#cards");
  const form = box?.closest("form");
  if (!box || !form || box.childElementCount) return;
  const nestTo = box.dataset.nestTo;
  const fields = findInputs(".counts input[data-names]", form);
  /** @param {HTMLInputElement} field */
  const nameOf = (field) => field.dataset.names ?? "";
  const nest = findInputs("[name=nest_points]", form)[0];
  const owners = [...fields.map(nameOf), ...(box.dataset.noNest === undefined ? [NEST] : [])];
  const hand = form.action + find("h1")?.textContent;
  /** @type {Map<string, string>} */
  const given = last.hand === hand ? last.given : new Map();
  last = { hand, given };
  const details = box.closest("details");
  const [bar, question] = ["soft counting", "question"].map((className) =>
    Object.assign(document.createElement("p"), { className }),
  );
  bar.role = "status";
  find(".counting", form)?.remove();
  find("#preview", form)?.before(bar);
  let owner = owners[0];
  let isCounting = false;

  const ownerButtons = owners.map((name, index) => {
    const button = makeButton("chip", name, () => {
      owner = name;
      update();
    });
    shorten(button, fields[index]);
    return button;
  });
  const tricks = findInputs("[name=last_trick]", form).filter(({ value }) => value);
  const trickButtons = tricks.map((radio) => {
    const button = makeButton("chip", radio.closest("label")?.textContent?.trim() ?? "", () => radio.click());
    shorten(button, radio);
    return button;
  });
  const cards = cardsOf(JSON.parse(box.dataset.counters ?? "{}")).map(([name, points]) => {
    const button = makeButton(`chip card ${name.split(" ")[0]}`, "", () => {
      if (given.get(name) === owner) given.delete(name);
      else given.set(name, owner);
      count();
    });
    return { name, points, button };
  });

  /** @param {string} name */
  const worth = (name) => cards.reduce((sum, card) => sum + (given.get(card.name) === name ? card.points : 0), 0);

  function nestWinner() {
    if (nestTo) return nestTo;
    const lastTrick = find("[name=last_trick]:checked", form ?? undefined);
    return lastTrick?.closest("label")?.textContent?.trim();
  }

  /** @param {HTMLInputElement} field */
  const counted = (field) => String(worth(nameOf(field)) + (nameOf(field) === nestWinner() ? worth(NEST) : 0));

  function count() {
    isCounting = true;
    for (const field of fields) {
      field.value = counted(field);
      delete field.dataset.rest;
    }
    nest.value = [...given.values()].includes(NEST) ? String(worth(NEST)) : "";
    form?.dispatchEvent(new Event("change", { bubbles: true }));
    isCounting = false;
    update();
  }

  function update() {
    for (const button of ownerButtons) button.setAttribute("aria-pressed", String(button.textContent === owner));
    for (const { name, button } of cards) {
      const whose = given.get(name);
      const textContent = whose ?? name.split(" ").slice(0, -1).join(" ");
      const small = Object.assign(document.createElement("small"), { textContent });
      button.replaceChildren(name.split(" ").at(-1) ?? "", small);
      button.setAttribute("aria-label", `${name}: ${whose ?? "not assigned"}`);
      button.setAttribute("aria-pressed", String(whose !== undefined));
    }
    const brings = Number(box?.dataset.lastTrick ?? 0) + (nestTo ? 0 : worth(NEST));
    question.textContent = asked.ariaLabel = `Who took the last trick? It brings ${brings}.`;
    question.hidden = asked.hidden = !brings || !tricks.length;
    for (const [index, button] of trickButtons.entries())
      button.setAttribute("aria-pressed", String(tricks[index].checked));
    const left = cards.length - given.size;
    const isTrickDue = !asked.hidden && !tricks.some(({ checked }) => checked);
    if (left && (given.size || details?.open))
      bar.textContent = `${fields.map(counted).join(" : ")}, ${left} card${left > 1 ? "s" : ""} left`;
    else bar.textContent = given.size && isTrickDue ? question.textContent : "";
  }

  // What is missing is asked for, not refused.
  form.addEventListener("click", (event) => {
    if (!targetOf(event)?.matches(".do .go") || !given.size || !bar.textContent) return;
    event.preventDefault();
    for (let part = details; part; part = part.parentElement?.closest("details") ?? null) part.open = true;
    (buttons.find((card) => card.ariaPressed === "false") ?? trickButtons[0])?.focus({ preventScroll: true });
  });

  // A count typed by hand replaces the cards.
  form.addEventListener("input", (event) => {
    if (isCounting || inputOf(event)?.dataset.names === undefined || !given.size) return;
    given.clear();
    nest.value = "";
    update();
  });
  form.addEventListener("change", (event) => {
    if (inputOf(event)?.name === "last_trick" && given.size) count();
  });
  const buttons = cards.map((card) => card.button);
  const asked = group("", "chips flow", trickButtons);
  box.append(group("Give to", "chips flow", ownerButtons), group("Cards", "chips of-4", buttons), question, asked);
  if (!fields.every((field) => field.value === counted(field))) given.clear();
  update();
  if (!details) return;
  details.hidden = false;
  details.addEventListener("toggle", update);
}

/**
 * Has a button show a name as short as its field does.
 * @param {HTMLElement} button
 * @param {HTMLElement | undefined} field
 */
function shorten(button, field) {
  const short = field?.closest("label")?.querySelector("[data-short], [data-shorter]");
  if (short) button.replaceChildren(short.cloneNode(true));
}

/**
 * Returns every counter of the deck with its points, highest rank last; the Rook has no color.
 * @param {Record<string, number>} counters
 * @returns {[string, number][]}
 */
function cardsOf(counters) {
  return Object.entries(counters).flatMap(([card, points]) => {
    if (card === "rook") return [["Rook", points]];
    const single = /^([a-z]+)(\d+)$/.exec(card);
    if (single) return [[`${single[1]} ${single[2]}`, points]];
    const colors = COLORS.filter((color) => !(`${color}${card}` in counters));
    return colors.map((color) => /** @type {[string, number]} */ ([`${color} ${card}`, points]));
  });
}

/**
 * @param {string} label
 * @param {string} className
 * @param {HTMLButtonElement[]} buttons
 */
function group(label, className, buttons) {
  const made = Object.assign(document.createElement("div"), { className, role: "group", ariaLabel: label });
  made.append(...buttons);
  return made;
}

/**
 * @param {string} className
 * @param {string} textContent
 * @param {() => void} act
 */
function makeButton(className, textContent, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", className, textContent });
  made.addEventListener("click", act);
  return made;
}
