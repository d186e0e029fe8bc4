// What the page of a game for those who watch loads.
import "./awake.js";
import "./follow.js";
import "./share_picture.js"; // ready for the first tap
import "./share.js";
import "./voice_switch.js";
