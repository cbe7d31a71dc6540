import type { Board } from "./board.js";
import type { Brush } from "./brush.js";

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["q, Ctrl-C", "quit"],
  ["s, S", "sort by the next column; the other way round"],
  ["p, space", "pause, and go on"],
  ["r", "refresh now"],
  ["up, down, PgUp, PgDn, Home, End", "scroll"],
  ["Ctrl-Z", "back to the shell for a while; fg comes back"],
  ["?", "this page; any key takes it away"],
];

/** What the keys do, and what the table does not tell by itself. */
export function helpLines({ dropped }: Board, brush: Brush): string[] {
  const widest = Math.max(...KEYS.map(([keys]) => keys.length));
  const about = [
    "Figures that are not what they were in the round before stand out for one round.",
    "A round that fails leaves the last figures where they are; the line at the top says how old they are.",
    ...(dropped.length === 0 ? [] : [`Left out at this width: ${dropped.join(", ")}.`]),
  ];
  return [
    "",
    ...KEYS.map(([keys, what]) =>
      brush.line([{ text: `  ${keys.padEnd(widest)}`, tone: "heading" }, { text: what }], "   "),
    ),
    "",
    ...about.flatMap((text) => brush.paragraph({ text, tone: "label" })),
  ];
}
