import { BASH, describeHostile } from "./hostile-shells.js";
import { bashAlone } from "./setups.js";

describeHostile(bashAlone, {
  ...BASH,
  settings: `${BASH.settings}; bind 'set show-all-if-ambiguous off'`,
});
