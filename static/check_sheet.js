// On the page of a paper sheet: what sends its picture.
import "./share.js";
