import { BASH, describeHostile } from "./hostile-shells.js";
import { bashAlone, bashSetups } from "./setups.js";

const settings = [
  BASH.settings,
  "bind 'set completion-ignore-case on'",
  "bind 'set completion-map-case on'",
].join("; ");

for (const setup of bashSetups().filter((it) => it !== bashAlone)) {
  describeHostile(setup, { ...BASH, settings, oneOf: 4 });
}
