// Moments in the phone's own zone and words; without this they stand in the server's.
"use strict";
for (const time of document.querySelectorAll("time[datetime]")) {
  const shape = time.dataset.only === "day" ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" };
  time.textContent = new Date(time.dateTime).toLocaleString([], shape);
}
for (const field of document.querySelectorAll("input[name=zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}
