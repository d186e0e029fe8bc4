"use strict";
const print = document.getElementById("print");
print.hidden = !window.print;
print.addEventListener("click", () => window.print());
