import { describeHostile, TABS } from "./hostile-shells.js";
import { fishSetup } from "./setups.js";

describeHostile(fishSetup, {
  keys: TABS,
  oneOf: 2,
  // fish leaves a tilde alone.
  inexact: /^~/,
});
