// The scripts of a scoreboard.
import "./awake.js";
import "./cards.js";
import "./clock.js";
import "./follow.js";
import "./pad.js";
import "./poll.js";
import "./share.js";
