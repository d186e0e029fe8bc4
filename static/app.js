// Small helps on top of plain forms. Nothing here is needed to keep score.
"use strict";

const offline = document.getElementById("offline");

// A swap takes the focus away with the button that was tapped: give it to what comes next.
document.addEventListener("htmx:after:swap", () => {
  offline.hidden = true;
  const board = document.getElementById("scoreboard");
  if (!board || (document.activeElement && document.activeElement !== document.body)) return;
  const next = board.querySelector("[aria-invalid], .wrong input, [role=alert]") || board.querySelector("h1");
  if (next) {
    if (!next.matches("input")) next.tabIndex = -1;
    next.focus({ preventScroll: !next.matches("input") });
  }
});

document.addEventListener("htmx:error", () => { offline.hidden = false; });

// The first dealer is chosen by name as soon as there are names.
document.addEventListener("input", ({ target }) => {
  const place = /^players-(\d)$/.exec(target.name || "");
  const option = place && target.form.elements.dealer && target.form.elements.dealer.options[place[1]];
  if (option) option.text = target.value.trim() || `Player ${Number(place[1]) + 1}`;
});
