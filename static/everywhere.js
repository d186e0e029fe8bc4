// What every page loads.
import "./forms.js";
import "./back.js";
import "./alone/outbox.js";
import "./alone/new_version.js";
