import type { Paragraph, Root, RootContent } from "mdast";
import remarkMan from "remark-man";
import { unified } from "unified";
import { VERSION } from "../../src/base/version.js";
import { inline } from "./inline.js";
import { type Block, manualName, type Page } from "./page.js";

/** Marks a term in the output of remark-man, to be replaced by a request. */
const TERM = "\uE000";
/** Marks a character at the start of a line that roff would take for a request. */
const GUARD = "\uE001";

/** Returns a page of the manual in roff. It has no date, so that the build is reproducible. */
export function manPage(page: Page): string {
  const name = manualName(page.words);
  const root: Root = {
    type: "root",
    children: [
      heading(1, `${name}(1) -- ${page.summary}`),
      ...page.sections.flatMap(({ title, blocks }) => [
        heading(2, title),
        ...blocks.flatMap(content),
      ]),
      heading(2, "See also"),
      paragraph(seeAlso(page)),
    ],
  };
  const compiler = unified().use(remarkMan, { version: `carry ${VERSION}`, manual: "carry" });
  return finish(compiler.stringify(root));
}

/**
 * Adds what remark-man does not support: tagged paragraphs, and ASCII minus signs and unhyphenated
 * words, which can be searched for and copied.
 */
function finish(roff: string): string {
  return roff
    .replace(/^(\.TH "[^"]*" "[^"]*") "[^"]*"(.*)/, '$1 ""$2\n.nh\n.ad l')
    .replaceAll(new RegExp(`^\\.P\\n${TERM}(.*)\\n\\.P$`, "gm"), ".TP\n$1")
    .replaceAll(/^(?!\.[A-Z]|\.[a-z]{2}\b).*/gm, (line) =>
      line.replaceAll(/\\\[[^\]]*\]|-/g, (found) => (found === "-" ? "\\-" : found)),
    )
    .replaceAll(GUARD, "\\&");
}

function content(block: Block): RootContent[] {
  if (block.kind === "code") {
    return [{ type: "code", value: block.text.replaceAll(/^(?=[.'])/gm, GUARD) }];
  }
  if (block.kind === "text") return [paragraph(block.text)];
  return block.terms.flatMap(({ term, text }) => [
    {
      type: "paragraph",
      children: [
        { type: "text", value: TERM },
        { type: "inlineCode", value: term },
      ],
    },
    paragraph(text),
  ]);
}

function paragraph(text: string): Paragraph {
  return { type: "paragraph", children: inline(text.replace(/^(?=[.'])/, GUARD)) };
}

function heading(depth: 1 | 2, text: string): RootContent {
  return { type: "heading", depth, children: [{ type: "text", value: text }] };
}

function seeAlso({ words, related }: Page): string {
  const parents = words.slice(1).map((_, count) => words.slice(0, count + 1));
  return [...parents, ...related].map((it) => `${manualName(it)}(1)`).join(", ");
}
