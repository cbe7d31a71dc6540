import type { Brush } from "./brush.js";
import type { ArrangedTable } from "./table.js";

/** The keys and what they do, in lines of at most 60 columns. */
const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["up down PgUp PgDn", "move the cursor; also j k"],
  ["Home, End", "the first, the last; also g G"],
  ["Enter, Esc", "open the position, come back"],
  ["1-5, Tab", "Now, PnL, Funding, Risk, Next"],
  ["/", "filter: text, asset: exchange: reason:"],
  ["o, O", "sort by a column, the other way"],
  ["x, w", "group by exchange, the other columns"],
  ["p", "portfolios: Enter one, Space some, * all"],
  ["a", "acknowledge a reason for a time"],
  ["y", "show the full id, to copy"],
  ["e", "the events so far"],
  ["Space, R", "pause and continue, refresh now"],
  ["q, Ctrl-C, Ctrl-Z", "quit, quit, return to the shell"],
];

const ABOUT = [
  "Figures that changed since the last round are highlighted for one round; small changes are not. New rows are highlighted as a whole.",
  "While a round is late or has failed, the last figures stay, with how old they are and why.",
];

/**
 * Returns the help: the keys, the columns that do not fit, and which figures are not sure.
 * @param doubts which figures are estimates or unknown, and why
 */
export function helpLines(
  { dropped }: ArrangedTable,
  doubts: readonly string[],
  brush: Brush,
): string[] {
  const widest = Math.max(...KEYS.map(([keys]) => keys.length));
  const notes = [
    ...(dropped.length === 0 ? [] : [`Left out at this width: ${dropped.join(", ")}`]),
    ...ABOUT,
  ];
  return [
    ...KEYS.map(([keys, what]) =>
      brush.line([{ text: keys.padEnd(widest), tone: "heading" }, { text: what }], "   "),
    ),
    "",
    ...notes.flatMap((text) => brush.paragraph({ text, tone: "label" })),
    ...(doubts.length === 0 ? [] : ["", ...doubts]),
  ];
}
