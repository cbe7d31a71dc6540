import type { ChalkInstance } from "chalk";

/** What the colour of a value says. */
export type Tone = "plain" | "gain" | "loss" | "absent" | "heading" | "label";

/** The tone of a formatted value: what counts is the sign that is shown, unless one is given. */
export function toneOf(
  value: unknown,
  text: string,
  signed: boolean | undefined,
  given?: Tone,
): Tone {
  if (value === null || value === undefined) return "absent";
  if (given !== undefined) return given;
  if (signed !== true) return "plain";
  if (text.startsWith("+")) return "gain";
  return text.startsWith("-") ? "loss" : "plain";
}

/** What makes a cell stand out from the others, whatever its tone. */
export type Emphasis = "changed" | "alert";

export type Painter = (text: string, tone: Tone, emphasis?: Emphasis) => string;

/* Bold and underlined are no colours: they are there where colours are not wanted, too. */
const STAND_OUT = "\u001b[1;4m";
const NO_MORE = "\u001b[22;24m";

/** A painter that colours what is not blank. Only `color` decides, never the process. */
export async function createPainter(color: boolean): Promise<Painter> {
  if (!color) {
    return (text, _tone, emphasis) =>
      emphasis === "changed" ? aroundBody(text, (body) => STAND_OUT + body + NO_MORE) : text;
  }
  const { Chalk } = await import("chalk"); // without colour there is no need to wait for it
  const chalk = new Chalk({ level: 1 });
  const paints: Readonly<Record<Tone, ChalkInstance>> = {
    plain: chalk,
    gain: chalk.green,
    loss: chalk.red,
    absent: chalk.dim,
    heading: chalk.bold,
    label: chalk.dim,
  };
  return (text, tone, emphasis) => {
    if (tone === "plain" && emphasis === undefined) return text;
    return aroundBody(text, (body) => {
      const toned = emphasis === "alert" ? chalk.bold.red(body) : paints[tone](body);
      return emphasis === "changed" ? chalk.bold.underline(toned) : toned;
    });
  };
}

/** The text with what is not blank at its ends painted. */
function aroundBody(text: string, paint: (body: string) => string): string {
  const body = text.trim();
  if (body === "") return text;
  const start = text.length - text.trimStart().length;
  return text.slice(0, start) + paint(body) + text.slice(start + body.length);
}
