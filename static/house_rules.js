// Keeps the name that was typed when the rules to start from are changed.
import { find, findInputs } from "./page.js";

find("#start")?.addEventListener("formdata", (event) => {
  event.formData.set("name", findInputs("#name")[0].value);
});
