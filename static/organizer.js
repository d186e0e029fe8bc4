// What the page of a tournament loads.
import "./clock.js";
import "./follow.js";
import "./links.js";
