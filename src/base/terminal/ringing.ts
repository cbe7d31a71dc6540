import { type Io, isDumb } from "./io.js";

const BELL = "\u0007";
const ESCAPE = "\u001b";

/** Maximum number of notifications at once; more are replaced by one with their number. */
const MOST_NOTIFICATIONS = 3;

/**
 * Returns text that rings the bell of a terminal once for each text, and shows them as notifications of
 * the desktop where the terminal can (OSC 9; source: iTerm2, "Proprietary Escape Codes"). Other terminals
 * ignore these. Each begins with the name of carry: a text such as `7;calc` would otherwise be a command
 * of ConEmu, and `4;3` a progress of the taskbar (source: ConEmu, "ANSI X3.64", OSC 9).
 * @param texts without control characters
 */
export function ringing(texts: readonly string[], env: Io["env"]): string {
  const bells = BELL.repeat(texts.length);
  if (env.TERM === "linux" || isDumb(env)) return bells; // would show it as text
  const shown = texts.length > MOST_NOTIFICATIONS ? [`${texts.length} alerts`] : texts;
  return bells + shown.map((text) => `${ESCAPE}]9;carry: ${text}${BELL}`).join("");
}
