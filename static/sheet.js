// On the score sheet and the recap: what prints them and sends their picture.
import "./share_picture.js"; // ready for the first tap
import "./share.js";
import { get } from "./page.js";

get("#print").hidden = !window.print;
get("#print").addEventListener("click", () => window.print());
