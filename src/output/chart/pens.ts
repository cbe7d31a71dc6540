import type { Look } from "../text/look.js";

/** Characters of a chart, each one column wide. */
export interface Glyphs {
  /** Marks of several series, one each. */
  readonly marks: string;
  /** Place shared by the marks of several series. */
  readonly several: string;
  /** Line leading to the mark of a value. */
  readonly hold: string;
  /** Bars of a single series: a full line of text, and the half line at the end. */
  readonly bar: string;
  readonly endUp: string;
  readonly endDown: string;
  /** Beginning of a bar at zero, and a value too small for a bar. */
  readonly beginUp: string;
  readonly beginDown: string;
  readonly flat: string;
  /** Empty zero line. */
  readonly zero: string;
  readonly axis: string;
  readonly tick: string;
  readonly corner: string;
  readonly time: string;
  readonly timeTick: string;
}

const UNICODE: Glyphs = {
  marks: "●○▲◇■△◆□",
  several: "*",
  hold: "─",
  bar: "█",
  endUp: "▄",
  endDown: "▀",
  beginUp: "▀",
  beginDown: "▄",
  flat: "─",
  zero: "┄",
  axis: "│",
  tick: "┤",
  corner: "└",
  time: "─",
  timeTick: "┬",
};

const ASCII: Glyphs = {
  marks: "ox#@%&=~",
  several: "*",
  hold: "-",
  bar: "#",
  endUp: ".",
  endDown: "'",
  beginUp: "-",
  beginDown: "-",
  flat: "-",
  zero: ".",
  axis: "|",
  tick: "+",
  corner: "+",
  time: "-",
  timeTick: "+",
};

/** Maximum number of series with distinct marks. */
export const MOST_SERIES = UNICODE.marks.length;

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
  return unicode ? UNICODE : ASCII;
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
