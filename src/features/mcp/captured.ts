import { Readable } from "node:stream";
import type { Io, Sink } from "../../terminal/io.js";

/**
 * Returns an Io for a command line that runs for another one, and what it prints: without input, terminal, pager and job control.
 * @param signal ends the command line, as the process's own does
 */
export function captured(io: Io, signal: AbortSignal) {
  const [stdout, stderr] = [keptSink(), keptSink()];
  const { env, clock, secrets, random } = io;
  const own: Io = {
    stdin: () => Readable.from([]),
    stdout: stdout.sink,
    stderr: stderr.sink,
    ...{ env, clock, secrets, random },
    signal: AbortSignal.any([io.signal, signal]),
  };
  return {
    io: own,
    stdout: () => secrets.redact(stdout.text()),
    stderr: () => secrets.redact(stderr.text()),
  };
}

function keptSink(): { readonly sink: Sink; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const sink: Sink = {
    isTTY: false,
    columns: undefined,
    async write(data) {
      chunks.push(Buffer.from(data));
    },
  };
  return { sink, text: () => Buffer.concat(chunks).toString("utf8") };
}
