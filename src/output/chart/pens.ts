import { mapValues } from "../../base/collections.js";
import type { Look } from "../text/look.js";

/** Characters of a chart, each one column wide: in Unicode, and in ASCII. */
const GLYPHS = {
  /** Marks of several series, one each; and the place that they share. */
  marks: ["●○▲◇■△◆□", "ox#@%&=~"],
  several: ["*", "*"],
  /** Line leading to the mark of a value. */
  hold: ["─", "-"],
  /** Bars of a single series: a full line of text, and the half line at the end. */
  bar: ["█", "#"],
  endUp: ["▄", "."],
  endDown: ["▀", "'"],
  /** Beginning of a bar at zero, and a value too small for a bar. */
  beginUp: ["▀", "-"],
  beginDown: ["▄", "-"],
  flat: ["─", "-"],
  /** Empty zero line. */
  zero: ["┄", "."],
  axis: ["│", "|"],
  tick: ["┤", "+"],
  corner: ["└", "+"],
  time: ["─", "-"],
  timeTick: ["┬", "+"],
} as const;

export type Glyphs = Readonly<Record<keyof typeof GLYPHS, string>>;

/** Maximum number of series with distinct marks. */
export const MOST_SERIES = GLYPHS.marks[0].length;

/** Colours a text. */
export type Paint = (text: string) => string;

/** Mark and colours of a series. */
export interface Pen {
  readonly mark: string;
  /** Returns the colour of a value; undefined for none. */
  paintOf(value: number): Paint | undefined;
}

export interface Pens {
  readonly glyphs: Glyphs;
  /** Returns the pen of a series by its index. */
  of(series: number): Pen;
}

/** Returns the characters that the terminal supports. */
export function glyphsOf({ unicode }: Look): Glyphs {
  return mapValues(GLYPHS, (pair) => pair[unicode ? 0 : 1]);
}

/** Creates pens that differ in mark and colour; a single series is coloured by gain and loss. */
export async function createPens(count: number, look: Look): Promise<Pens> {
  const glyphs = glyphsOf(look);
  const paintOf = look.color ? await painters(count) : () => undefined;
  return {
    glyphs,
    of: (series) => ({
      mark: glyphs.marks.charAt(series % MOST_SERIES),
      paintOf: (value) => paintOf(series, value),
    }),
  };
}

async function painters(
  count: number,
): Promise<(series: number, value: number) => Paint | undefined> {
  const { Chalk } = await import("chalk");
  const { cyan, magenta, yellow, blue, green, red, cyanBright, magentaBright } = new Chalk({
    level: 1,
  });
  const colours = [cyan, magenta, yellow, blue, green, red, cyanBright, magentaBright];
  return (series, value) => {
    if (count > 1) return colours[series % colours.length];
    if (value === 0) return undefined;
    return value > 0 ? green : red;
  };
}
