// For how many milliseconds from now on what happened is seen.
export default () =>
  new Promise((done) => {
    const from = performance.now();
    let last = from;
    const look = setInterval(() => {
      const now = performance.now();
      if (document.querySelector(".announcement.seen")) last = now;
      else if (now - last > 300) {
        clearInterval(look);
        done(last - from);
      }
    }, 20);
  });
