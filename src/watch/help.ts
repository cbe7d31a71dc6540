import type { Board } from "./board.js";
import type { Brush } from "./brush.js";

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["q, Ctrl-C", "quit"],
  ["s, S", "sort by the next column; the other way round"],
  ["p, space", "pause, and go on"],
  ["r", "refresh now"],
  ["e", "the events so far: opened, closed, resized, ..."],
  ["up, down, PgUp, PgDn, Home, End", "scroll"],
  ["Ctrl-Z", "back to the shell for a while; fg comes back"],
  ["?", "this page; any key takes it away"],
];

/** What the keys do, and what the table does not say by itself. */
export function helpLines({ dropped }: Board, brush: Brush): string[] {
  const widest = Math.max(...KEYS.map(([keys]) => keys.length));
  const about = [
    "What has moved since the round before stands out for one round: green where it rose, red where it fell; moves too small to matter do not. All of a new position does.",
    "A round that is late or fails leaves the last figures where they are; the line at the top says how old they are and why.",
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
