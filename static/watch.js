// What the page of a game for those who watch loads.
import "./awake.js";
import "./follow.js";
import "./share.js";
import "./voice_switch.js";
