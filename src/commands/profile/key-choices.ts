import type { Choice, Offers } from "../../command/spec.js";
import { SETTINGS } from "../../settings/settings.js";
import { OUTPUT_FORMATS } from "../../settings/values.js";

const SWITCH: Offers = { choices: ["on", "off"] };

/** What the keys with a fixed set of values take. */
const VALUES: Readonly<Record<string, Offers>> = {
  output: { choices: OUTPUT_FORMATS },
  performance: SWITCH,
  "completion-ids": SWITCH,
};

/** The keys that `profile set` takes, as completion offers them: with what each can be. */
export const KEY_CHOICES: readonly Choice[] = Object.values(SETTINGS).flatMap(({ key, allowed }) =>
  key === undefined ? [] : [{ value: key, description: allowed, next: VALUES[key] ?? {} }],
);
