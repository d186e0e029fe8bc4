import { get } from "./page.js";

const button = get("#print");
button.hidden = !window.print;
button.addEventListener("click", () => window.print());
