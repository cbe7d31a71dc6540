import type { Block, Term } from "./page.js";

const TERM = /^ *(\S.*?) {2,}(\S.*)$/;
const CONTINUATION = /^ {7,}\S/;

/**
 * Parses text laid out for a terminal: paragraphs, indented examples, and two columns of terms and
 * descriptions.
 */
export function prose(text: string): Block[] {
  const lines = dedent(text.trimEnd().split("\n"));
  const runs: string[][] = [];
  lines.forEach((line, at) => {
    if (line === "") return;
    const before = lines[at - 1] ?? "";
    const run = runs.at(-1);
    const isAlike = isIndented(run?.[0] ?? "") === isIndented(line) || CONTINUATION.test(line);
    if (run !== undefined && before !== "" && isAlike) run.push(line);
    else runs.push([line]);
  });
  return runs.map(blockOf).reduce(joinTerms, []);
}

/** Appends a block, and joins two consecutive lists of terms. */
function joinTerms(blocks: Block[], block: Block): Block[] {
  const last = blocks.at(-1);
  if (last?.kind !== "terms" || block.kind !== "terms") return [...blocks, block];
  return [...blocks.slice(0, -1), { kind: "terms", terms: [...last.terms, ...block.terms] }];
}

function blockOf(lines: readonly string[]): Block {
  const terms = termsOf(lines);
  if (terms !== undefined) return { kind: "terms", terms };
  if (isIndented(lines[0] ?? "")) return { kind: "code", text: dedent(lines).join("\n") };
  return { kind: "text", text: lines.join(" ") };
}

/** Parses two columns; undefined when the lines are not two columns. */
function termsOf(lines: readonly string[]): Term[] | undefined {
  const terms: Term[] = [];
  for (const line of lines) {
    const last = terms.at(-1);
    const [, term, text] = TERM.exec(line) ?? [];
    if (last !== undefined && CONTINUATION.test(line)) {
      terms[terms.length - 1] = { ...last, text: `${last.text} ${line.trim()}` };
    } else if (term !== undefined && text !== undefined) {
      terms.push({ term, text });
    } else {
      return undefined;
    }
  }
  return terms;
}

function isIndented(line: string): boolean {
  return line.startsWith("  ");
}

function dedent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line !== "").map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least));
}
