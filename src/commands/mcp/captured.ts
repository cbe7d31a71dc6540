import { Readable } from "node:stream";
import type { Io, Sink } from "../../terminal/io.js";

/** The streams of a command line that runs for another one. */
export interface Captured {
  readonly io: Io;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/**
 * Returns an Io whose output is kept, without input, terminal, pager and job control.
 * @param signal ends the command line, as the process's own does
 */
export function captured(io: Io, signal: AbortSignal): Captured {
  const [stdout, stderr] = [keptSink(), keptSink()];
  const { env, clock, secrets, random } = io;
  return {
    io: {
      stdin: () => Readable.from([]),
      stdout: stdout.sink,
      stderr: stderr.sink,
      env,
      clock,
      secrets,
      random,
      signal: AbortSignal.any([io.signal, signal]),
    },
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
