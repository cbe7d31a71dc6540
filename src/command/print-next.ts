import { dotOf, visible } from "../base/safe-text.js";
import { showsPages } from "../output/formats/format.js";
import { createPainter } from "../output/text/paint.js";
import { rulerFor } from "../output/text/ruler.js";
import { shellWord } from "../output/text/shell-word.js";
import type { Context } from "./context.js";

/** Words of a command line after `carry`; a text of the service is one word. */
export type NextLine = readonly string[];

/**
 * Prints the next commands to try as the last, dim line of a screen, as many as fit:
 * `next: carry get SUI.1a9f · carry positions rotate SUI.1a9f`. Each repeats the typed options that choose
 * what is shown: profile, base URL and portfolios. Prints nothing in a pipe, in a format other than table,
 * with chosen columns, with `--quiet`, and with the setting `hints` off. Leaves out
 * commands with a word that a terminal cannot show unchanged.
 */
export async function printNext(context: Context, lines: readonly NextLine[]): Promise<void> {
  if (!(await showsNext(context))) return;
  const { look } = await context.outputOptions();
  const text = await nextText(
    lines.flatMap((words) => lineOf(context, words) ?? []),
    look,
  );
  if (text === "") return;
  const paint = await createPainter(look.color);
  await context.io.stdout.write(`${paint(text, "label")}\n`);
}

/** Reports whether {@link printNext} prints anything, so that the commands are not computed in vain. */
export async function showsNext(context: Context): Promise<boolean> {
  const { io, common } = context;
  if (!io.stdout.isTTY || common.quiet === true) return false;
  return showsPages(await context.outputOptions()) && (await context.setting("hints")) !== false;
}

/**
 * Returns a command line to try, with the typed options that choose what is shown; undefined for one that a
 * terminal cannot show unchanged.
 */
export function lineOf(context: Context, words: NextLine): string | undefined {
  const all = ["carry", ...words, ...targetOf(context, words)];
  return all.every((word) => visible(word) === word) ? all.map(shellWord).join(" ") : undefined;
}

/** Returns the typed options that choose what is shown; commands of `funding` have no portfolio. */
function targetOf(context: Context, words: NextLine): string[] {
  const { options } = context.sourcesWithoutProfile();
  const typed = {
    profile: context.common.profile,
    "base-url": options["base-url"],
    portfolio: words[0] === "funding" ? undefined : options.portfolio,
  };
  return Object.entries(typed).flatMap(([name, value]) =>
    value === undefined || words.includes(`--${name}`) ? [] : [`--${name}`, value],
  );
}

/** Returns the line without colour; empty if not even the first command fits. */
async function nextText(
  typed: readonly string[],
  { unicode, width }: { readonly unicode: boolean; readonly width: number | undefined },
): Promise<string> {
  const ruler = await rulerFor(typed);
  const between = dotOf({ unicode });
  let text = "";
  for (const line of typed) {
    const longer = text === "" ? `next: ${line}` : text + between + line;
    if (ruler.width(longer) > (width ?? Number.POSITIVE_INFINITY)) break;
    text = longer;
  }
  return text;
}
