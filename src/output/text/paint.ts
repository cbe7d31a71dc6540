import type { ChalkInstance } from "chalk";

/**
 * Meaning of the colour of a value: `loss` is what can hurt today, `warning` what costs money, `gain` a
 * problem that ended, `head` names a column, `label` and `absent` what matters less; `high`, `above`, `below` and `low` are where a
 * value of a chart lies.
 */
export type Tone =
  | "plain"
  | "gain"
  | "loss"
  | "warning"
  | "absent"
  | "heading"
  | "head"
  | "label"
  | Height;
type Height = "high" | "above" | "below" | "low";

/** Returns the tone of a value: an amount has none of its own, whatever its sign. */
export function toneOf(value: unknown, given: Tone = "plain"): Tone {
  return value === null || value === undefined ? "absent" : given;
}

/** Emphasis of a cell, in addition to its tone. */
export type Emphasis = "changed" | "risen" | "fallen" | "alert" | "past" | "held";

export type Painter = (text: string, tone: Tone, emphasis?: Emphasis) => string;

/* Bold and underlined are not colours, so they are also used without colours. */
const STAND_OUT = "\u001b[1;4m";
const NO_MORE = "\u001b[22;24m";

/** Emphasis that is left out without colours, since something else shows it too. */
const COLOURS: ReadonlySet<Emphasis> = new Set<Emphasis>(["alert", "past", "held"]);

/** Creates a painter, which leaves spaces at the ends plain. Only `color` decides whether it uses colours. */
export async function createPainter(color: boolean): Promise<Painter> {
  if (!color) {
    return (text, _tone, emphasis) =>
      emphasis === undefined || COLOURS.has(emphasis)
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
    high: chalk.greenBright,
    above: chalk.green,
    below: chalk.cyan,
    low: chalk.cyanBright,
  };
  const standOut = (body: string, tone: Tone) => chalk.bold.underline(paints[tone](body));
  const outstanding: Readonly<Record<Emphasis, (body: string, tone: Tone) => string>> = {
    changed: standOut,
    risen: standOut,
    fallen: standOut,
    alert: (body) => chalk.bold.red(body),
    past: (body) => chalk.dim(body),
    held: (body, tone) => chalk.bold(paints[tone](body)),
  };
  return (text, tone, emphasis) => {
    if (tone === "plain" && emphasis === undefined) return text;
    return aroundBody(text, (body) =>
      emphasis === undefined ? paints[tone](body) : outstanding[emphasis](body, tone),
    );
  };
}

/** Paints a text except the spaces at its ends. */
function aroundBody(text: string, paint: (body: string) => string): string {
  const body = text.trim();
  if (body === "") return text;
  const start = text.length - text.trimStart().length;
  return text.slice(0, start) + paint(body) + text.slice(start + body.length);
}
