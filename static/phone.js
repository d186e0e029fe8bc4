// What this phone does by itself, each of which can be switched off; the phone alone remembers that.
"use strict";
{
  const form = document.getElementById("switches");
  const works = { awake: "wakeLock" in navigator, vibration: "vibrate" in navigator };
  const why = {
    awake: "This browser can't keep the screen on at this address: that takes https, and a browser that has it.",
    vibration: "This browser can't vibrate.",
  };
  for (const [name, can] of Object.entries(works)) {
    const box = form.elements[name];
    box.checked = can && localStorage.getItem(name) !== "off";
    box.disabled = !can;
    if (!can) document.getElementById(`${name}-hint`).textContent = why[name];
  }
  form.addEventListener("change", ({ target }) => localStorage.setItem(target.name, target.checked ? "on" : "off"));
  form.hidden = false;
}
