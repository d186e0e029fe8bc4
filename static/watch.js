// Asks for what has changed every two seconds, give or take a fifth, while somebody looks: less and less often where the
// server does not answer, and seldom once the game is over, when only a rematch can come.
"use strict";
{
  const PAUSE = 2_000, LONGEST = 30_000;
  const unreached = document.getElementById("unreached");
  let pause = PAUSE, timer;

  async function ask() {
    clearTimeout(timer);
    if (document.hidden) return; // asked at once when it is seen again
    try {
      const answer = await fetch(document.getElementById("watched").dataset.poll);
      if (answer.status === 404) { location.reload(); return; } // the link was renewed, which the page says
      if (!answer.ok) throw new Error(answer.statusText);
      if (answer.status === 200) document.getElementById("watched").outerHTML = await answer.text();
      const { title, over } = document.getElementById("watched").dataset;
      document.title = title;
      pause = over === undefined ? PAUSE : LONGEST;
      unreached.hidden = true;
    } catch {
      pause = Math.min(2 * pause, LONGEST);
      if (unreached.hidden) unreached.querySelector("time").textContent = new Date().toLocaleTimeString([], { timeStyle: "short" });
      unreached.hidden = false;
    }
    timer = setTimeout(ask, pause * (0.8 + 0.4 * Math.random()));
  }

  document.addEventListener("visibilitychange", ask);
  timer = setTimeout(ask, PAUSE);
}
