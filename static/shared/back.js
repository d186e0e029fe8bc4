// A page that Back or Forward brings says what was true when it was sent: it is loaded again, unless somebody has tapped or
// filled in something, or nobody answers.
import { find, findAll, get, htmxContext, isInUse, isOurs } from "./page.js";

const PATIENCE = 10_000; // milliseconds
let isAnswered = false; // a page that the browser kept alive may show the answer to a form
let isTapped = false; // to load it again would undo what a tap begins

document.addEventListener("htmx:after:swap", (event) => {
  isAnswered ||= !htmxContext(event)?.request.action.endsWith("/preview");
});
document.addEventListener("click", () => {
  isTapped = true;
});
addEventListener("pageshow", ({ persisted }) => {
  isTapped = false;
  const [entry] = performance.getEntriesByType("navigation");
  const isBack = entry instanceof PerformanceNavigationTiming && entry.type === "back_forward";
  if (persisted || isBack) refresh();
});

async function refresh() {
  if (isKept()) return;
  try {
    const answer = await fetch(location.href, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
    if (isOurs(answer) && answer.status < 500 && !isKept()) location.reload();
  } catch {
    // without a server it stays as it is
  }
}

function isKept() {
  const isFilledIn = [get("#main"), ...findAll(".questions")].some(isInUse);
  return isAnswered || isTapped || isFilledIn || find("[data-posted], [data-local]") !== null;
}
