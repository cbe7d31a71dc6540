import type { Look } from "../text/look.js";
import type { Paint } from "./canvas.js";

/** The characters that a chart is drawn with, each one column wide. */
export interface Glyphs {
  /** One for each series, where there are several. */
  readonly marks: string;
  /** Where the marks of several series would stand. */
  readonly several: string;
  /** A value that holds until its mark. */
  readonly hold: string;
  /** Bars, of a series on its own: a whole line of text, and the half with which they end. */
  readonly bar: string;
  readonly endUp: string;
  readonly endDown: string;
  /** How they begin at zero, and a value too near to it for a bar. */
  readonly beginUp: string;
  readonly beginDown: string;
  readonly flat: string;
  /** Zero, where nothing else is. */
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

/** More series than this cannot be told apart. */
export const MOST_SERIES = UNICODE.marks.length;

/** What draws a series. */
export interface Pen {
  readonly mark: string;
  /** Returns what colours a value; undefined where nothing does. */
  paintOf(value: number): Paint | undefined;
}

export interface Pens {
  readonly glyphs: Glyphs;
  /** By the place of the series among all. */
  of(series: number): Pen;
}

/** Returns what the terminal can show. */
export function glyphsOf({ unicode }: Look): Glyphs {
  return unicode ? UNICODE : ASCII;
}

/** Creates pens that differ in mark and colour; a lone series is coloured by gain and loss. */
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
