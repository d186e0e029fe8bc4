// Asks what became of the game on the page, at the address in its data-poll: every two seconds, give or take a fifth, and
// only while somebody looks; more seldom once the game is over, and ever more seldom while the server does not answer.
// What was answered is for others to show: the event "rook:answered" has the response and its text.
"use strict";
{
  const PAUSE = 2_000, OVER = 10_000, LONGEST = 30_000, PATIENCE = 10_000;
  let pause = PAUSE, isAsking = false, timer, unreached;

  const page = () => document.querySelector("[data-poll]");

  async function ask() {
    clearTimeout(timer);
    if (document.hidden || isAsking) return; // asked at once when it is seen again
    isAsking = true;
    if (page()) await poll(page().dataset.poll);
    isAsking = false;
    timer = setTimeout(ask, pause * (0.8 + 0.4 * Math.random()));
  }

  async function poll(address) {
    try {
      const response = await fetch(address, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
      if (response.status >= 500 || !isOurs(response)) throw new Error(response.statusText);
      const detail = { response, text: await response.text() };
      if (address === page()?.dataset.poll) document.dispatchEvent(new CustomEvent("rook:answered", { detail }));
      pause = page()?.dataset.over === undefined ? PAUSE : OVER;
      unreached?.remove();
      unreached = undefined;
    } catch {
      pause = Math.min(2 * pause, LONGEST);
      if (!unreached) sayUnreached();
    }
  }

  function sayUnreached() {
    const since = new Date().toLocaleTimeString([], { timeStyle: "short" });
    const goesOn = page()?.dataset.alone !== undefined && document.documentElement.dataset.keeps === "taps";
    const then = goesOn ? "Keep going: this phone sends your hands later." : "The score shown is from then.";
    const textContent = `No connection to the scorekeeper since ${since}. ${then}`;
    unreached = Object.assign(document.createElement("p"), { id: "unreached", className: "notice", role: "status", textContent });
    page()?.before(unreached);
  }

  document.addEventListener("visibilitychange", ask);
  addEventListener("online", ask);
  timer = setTimeout(ask, PAUSE);
}
