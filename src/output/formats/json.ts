import { safeJsonForTerminal } from "../../base/safe-text.js";
import type { Sink } from "../../base/terminal/io.js";
import { compactJson, indentJson } from "../text/json-text.js";
import {
  NOTHING_TO_SAY,
  type OutputOptions,
  type Pages,
  type PrintOutcome,
  type Sourced,
  type Writer,
} from "./format.js";

/**
 * Writes a list as one JSON array while it arrives, one write per page: indented and made safe on a
 * terminal, compact otherwise. The array is closed only when the list is complete, so that a part is
 * not mistaken for the whole.
 * @throws the error of the pages, with the array left unclosed
 */
export async function writeJsonList<T>(pages: Pages<T>, sink: Sink): Promise<void> {
  const framed = (items: string) => `${layOut(`[${items}]`, sink.isTTY, 0)}\n`;
  const [open = "", close = ""] = framed("0").split("0");
  const between = sink.isTTY ? ",\n  " : ",";
  let opened = false;
  try {
    for await (const page of pages) {
      if (page.length === 0) continue;
      const items = page.map((item) => layOut(item.source, sink.isTTY, 1)).join(between);
      await sink.write((opened ? between : open) + items);
      opened = true;
    }
  } catch (error) {
    // The error on the same terminal starts on a line of its own; the first failure is reported.
    if (opened && sink.isTTY) await sink.write("\n").catch(() => undefined);
    throw error;
  }
  await sink.write(opened ? close : framed(""));
}

/** Writes one item as JSON, laid out and made safe like a list. */
export async function writeJsonOne<T>(item: Sourced<T>, sink: Sink): Promise<void> {
  await sink.write(`${layOut(item.source, sink.isTTY, 0)}\n`);
}

function layOut(source: string, terminal: boolean, depth: number): string {
  return terminal ? safeJsonForTerminal(indentJson(source, 2, depth)) : compactJson(source);
}

/** Writes a list as one JSON array, or the result of a query over the whole list. */
export const writeJson: Writer = async (pages, _view, { query }, sink) => {
  if (query === undefined) {
    await writeJsonList(pages, sink);
  } else {
    const { compileQuery, queriedWhole } = await import("../query/query.js");
    await writeJsonOne(await queriedWhole(pages, compileQuery(query)), sink);
  }
  return NOTHING_TO_SAY;
};

/** Writes one item as a JSON object, or the result of a query over it. */
export async function writeOneJson(
  item: Sourced<unknown>,
  { query }: OutputOptions,
  sink: Sink,
): Promise<PrintOutcome> {
  if (query === undefined) {
    await writeJsonOne(item, sink);
  } else {
    const { compileQuery, queried } = await import("../query/query.js");
    await writeJsonOne(queried(item, compileQuery(query)), sink);
  }
  return NOTHING_TO_SAY;
}

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
