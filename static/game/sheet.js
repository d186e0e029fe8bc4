// On the score sheet and the recap: what prints them and sends their picture.
import "../shared/share_picture.js"; // ready for the first tap
import "../shared/share.js";
import { get } from "../shared/page.js";

get("#print").hidden = !window.print;
get("#print").addEventListener("click", () => window.print());
