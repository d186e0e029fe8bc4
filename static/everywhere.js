// What every page loads.
import "./shared/forms.js";
import "./shared/back.js";
import "./alone/outbox.js";
import "./alone/new_version.js";
