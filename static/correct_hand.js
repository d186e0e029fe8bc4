// What the form of a hand that is corrected loads.
import "./cards.js";
import "./pad.js";
