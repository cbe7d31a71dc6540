import type { Io, Sink } from "../../terminal/io.js";

/**
 * A sink that shows with a pager what is longer than the terminal is high, and writes all else as it
 * is, also what the pager could not show.
 * @param warn says why it could not
 */
export function pagedSink(io: Io, sink: Sink, warn: (text: string) => void): Sink {
  const { page, stdout, env } = io;
  if (page === undefined || !stdout.isTTY || env.TERM === "dumb") return sink;
  return {
    ...sink,
    isTTY: true,
    columns: sink.columns,
    async write(text) {
      if (typeof text !== "string" || !isHigher(text, stdout.rows)) return sink.write(text);
      const { shown, fault } = await page(text);
      if (fault !== undefined) warn(fault);
      if (!shown) await sink.write(text);
    },
  };
}

/** The prompt needs a line, too. */
function isHigher(text: string, rows: number | undefined): boolean {
  return rows !== undefined && text.split("\n").length > rows;
}
