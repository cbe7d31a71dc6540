import type { BlockContent, Root, RootContent } from "mdast";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { inline } from "./inline.js";
import type { Block, Page } from "./page.js";

const HEAD = "All commands, options, output and exit codes of `carry`; the same as `man carry`.";

const stringify = unified().use(remarkStringify, { bullet: "-", fences: true }).freeze();

/** Returns the reference as Markdown, one chapter per command. */
export function referenceMarkdown(pages: readonly Page[]): string {
  const root: Root = {
    type: "root",
    children: [
      {
        type: "html",
        value: "<!-- Generated from the command tree by `npm run reference`. Do not edit. -->",
      },
      { type: "heading", depth: 1, children: [{ type: "text", value: "Reference" }] },
      { type: "paragraph", children: inline(HEAD) },
      contents(pages),
      ...pages.flatMap(chapter),
    ],
  };
  return stringify.stringify(root);
}

function contents(pages: readonly Page[]): RootContent {
  return {
    type: "list",
    spread: false,
    children: pages.map(({ words, summary }) => ({
      type: "listItem",
      spread: false,
      children: [
        {
          type: "paragraph",
          children: [
            {
              type: "link",
              url: `#${words.join("-")}`,
              children: [{ type: "text", value: words.join(" ") }],
            },
            { type: "text", value: ": " },
            ...inline(summary),
          ],
        },
      ],
    })),
  };
}

function chapter({ words, sections }: Page): RootContent[] {
  return [
    { type: "heading", depth: 2, children: [{ type: "text", value: words.join(" ") }] },
    ...sections.flatMap(({ title, blocks }): RootContent[] => [
      { type: "heading", depth: 3, children: [{ type: "text", value: title }] },
      ...blocks.map(content),
    ]),
  ];
}

function content(block: Block): BlockContent {
  if (block.kind === "code") {
    return { type: "code", lang: block.text.startsWith("{") ? null : "sh", value: block.text };
  }
  if (block.kind === "text") return { type: "paragraph", children: inline(block.text) };
  return {
    type: "list",
    spread: false,
    children: block.terms.map(({ term, text }) => ({
      type: "listItem",
      spread: false,
      children: [
        {
          type: "paragraph",
          children: [
            { type: "inlineCode", value: term },
            { type: "text", value: ": " },
            ...inline(text),
          ],
        },
      ],
    })),
  };
}
