// The scripts of a scoreboard.
import "./awake.js";
import "./cards.js";
import "./clock.js";
import "./follow.js";
import "./pad.js";
import "./share.js";
