// What the page of a tournament loads.
import "../game/clock.js";
import "../shared/news.js";
import "../shared/links.js";
