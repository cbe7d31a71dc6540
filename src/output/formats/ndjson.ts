import type { Sink } from "../../terminal/io.js";
import { compactJson } from "../text/json-text.js";
import { safeJsonForTerminal } from "../text/safe-text.js";
import { NOTHING_TO_SAY, type Writer } from "./format.js";
import type { Pages } from "./pages.js";

/**
 * Writes a list as one compact JSON object a line, one write a page.
 * @throws whatever the pages throw; the lines already written stand
 */
export async function writeNdjson<T>(pages: Pages<T>, sink: Sink): Promise<void> {
  for await (const page of pages) {
    let lines = "";
    for (const { source } of page) lines += `${compactJson(source)}\n`;
    if (lines !== "") await sink.write(sink.isTTY ? safeJsonForTerminal(lines) : lines);
  }
}

/** Writes a list one object a line, or what a query makes of each item. */
export const writeLines: Writer = async (pages, _view, { query }, sink) => {
  if (query === undefined) {
    await writeNdjson(pages, sink);
  } else {
    const { compileQuery, queriedItems } = await import("../query/query.js");
    await writeNdjson(queriedItems(pages, compileQuery(query)), sink);
  }
  return NOTHING_TO_SAY;
};
