// Moments in the phone's own zone; without this they stand in the server's.
"use strict";
for (const time of document.querySelectorAll("time[datetime]")) {
  const when = new Date(time.dateTime);
  const isToday = when.toDateString() === new Date().toDateString();
  const shape = { day: { dateStyle: "medium" }, "of late": isToday ? { timeStyle: "short" } : { dateStyle: "medium" } };
  time.textContent = when.toLocaleString("en-US", shape[time.dataset.only] || { dateStyle: "medium", timeStyle: "short" });
}
for (const field of document.querySelectorAll("input[name=zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}
