// Fills in its form and brings it under the finger; returns where.
/** @param {number} index */
export default (index) => {
  const button = document.querySelectorAll("button")[index];
  for (let part = /** @type {HTMLElement | null} */ (button); part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
    if (part.matches("[popover]")) part.showPopover();
  }
  const form = /** @type {HTMLFormElement} */ (button.form);
  /** @param {Element} field */
  const fill = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));
  const counts = [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-names]"))].slice(0, -1);
  for (const count of counts) {
    count.value = "20";
    fill(count);
  }
  for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[type=radio]")))
    if (radio.checkVisibility() && !form.querySelector(`[name="${radio.name}"]:checked`)) radio.click();
  button.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = button.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return button.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
};
