// The time left counts on between two pages, by the seconds that the server gave; when it is over, the phone buzzes.
"use strict";
{
  let given, ends, isOver;
  const tick = () => {
    const clock = document.querySelector("[data-seconds]");
    const now = clock && `${clock.closest("[data-poll]").dataset.poll} ${clock.dataset.seconds}`; // drawn anew by the phone, it runs on
    const before = now === given;
    if (!before) [ends, isOver] = [clock && Date.now() + 1000 * clock.dataset.seconds, false];
    given = now;
    if (!clock || clock.firstElementChild) return;
    const left = Math.ceil((ends - Date.now()) / 1000);
    if (left > 0) {
      clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} left`;
      return;
    }
    clock.replaceChildren(Object.assign(document.createElement("strong"), { textContent: "Time's up: last hand" }));
    if (before && !isOver && isAllowed("vibration")) navigator.vibrate?.([400, 200, 400]);
    isOver = true;
  };
  tick();
  setInterval(tick, 1000);
}
