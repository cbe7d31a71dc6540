import type { ChalkInstance } from "chalk";
import type { Look } from "./look.js";

/** What a series is drawn with. */
export interface Pen {
  /** One column wide. */
  readonly mark: string;
  /** Colours what stands for a value, where there is colour. */
  paint(text: string, value: number): string;
}

export interface Glyphs {
  readonly axis: string;
  readonly tick: string;
  readonly corner: string;
  readonly zero: string;
  readonly stem: string;
  readonly hold: string;
  readonly rise: string;
  readonly fall: string;
}

export interface Pens {
  of(series: number): Pen;
  /** The mark where those of several series would stand. */
  readonly several: string;
  readonly glyphs: Glyphs;
}

/** More series than this cannot be told apart. */
export const MOST_SERIES = 8;

const UNICODE = {
  marks: "●○▲△■□◆◇",
  glyphs: {
    axis: "│",
    tick: "┤",
    corner: "└",
    zero: "┄",
    stem: "│",
    hold: "─",
    rise: "┘",
    fall: "┐",
  },
} as const;

const ASCII = {
  marks: "ox#@%&=~",
  glyphs: {
    axis: "|",
    tick: "+",
    corner: "+",
    zero: ".",
    stem: "|",
    hold: "-",
    rise: "+",
    fall: "+",
  },
} as const;

/** Pens that differ in mark and colour; a lone series is coloured by gain and loss instead. */
export async function createPens(count: number, look: Look): Promise<Pens> {
  const { marks, glyphs } = look.unicode ? UNICODE : ASCII;
  const colours = look.color ? await seriesColours() : undefined;
  return {
    of(series) {
      return {
        mark: marks.charAt(series % MOST_SERIES),
        paint(text, value) {
          if (colours === undefined) return text;
          if (count > 1) return colours.series[series % colours.series.length]?.(text) ?? text;
          if (value === 0) return text;
          return value > 0 ? colours.gain(text) : colours.loss(text);
        },
      };
    },
    several: "*",
    glyphs,
  };
}

async function seriesColours(): Promise<{
  readonly series: readonly ChalkInstance[];
  readonly gain: ChalkInstance;
  readonly loss: ChalkInstance;
}> {
  const { Chalk } = await import("chalk");
  const chalk = new Chalk({ level: 1 });
  const { cyan, magenta, yellow, blue, green, red, cyanBright, magentaBright } = chalk;
  return {
    series: [cyan, magenta, yellow, blue, green, red, cyanBright, magentaBright],
    gain: green,
    loss: red,
  };
}
