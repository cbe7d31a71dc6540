import { safeJsonForTerminal } from "../../base/safe-text.js";
import type { Sink } from "../../terminal/io.js";
import { compactJson, indentJson } from "../text/json-text.js";
import type { Sourced } from "../text/sourced.js";
import type { Pages } from "./pages.js";

/**
 * Writes a list as one JSON array while it arrives, one write per page: indented and made safe on a
 * terminal, compact otherwise. The array is closed only when the list is complete, so that a part is
 * not mistaken for the whole.
 * @throws the error of the pages, with the array left unclosed
 */
export async function writeJsonList<T>(pages: Pages<T>, sink: Sink): Promise<void> {
  const compact = { open: "[", between: ",", close: "]\n", empty: "[]\n", depth: 0 };
  const indented = { open: "[\n  ", between: ",\n  ", close: "\n]\n", empty: "[]\n", depth: 1 };
  await writeFramed(pages, sink, sink.isTTY ? indented : compact);
}

/** Writes all items in one envelope, as the service sends a page. */
export async function writeJsonEnvelope<T>(pages: Pages<T>, sink: Sink): Promise<void> {
  const compact = {
    open: '{"data":[',
    between: ",",
    close: '],"next_cursor":null}\n',
    empty: '{"data":[],"next_cursor":null}\n',
    depth: 0,
  };
  const indented = {
    open: '{\n  "data": [\n    ',
    between: ",\n    ",
    close: '\n  ],\n  "next_cursor": null\n}\n',
    empty: '{\n  "data": [],\n  "next_cursor": null\n}\n',
    depth: 2,
  };
  await writeFramed(pages, sink, sink.isTTY ? indented : compact);
}

/** Text around and between the items of a list. */
interface Frame {
  readonly open: string;
  readonly between: string;
  readonly close: string;
  readonly empty: string;
  /** Indentation level of the items. */
  readonly depth: number;
}

async function writeFramed<T>(pages: Pages<T>, sink: Sink, frame: Frame): Promise<void> {
  const { open, between, close, empty, depth } = frame;
  let opened = false;
  try {
    for await (const page of pages) {
      if (page.length === 0) continue;
      const items = page.map((item) => layOut(item.source, sink.isTTY, depth)).join(between);
      await sink.write((opened ? between : open) + items);
      opened = true;
    }
  } catch (error) {
    if (opened && sink.isTTY) await endLine(sink);
    throw error;
  }
  await sink.write(opened ? close : empty);
}

/** Writes one item as JSON, laid out and made safe like a list. */
export async function writeJsonOne<T>(item: Sourced<T>, sink: Sink): Promise<void> {
  await sink.write(`${layOut(item.source, sink.isTTY, 0)}\n`);
}

function layOut(source: string, terminal: boolean, depth: number): string {
  return terminal ? safeJsonForTerminal(indentJson(source, 2, depth)) : compactJson(source);
}

/** Ends the line, so that the error on the same terminal starts on a new one. */
async function endLine(sink: Sink): Promise<void> {
  await sink.write("\n").catch(() => undefined); // the first failure is reported
}
