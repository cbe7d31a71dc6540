import type { ChalkInstance } from "chalk";

/** What the colour of a value says. */
export type Tone = "plain" | "gain" | "loss" | "absent" | "heading" | "label";

/** The tone of a formatted value: what counts is the sign that is shown. */
export function toneOf(value: unknown, text: string, signed: boolean | undefined): Tone {
  if (value === null || value === undefined) return "absent";
  if (signed !== true) return "plain";
  if (text.startsWith("+")) return "gain";
  return text.startsWith("-") ? "loss" : "plain";
}

export type Painter = (text: string, tone: Tone) => string;

/** A painter that colours what is not blank. Only `color` decides, never the process. */
export async function createPainter(color: boolean): Promise<Painter> {
  if (!color) return (text) => text;
  const { Chalk } = await import("chalk"); // without colour there is no need to wait for it
  const chalk = new Chalk({ level: 1 });
  const paints: Readonly<Record<Exclude<Tone, "plain">, ChalkInstance>> = {
    gain: chalk.green,
    loss: chalk.red,
    absent: chalk.dim,
    heading: chalk.bold,
    label: chalk.dim,
  };
  return (text, tone) => {
    const body = text.trim();
    if (tone === "plain" || body === "") return text;
    const start = text.length - text.trimStart().length;
    return text.slice(0, start) + paints[tone](body) + text.slice(start + body.length);
  };
}
