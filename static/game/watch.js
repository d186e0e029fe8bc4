// What the page of a game for those who watch loads.
import "./awake.js";
import "../shared/news.js";
import "../shared/share_picture.js"; // ready for the first tap
import "../shared/share.js";
import "./voice_switch.js";
