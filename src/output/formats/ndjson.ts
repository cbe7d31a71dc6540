import type { Sink } from "../../terminal/io.js";
import { compactJson } from "../text/json-text.js";
import { safeJsonForTerminal } from "../text/safe-text.js";
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
