// Tells the time of day by the phone's own clock; days are the club's. A new club is asked about in the phone's zone.
import { findInputs } from "./page.js";

const CLOCK = /\d+:\d\d [AP]M/;

for (const time of document.querySelectorAll("time")) {
  if (!time.dateTime || !time.textContent) continue;
  const clock = new Date(time.dateTime).toLocaleTimeString("en-US", { timeStyle: "short" });
  time.textContent = time.textContent.replace(CLOCK, clock);
}
for (const field of findInputs("input[name=zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}
