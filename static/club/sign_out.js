// Says what waits to be sent, since it goes when this phone is signed out.
import { readEntries } from "../alone/database.js";
import { count } from "../alone/status.js";
import "../shared/links.js";
import { get } from "../shared/page.js";

tell();

async function tell() {
  const waits = get("#waits");
  const entries = (await readEntries()).filter(({ address }) => address.startsWith(waits.dataset.club ?? ""));
  if (!entries.length) return;
  waits.textContent = `Kept on this phone only, not sent yet: ${count(entries)}. Signing out deletes what was not sent.`;
  waits.hidden = false;
}
