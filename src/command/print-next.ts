import { dotOf, visible } from "../base/safe-text.js";
import { showsPages } from "../output/formats/format.js";
import { createPainter } from "../output/text/paint.js";
import { rulerFor } from "../output/text/ruler.js";
import { shellWord } from "../output/text/shell-word.js";
import type { Context } from "./context.js";

/** Words of a command line after `carry`; a text of the service is one word. */
export type NextLine = readonly string[];

/**
 * Prints what to do next as the last, dim line of a screen:
 * `next: carry get SUI.1a9f · carry positions rotate SUI.1a9f`, as many of them as fit in the line, each with
 * the options that choose what this command shows: profile, base URL and portfolios.
 * Nothing in a pipe, in another format than a table, with chosen columns or without headings, with
 * `--quiet`, and where the setting `hints` is off. A line with a word that no terminal shows as it is, is left
 * out.
 */
export async function printNext(context: Context, lines: readonly NextLine[]): Promise<void> {
  if (!(await showsNext(context))) return;
  const { look } = await context.outputOptions();
  const text = await nextText(
    lines.map((words) => [...words, ...targetOf(context, words)]),
    look,
  );
  if (text === "") return;
  const paint = await createPainter(look.color);
  await context.io.stdout.write(`${paint(text, "label")}\n`);
}

/** Reports whether {@link printNext} prints something, so that it is not looked for in vain. */
export async function showsNext(context: Context): Promise<boolean> {
  const { io, common } = context;
  if (!io.stdout.isTTY || common.quiet === true) return false;
  return showsPages(await context.outputOptions()) && (await context.setting("hints")) !== false;
}

/** Returns the options that were typed and choose what is shown; of the markets of `funding` no portfolio. */
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
  lines: readonly NextLine[],
  { unicode, width }: { readonly unicode: boolean; readonly width: number | undefined },
): Promise<string> {
  const isTypable = (words: NextLine) => words.every((word) => visible(word) === word);
  const typed = lines
    .filter(isTypable)
    .map((words) => ["carry", ...words].map(shellWord).join(" "));
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
