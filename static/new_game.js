// Helps on the page of a new game: known names are tapped into their seats, and who plays with whom is said at once.
"use strict";
{
  const form = document.getElementById("new-game");
  const { rules, dealer, target, time_limit: minutes } = form.elements;
  const seats = [...form.querySelectorAll(".seats input")];
  const carried = [...form.querySelectorAll("#carried input")];
  const known = document.getElementById("known");
  const inPlay = () => seats.filter((seat) => !seat.disabled);
  const nameOf = (seat) => seat.value.trim().replace(/\s+/g, " ");

  const update = () => {
    const chosen = rules.selectedOptions[0].dataset;
    seats.forEach((seat, place) => {
      seat.disabled = place >= Number(chosen.players);
      seat.closest("div").hidden = seat.disabled;
      const option = dealer.options[place];
      option.hidden = option.disabled = seat.disabled;
      option.text = nameOf(seat) || `Player ${place + 1}`;
    });
    if (dealer.selectedOptions[0].disabled) dealer.selectedIndex = 0;
    const pairs = chosen.pairs !== undefined;
    document.getElementById("sides").hidden = !pairs;
    document.querySelector(".seats").classList.toggle("pairs", pairs);
    document.getElementById("about-rules").textContent = chosen.about;
    document.getElementById("seating").textContent = `${rules.selectedOptions[0].text}: ${chosen.seating}`;
    document.querySelectorAll("#sides strong").forEach((side, first) => {
      const partners = [...dealer.options].filter((option, place) => !option.disabled && place % 2 === first);
      side.textContent = partners.map((option) => option.text).join(" & ");
    });
    carried.forEach((total, place) => {
      total.disabled = total.closest("div").hidden = place >= Number(chosen.totals);
      const side = [...dealer.options].filter((option, seat) => !option.disabled && seat % chosen.totals === place);
      total.closest("label").firstChild.textContent = `Total of ${side.map((option) => option.text).join(" & ")}`;
    });
    document.getElementById("own-end").textContent = chosen.end;
    const rounds = document.getElementById("round-end");
    rounds.hidden = !chosen.rounds;
    rounds.querySelector("span").textContent = chosen.rounds;
    document.getElementById("any-end").hidden = Boolean(chosen.rounds);
    for (const field of [target, minutes]) field.disabled = field.closest("div").hidden = Boolean(chosen.rounds);
    const taken = inPlay().map(nameOf);
    for (const button of known.children) button.setAttribute("aria-pressed", taken.includes(button.value));
  };

  known.addEventListener("click", ({ target }) => {
    const name = target.closest("button")?.value;
    const seat = name && (inPlay().find((one) => nameOf(one) === name) || inPlay().find((one) => !nameOf(one)));
    if (!seat) return;
    seat.value = nameOf(seat) ? "" : name;
    update();
  });
  // What the last game was played to belongs to its rules: other rules begin with their own goal.
  rules.addEventListener("input", () => {
    for (const field of [target, minutes, form.elements.hand_limit])
      if (field.value === field.defaultValue || !field.value)
        field.value = rules.selectedOptions[0].defaultSelected ? field.defaultValue : "";
  });
  // Back from the game that was started leads home, not to an empty form.
  form.addEventListener("submit", () => history.replaceState({ started: form.elements.form_id.value }, ""));
  addEventListener("pageshow", async () => {
    const { started } = history.state || {};
    const answer = started && await fetch(`${form.action}/${started}`, { method: "HEAD" });
    if (answer?.ok && isOurs(answer)) location.replace(form.parentElement.querySelector(".home").href);
  });
  form.addEventListener("input", update);
  document.getElementById("spare").hidden = true; // the page says it as one chooses
  known.hidden = !known.childElementCount;
  update();
}
