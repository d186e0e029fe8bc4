// A television alternates between the standings and the seats; a phone shows both (tournament.css).
const SHOWN = 15_000; // milliseconds

/** Shows the next of the page's panes. */
function turn() {
  const panes = [...document.querySelectorAll("[data-pane]")].map(
    (pane) => /** @type {HTMLElement} */ (pane).dataset.pane,
  );
  const { dataset } = document.documentElement;
  dataset.turn = panes[(panes.indexOf(dataset.turn) + 1) % panes.length];
}

turn();
setInterval(turn, SHOWN);
