import { describe } from "vitest";
import { isInstalled } from "../support/needs.js";
import type { Habits } from "./desk.js";
import { describeHostileData } from "./hostile-data.js";
import { describeHostileWords } from "./hostile-words.js";
import type { Setup } from "./setups.js";

const TAB = "\t";
const MENU_COMPLETE = "\x14";
const INSERT_COMPLETIONS = "\x1b*";
const POSSIBLE_COMPLETIONS = "\x1b?";

/** Keys that complete in bash; a line binds those without a default key. */
export const BASH = {
  keys: [
    TAB,
    TAB.repeat(2),
    MENU_COMPLETE,
    MENU_COMPLETE.repeat(2),
    INSERT_COMPLETIONS,
    POSSIBLE_COMPLETIONS + TAB,
  ],
  settings: `bind '"\\C-t": menu-complete'`,
};

/** Keys that complete in zsh and fish. */
export const TABS = [TAB, TAB.repeat(2), TAB.repeat(3)];

/** Tests values that a shell would run or expand if they were not escaped. */
export function describeHostile(setup: Setup, habits: Habits): void {
  const isHere = isInstalled(setup.shell, ["-c", "exit 0"], "hostile completion in it was");
  describe.skipIf(!isHere)(`hostile completion in ${setup.title}`, () => {
    describe("of any program", () => describeHostileWords(setup, habits));
    describe("of carry", () => describeHostileData(setup, habits));
  });
}
