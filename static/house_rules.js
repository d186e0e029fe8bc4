// Keeps the name that was typed when the rules to start from are changed.
"use strict";
document.getElementById("start")?.addEventListener("formdata", ({ formData }) => formData.set("name", document.getElementById("name").value));
