import type { Board } from "./board.js";
import type { Brush } from "./brush.js";

const SORTING = "s, S";

const HIGHLIGHTS =
  "Figures that changed since the last round are highlighted for one round: green where they rose, red where they fell; small changes are not. New positions are highlighted as a whole.";

/* Lines of at most 60 columns. */
const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["q, Ctrl-C", "quit"],
  [SORTING, "sort by the next column; S reverses"],
  ["p, space", "pause, and continue"],
  ["r", "refresh now"],
  ["e", "the events so far"],
  ["up, down, PgUp, PgDn", "scroll"],
  ["Home, End", "scroll to the top, the bottom"],
  ["Ctrl-Z", "return to the shell; fg continues"],
  ["?", "this page; any key closes it"],
];

/** Returns the help page: the keys, highlighted cells, and columns that do not fit. */
export function helpLines({ dropped, columns }: Board, brush: Brush): string[] {
  const isTable = columns.length > 0;
  const keys = KEYS.filter(([keys]) => isTable || keys !== SORTING);
  const widest = Math.max(...KEYS.map(([keys]) => keys.length));
  const about = [
    ...(isTable ? [HIGHLIGHTS] : []),
    "While a round is late or has failed, the last figures stay; the second line shows how old they are and why.",
    ...(dropped.length === 0 ? [] : [`Left out at this width: ${dropped.join(", ")}.`]),
  ];
  return [
    "",
    ...keys.map(([keys, what]) =>
      brush.line([{ text: `  ${keys.padEnd(widest)}`, tone: "heading" }, { text: what }], "   "),
    ),
    "",
    ...about.flatMap((text) => brush.paragraph({ text, tone: "label" })),
  ];
}
