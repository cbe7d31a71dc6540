import { safeJsonForTerminal } from "../../base/safe-text.js";
import type { Sink } from "../../terminal/io.js";
import { compactJson } from "../text/json-text.js";
import { NOTHING_TO_SAY, type Writer } from "./format.js";
import type { Pages } from "./pages.js";

/**
 * Writes a list as one compact JSON object per line, one write per page.
 * @throws the error of the pages; lines already written remain
 */
export async function writeNdjson<T>(pages: Pages<T>, sink: Sink): Promise<void> {
  for await (const page of pages) {
    let lines = "";
    for (const { source } of page) lines += `${compactJson(source)}\n`;
    if (lines !== "") await sink.write(sink.isTTY ? safeJsonForTerminal(lines) : lines);
  }
}

/** Writes a list as one object per line, or the result of a query over each item. */
export const writeLines: Writer = async (pages, _view, { query }, sink) => {
  if (query === undefined) {
    await writeNdjson(pages, sink);
  } else {
    const { compileQuery, queriedItems } = await import("../query/query.js");
    await writeNdjson(queriedItems(pages, compileQuery(query)), sink);
  }
  return NOTHING_TO_SAY;
};
