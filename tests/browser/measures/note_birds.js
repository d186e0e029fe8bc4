// Writes down how each number that flies looks, from where, and what the phone's owner feels.
export default () => {
  const here = Object.assign(window, {
    birds: /** @type {object[]} */ ([]),
    buzzes: /** @type {VibratePattern[]} */ ([]),
  });
  navigator.vibrate = (pattern) => here.buzzes.push(/** @type {VibratePattern} */ (pattern)) > 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const bird of addedNodes)
        if (bird instanceof Element && bird.matches(".flying")) {
          const { left, right } = bird.getBoundingClientRect();
          const shape = getComputedStyle(bird).getPropertyValue("--shape").replace(/["\s]/g, "") || "none";
          here.birds.push({ left, right, looks: [bird.classList[2] ?? "", shape[0] === "n" ? shape : shape[0]] });
        }
  }).observe(document.body, { childList: true });
};
