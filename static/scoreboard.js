// The scripts of a scoreboard.
import "./awake.js";
import "./cards.js";
import "./clock.js";
import "./follow.js";
import "./pad.js";
import "./share.js";

addEventListener("load", async () => {
  await import("./chart.js").catch(() => {}); // then a win without the server has no chart
});
