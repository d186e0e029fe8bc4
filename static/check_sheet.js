// Helps on the page of a paper sheet: its columns bear the names as they are typed.
"use strict";
{
  const seats = [...document.querySelectorAll("#check-sheet .seats input")];
  const labels = [...document.querySelectorAll("#check-sheet [data-seats]")];
  const offered = document.querySelectorAll("#players option");
  const nameOf = (seat) => seats[seat].value.trim().replace(/\s+/g, " ") || `Player ${Number(seat) + 1}`;
  const sideOf = (label) => label.dataset.seats.split(" ").map(nameOf).join(" & ");
  let shown = labels.map(sideOf);

  document.querySelector("#check-sheet .seats").addEventListener("input", () => {
    labels.forEach((label, place) => {
      const words = label.firstChild;
      words.textContent = words.textContent.replace(shown[place], () => sideOf(label));
    });
    shown = labels.map(sideOf);
    offered.forEach((option, seat) => { option.value = nameOf(seat); });
  });
}
