// The time left counts on between two pages, by the seconds that the server gave; when it is over, the phone buzzes.
"use strict";
{
  let shown, ends;
  const tick = () => {
    const clock = document.querySelector("[data-seconds]");
    if (clock !== shown) ends = clock && Date.now() + 1000 * clock.dataset.seconds;
    const before = clock === shown;
    shown = clock;
    if (!clock || clock.firstElementChild) return;
    const left = Math.ceil((ends - Date.now()) / 1000);
    if (left > 0) {
      clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} left`;
      return;
    }
    clock.replaceChildren(Object.assign(document.createElement("strong"), { textContent: "Time's up: last hand" }));
    if (before && isAllowed("vibration")) navigator.vibrate?.([400, 200, 400]);
  };
  tick();
  setInterval(tick, 1000);
}
