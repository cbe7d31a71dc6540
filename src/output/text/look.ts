import type { ChalkInstance } from "chalk";

/** Appearance of text for people. */
export interface Look {
  readonly color: boolean;
  /** Width of the terminal in columns, at least 20; undefined without a limit. */
  readonly width: number | undefined;
  /** Height of the terminal in lines; undefined when it is not a terminal or the height is unknown. */
  readonly height?: number | undefined;
  /** Whether characters beyond ASCII may be used. */
  readonly unicode: boolean;
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
  /** IANA name of the time zone for times; undefined for that of this machine. */
  readonly zone: string | undefined;
}

/** A part of a page. */
export interface Section {
  readonly title?: string | undefined;
  render(look: Look): Promise<string>;
}

/**
 * Meaning of the colour of a value: `loss` is what can hurt today, `warning` what costs money, `gain` a
 * problem that ended, `head` names a column, `label` and `absent` what matters less.
 */
export type Tone = "plain" | "gain" | "loss" | "warning" | "absent" | "heading" | "head" | "label";

/** Returns the tone of a value: an amount has none of its own, whatever its sign. */
export function toneOf(value: unknown, given: Tone = "plain"): Tone {
  return value === null || value === undefined ? "absent" : given;
}

/** Emphasis of a cell, in addition to its tone. */
export type Emphasis = "changed" | "risen" | "fallen" | "alert";

export type Painter = (text: string, tone: Tone, emphasis?: Emphasis) => string;

/* Bold and underlined are not colours, so they are also used without colours. */
const STAND_OUT = "\u001b[1;4m";
const NO_MORE = "\u001b[22;24m";

/** Creates a painter, which leaves spaces at the ends plain. Only `color` decides whether it uses colours. */
export async function createPainter(color: boolean): Promise<Painter> {
  if (!color) {
    return (text, _tone, emphasis) =>
      emphasis === undefined || emphasis === "alert" // which something else shows too
        ? text
        : aroundBody(text, (body) => STAND_OUT + body + NO_MORE);
  }
  const { Chalk } = await import("chalk"); // not loaded without colour
  const chalk = new Chalk({ level: 1 });
  const paints: Readonly<Record<Tone, ChalkInstance>> = {
    plain: chalk,
    gain: chalk.green,
    loss: chalk.red,
    warning: chalk.yellow,
    absent: chalk.dim,
    heading: chalk.bold,
    head: chalk.underline,
    label: chalk.dim,
  };
  return (text, tone, emphasis) => {
    if (tone === "plain" && emphasis === undefined) return text;
    return aroundBody(text, (body) => {
      if (emphasis === undefined) return paints[tone](body);
      return emphasis === "alert" ? chalk.bold.red(body) : chalk.bold.underline(paints[tone](body));
    });
  };
}

/** Paints a text except the spaces at its ends. */
function aroundBody(text: string, paint: (body: string) => string): string {
  const body = text.trim();
  if (body === "") return text;
  const start = text.length - text.trimStart().length;
  return text.slice(0, start) + paint(body) + text.slice(start + body.length);
}
