import { type Io, isDumb, type Sink } from "../../base/terminal/io.js";
import type { Warn } from "../text/messages.js";

/**
 * Returns a sink that shows text longer than the terminal in a pager, and writes other text, or text
 * that the pager could not show, as it is.
 * @param warn reports a failure of the pager
 */
export function pagedSink(io: Io, sink: Sink, warn: Warn): Sink {
  const { page, stdout, env } = io;
  if (page === undefined || !stdout.isTTY || isDumb(env)) return sink;
  return {
    ...sink,
    isTTY: true,
    columns: sink.columns,
    async write(text) {
      if (typeof text !== "string" || !isHigher(text, stdout.rows)) return sink.write(text);
      const { shown, fault } = await page(text);
      if (fault !== undefined) warn("PAGER", fault);
      if (!shown) await sink.write(text);
    },
  };
}

/** Reports whether a text is longer than the terminal, of which the prompt needs a line. */
export function isHigher(text: string, rows: number | undefined): boolean {
  return rows !== undefined && text.split("\n").length > rows;
}
