import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Words that one word of docs/glossary.md replaces, and where a text may have them all the same. */
const REPLACED: readonly (readonly [old: RegExp, instead: string])[] = [
  [/\bpays\b|\bpaying\b|\bpaid a day\b/i, "receives, costs; funding a day"],
  [/\bgone at\b|\bmargin (?:is |would be )?gone\b/i, "bankruptcy price, away"],
  [/\bthin\b/i, "low"],
  [/\beaten by\b/i, "basis break-even"],
  [/\bfees to leave\b|\bto leave\b/i, "exit fees (est.)"],
  [/\bcosts earned in\b|\bearned in\b/i, "break-even after"],
  [/\bout of balance\b/i, "imbalance, unhedged"],
  [/\bsettled is not expected\b/i, "past funding, not a forecast"],
  [
    /\bnot known\b|\b(?:cannot|could not) (?:be (?:told|judged)|judge)\b|\bnot judged\b/i,
    "unknown",
  ],
  [/\bholes?\b/i, "gaps"],
  [/\byounger\b/i, "opened since"],
  [/\bworth of less\b/i, "annualised from under 7 days"],
  [/\bnot of now\b|\bof now\b/i, "stale, current"],
  [/\bdeepest fall\b/i, "max drawdown"],
  [/\bnot earned yet\b/i, "fees not covered yet"],
  [/\bBe told\b|\btold\b/i, "shown, reported"],
  [/\basked for\b/i, "requested"],
  [/\bwork(?:s|ed) out\b/i, "computed"],
];

/** Phrases that no native speaker would write, in pages and texts. */
const TICS = [
  /\b(?:is|are|was|were) told\b/i,
  /\bwhat is \w+(?: (?!and|or)\w+){0,6} is\b/i,
  /\bof now\b/i,
  /\b(?:is|are) said\b/i,
  /\b(?:the service is asked|asks the service)\b/i,
];

/** Returns the comments and texts of a source file; a text of one word, or one to type, is no prose. */
function proseOf(path: string): string[] {
  const source = readFileSync(path, "utf8");
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const comments = (at: number, trailing: boolean) => {
    const ranges = trailing ? ts.getTrailingCommentRanges : ts.getLeadingCommentRanges;
    for (const { pos, end } of ranges(source, at) ?? []) found.add(source.slice(pos, end));
  };
  const visit = (node: ts.Node): void => {
    comments(node.getFullStart(), false);
    comments(node.getEnd(), true);
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      if (/^(?!carry ).*\s/s.test(node.text.trim()) || ts.isTemplateExpression(node.parent))
        found.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found];
}

/** Returns a page without what is indented as typed or printed. */
function pageOf(path: string): string {
  return readFileSync(path, "utf8").replaceAll(/^ {4}.*$/gm, "");
}

/** Returns the words of a text without what is typed or sent: fenced blocks, spans of code and options. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/^```[\s\S]*?^```/gm, "")
    .replaceAll(/`[^`\n]*`/g, "")
    .replaceAll(/--[a-z]+(?:-[a-z]+)*|carry explain [a-z_]+/g, "")
    .replaceAll(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, " ");
}

function replacedIn(texts: readonly string[]): string[] {
  return texts.map(wordsOf).flatMap((text) =>
    REPLACED.flatMap(([old, instead]) => {
      const at = text.search(old);
      return at < 0 ? [] : [`${text.slice(Math.max(0, at - 30), at + 30).trim()} (${instead})`];
    }),
  );
}

/** Pages beside docs/. */
const PROSE = ["CONTRIBUTING.md", "SECURITY.md", "SKILL.md"];

describe("the words of screens, messages, code and pages", () => {
  const files = ["src", "docs"].flatMap((directory) =>
    readdirSync(directory, { recursive: true }).map((path) => `${directory}/${path}`),
  );
  const sources = files
    .filter((path) => path.endsWith(".ts"))
    .map((path) => [path, proseOf(path)] as const);
  const isList = (path: string) => /^docs\/reference\/[\w-]+\.md$/.test(path); // texts of src
  const pages = ["README.md", ...files.filter((path) => path.endsWith(".md") && !isList(path))];

  it("are those of the field, one for one thing", () => {
    const found = [
      ...sources,
      ...[...PROSE, ...pages].map((path) => [path, [pageOf(path)]] as const),
    ].flatMap(([path, texts]) => replacedIn(texts).map((text) => `${path}: ${text}`));
    expect(found).toEqual([]);
  });

  it("are plain English where users read them", () => {
    const told = sources.map(
      ([path, texts]) => [path, texts.filter((it) => !/^\/[*/]/.test(it))] as const,
    );
    const read = [...PROSE, ...pages].map((path) => [path, [pageOf(path)]] as const);
    const found = [...told, ...read].flatMap(([path, texts]) =>
      texts
        .map(wordsOf)
        .flatMap((text) => TICS.flatMap((tic) => tic.exec(text)?.[0] ?? []))
        .map((it) => `${path}: ${it}`),
    );
    expect(found).toEqual([]);
  });

  it("have the minus of a keyboard, which every terminal shows and every search finds", () => {
    const read = (path: string) => [path, readFileSync(path, "utf8")] as const;
    const texts = files.filter((path) => /\.(?:ts|md)$/.test(path)).map(read);
    expect(texts.flatMap(([path, text]) => (text.includes("\u2212") ? [path] : []))).toEqual([]);
  });

  it("name no page, which an installed package does not have", () => {
    const found = sources.flatMap(([, texts]) =>
      texts.filter((text) => !/^\/[*/]/.test(text) && /\bdocs\/[a-z]|\b[\w-]+\.md\b/.test(text)),
    );
    expect(found).toEqual([]);
  });

  it("are refused where they stand in a comment, a text or a page", () => {
    expect(replacedIn(["what it\n * pays", "`pays`", "--paying", "Not\nknown", "unknown"])).toEqual(
      ["what it pays (receives, costs; funding a day)", "Not known (unknown)"],
    );
  });
});
