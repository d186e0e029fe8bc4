// Keeps the name that was typed when other rules to start from are chosen.
import { find, findInputs } from "./page.js";

find("#start")?.addEventListener("formdata", (event) => {
  event.formData.set("name", findInputs("[name=name]")[0].value);
});
