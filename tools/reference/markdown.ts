import type { BlockContent, PhrasingContent, RootContent } from "mdast";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { inline } from "./inline.js";
import type { Block, Page, Section, Term } from "./page.js";

const GENERATED = "<!-- Generated from the command tree by `npm run reference`. Do not edit. -->";
const ABOUT =
  "Every command of `carry`, with its arguments and options; `carry <command> --help` and `man carry-<command>` have the same, with examples. A column is named in --columns, --sort and csv by its path in json: `carry schema` lists what is printed. Of two opposite options, such as --x and --no-x, the later one applies.";
/** Topics of `carry help` that are pages of their own, with the names of their files. */
const TOPIC_PAGES: Readonly<Record<string, string>> = { Errors: "errors", Rules: "rules" };
/** Sections of README.md. */
const OVERVIEW = ["Global options", "Exit codes", "Output"];
/** How many commands an option has to have to be described once for all. */
const SEVERAL = 2;

const stringify = unified()
  .use(remarkStringify, { bullet: "-", fences: true, resourceLink: true })
  .freeze();

/** Returns the pages of the commands as Markdown by the names of their files: one a group, and an overview. */
export function referenceFiles(pages: readonly Page[]): ReadonlyMap<string, string> {
  const [root, ...commands] = pages;
  if (root === undefined) return new Map();
  const shared = sharedOptions(commands);
  const groups = groupsOf(commands, ({ file = "" }) => file);
  const sectionsOf = (titles: readonly string[]) =>
    root.sections.filter(({ title }) => titles.includes(title)).flatMap(section);
  return new Map([
    [
      "README.md",
      pageOf("Reference", [
        paragraph(ABOUT),
        seeAlso(),
        heading(2, "Commands"),
        list([...groups].map(([file, all]) => linksOf(file, all))),
        ...sectionsOf(OVERVIEW),
        heading(2, "Options of several commands"),
        { kind: "terms", terms: [...shared.values()] },
      ]),
    ],
    ...Object.entries(TOPIC_PAGES).map(
      ([title, file]) => [`${file}.md`, pageOf(title, sectionsOf([title]).slice(1))] as const,
    ),
    ...[...groups].map(
      ([file, all]) =>
        [
          `${file}.md`,
          pageOf(
            `carry: ${file}`,
            all.flatMap((it) => chapter(it, shared)),
          ),
        ] as const,
    ),
  ]);
}

const SKILL = `---
name: carry
description: Read hedged funding positions, what they earn and what needs attention, and settled funding of perpetual markets, with the command line carry. Use it for questions about a portfolio of funding positions.
---

<!-- The text of \`carry help agents\`, by \`npm run reference\`. -->
`;

/** Returns SKILL.md: a text of `carry help` for agents that read skills. */
export function skillPage(blocks: readonly Block[]): string {
  const children = [heading(1, "carry"), ...blocks.map(content)];
  return `${SKILL}\n${stringify.stringify({ type: "root", children })}`;
}

type Part = RootContent | Block;

function pageOf(title: string, parts: readonly Part[]): string {
  const children = parts.map((it) => ("kind" in it ? content(it) : it));
  return stringify.stringify({
    type: "root",
    children: [{ type: "html", value: GENERATED }, heading(1, title), ...children],
  });
}

function section({ title, blocks }: Section): Part[] {
  return [heading(2, title), ...blocks];
}

/** Returns the options that several commands describe with the same words, by term and text. */
function sharedOptions(pages: readonly Page[]): ReadonlyMap<string, Term> {
  const all = pages.flatMap((page) => termsOf(page, "Options"));
  const groups = groupsOf(all, keyOf);
  return new Map(
    [...groups].flatMap(([key, [first, ...more]]) =>
      first !== undefined && more.length + 1 >= SEVERAL ? [[key, first] as const] : [],
    ),
  );
}

function groupsOf<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one]);
  return groups;
}

const keyOf = ({ term, text }: Term) => `${term}\n${text}`;

function termsOf({ sections }: Page, title: string): readonly Term[] {
  const blocks = sections.filter((it) => it.title === title).flatMap((it) => it.blocks);
  return blocks.flatMap((block) =>
    block.kind === "terms" ? block.terms.map(withoutOpposite) : [],
  );
}

/** Leaves out what `--help` says of options that exclude each other. */
function withoutOpposite({ term, text }: Term): Term {
  return { term, text: text.replace(/; (?:the later of this and|not together with) .*$/, "") };
}

function chapter(page: Page, shared: ReadonlyMap<string, Term>): Part[] {
  const { words, sections } = page;
  const blocksOf = (...titles: readonly string[]) =>
    sections.filter(({ title }) => titles.includes(title)).flatMap(({ blocks }) => blocks);
  const options = termsOf(page, "Options");
  const own = options.filter((it) => !shared.has(keyOf(it)));
  const others = options
    .filter((it) => shared.has(keyOf(it)))
    .map(({ term }) => `\`${term.replace(/ .*/, "")}\``);
  const terms = [...termsOf(page, "Arguments"), ...own];
  return [
    heading(2, words.join(" ")),
    ...blocksOf("Description"),
    ...blocksOf("Synopsis"),
    ...(terms.length > 0 ? [{ kind: "terms", terms } as const] : []),
    ...(others.length > 0 ? [alsoTaken(others)] : []),
  ];
}

function seeAlso(): RootContent {
  const pages = [
    ["Settings, variables and files", "configuration.md"],
    ["formulas of all figures", "figures/README.md"],
    ["codes of errors and notes", "errors.md"],
    ["conditions and the names in them", "rules.md"],
  ];
  const links = pages.flatMap(([name = "", url = ""], at): PhrasingContent[] => [
    text(at === 0 ? "" : ", "),
    { type: "link", url, children: [text(name)] },
  ]);
  return { type: "paragraph", children: [...links, text(".")] };
}

function alsoTaken(options: readonly string[]): RootContent {
  const url = "README.md#options-of-several-commands";
  return {
    type: "paragraph",
    children: [
      text("And "),
      { type: "link", url, children: [text("of several commands")] },
      ...inline(`: ${options.join(", ")}.`),
    ],
  };
}

const text = (value: string) => ({ type: "text", value }) as const;

function heading(depth: 1 | 2, value: string): RootContent {
  return { type: "heading", depth, children: [text(value)] };
}

function paragraph(value: string): BlockContent {
  return { type: "paragraph", children: inline(value) };
}

function list(items: readonly (readonly PhrasingContent[])[]): BlockContent {
  return {
    type: "list",
    spread: false,
    children: items.map((children) => ({
      type: "listItem",
      spread: false,
      children: [{ type: "paragraph", children: [...children] }],
    })),
  };
}

/** Returns links to the commands of a page, separated by commas. */
function linksOf(file: string, pages: readonly Page[]): readonly PhrasingContent[] {
  return pages.flatMap(({ words }, at): PhrasingContent[] => [
    text(at === 0 ? "" : ", "),
    {
      type: "link",
      url: `${file}.md#${words.join("-")}`,
      children: [text(words.slice(at === 0 ? 0 : 1).join(" "))],
    },
  ]);
}

function content(block: Block): BlockContent {
  if (block.kind === "code") {
    return { type: "code", lang: block.text.startsWith("{") ? null : "sh", value: block.text };
  }
  if (block.kind === "text") return paragraph(block.text);
  return list(
    joined(block.terms).map(([terms, description]) => [
      ...terms.flatMap((value, at): PhrasingContent[] => [
        text(at === 0 ? "" : ", "),
        { type: "inlineCode", value },
      ]),
      text(": "),
      ...inline(description),
    ]),
  );
}

/** Joins consecutive terms of which the same is said. */
function joined(
  terms: readonly Term[],
): readonly (readonly [terms: readonly string[], text: string])[] {
  const all: [string[], string][] = [];
  for (const { term, text: said } of terms) {
    const description = said.replace(/(?:: |\. Formula: )carry explain \w+\.?$/, "");
    const last = all.at(-1);
    if (last?.[1] === description) last[0].push(term);
    else all.push([[term], description]);
  }
  return all;
}
