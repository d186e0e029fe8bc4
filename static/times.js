// Shows times in the phone's own zone instead of the server's.
import { findInputs } from "./page.js";

for (const time of document.querySelectorAll("time")) {
  const when = new Date(time.dateTime);
  if (!time.dateTime) continue;
  const isToday = when.toDateString() === new Date().toDateString();
  time.textContent = when.toLocaleString("en-US", shapeOf(time.dataset.only, isToday));
}
for (const field of findInputs("input[name=zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}

/**
 * @param {string | undefined} only
 * @param {boolean} isToday
 * @returns {Intl.DateTimeFormatOptions}
 */
function shapeOf(only, isToday) {
  if (only === "recent" && isToday) return { timeStyle: "short" };
  return only ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" };
}
