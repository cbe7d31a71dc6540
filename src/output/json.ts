import type { Sink } from "../terminal/io.js";
import type { Sourced } from "./column.js";
import { compactJson, indentJson } from "./json-text.js";
import type { Pages } from "./pages.js";
import { safeJsonForTerminal } from "./safe-text.js";

/**
 * Writes a list as one JSON array while it comes in, one write a page: indented and made safe on a
 * terminal, compact otherwise. The array is closed only when the list is complete, so that no
 * reader mistakes a part for the whole.
 * @throws whatever the pages throw, with the array left unclosed
 */
export async function writeJsonList<T>(pages: Pages<T>, sink: Sink): Promise<void> {
  const [open, between, close] = sink.isTTY ? ["[\n  ", ",\n  ", "\n]\n"] : ["[", ",", "]\n"];
  let opened = false;
  try {
    for await (const page of pages) {
      if (page.length === 0) continue;
      const items = page.map((item) => layOut(item.source, sink.isTTY, 1)).join(between);
      await sink.write((opened ? between : open) + items);
      opened = true;
    }
  } catch (error) {
    if (opened && sink.isTTY) await endLine(sink);
    throw error;
  }
  await sink.write(opened ? close : "[]\n");
}

/** Writes one thing as a JSON object, laid out and made safe like a list. */
export async function writeJsonOne<T>(item: Sourced<T>, sink: Sink): Promise<void> {
  await sink.write(`${layOut(item.source, sink.isTTY, 0)}\n`);
}

function layOut(source: string, terminal: boolean, depth: number): string {
  return terminal ? safeJsonForTerminal(indentJson(source, 2, depth)) : compactJson(source);
}

/** Lets the error, which goes to the same terminal, start on a line of its own. */
async function endLine(sink: Sink): Promise<void> {
  await sink.write("\n").catch(() => undefined); // the first failure is the one to be told
}
