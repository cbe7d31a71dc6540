import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { BOUNDS } from "../base/bounds.js";
import { boundedFrames } from "./frames.js";
import { createServer, type RunUntil } from "./server.js";
import { Unanswered } from "./unanswered.js";

export interface ServeOptions {
  readonly streams: { readonly input: Readable; readonly output: Writable };
  readonly runUntil: RunUntil;
  /** Ends the server when aborted. */
  readonly signal: AbortSignal;
  /** Called for errors of the protocol; the server goes on. */
  readonly onError: (error: Error) => void;
}

/** Answer to a message that is not read to its end, so that its id is unknown. */
const TOO_LONG = {
  jsonrpc: "2.0",
  id: null,
  error: {
    code: -32700,
    message: `the message is longer than ${BOUNDS.agent.frameBytes / 1024} kB and was not read`,
  },
} as const;

/**
 * Serves the tools over a stream of JSON-RPC messages, one a line, until it ends and each is answered.
 * @throws the signal's reason when it is aborted
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { streams, runUntil, signal, onError } = options;
  const unanswered = new Unanswered();
  const tooLong = () => {
    streams.output.write(`${JSON.stringify(TOO_LONG)}\n`);
    onError(new Error(TOO_LONG.error.message));
  };
  // A client that closes its end early still gets all answers: `printf … | carry mcp`.
  const input = streams.input.pipe(boundedFrames(tooLong, (ended) => unanswered.afterAll(ended)));
  const transport = new StdioServerTransport(input, streams.output);
  const ended = new Promise<void>((resolve) => {
    input.once("end", resolve).once("close", resolve);
    streams.output.once("close", resolve).once("error", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const server = serveStdio(() => createServer(runUntil), { transport, onerror: onError });
  unanswered.watch(transport);
  await ended;
  streams.input.unpipe(input);
  await server.close();
  signal.throwIfAborted();
}
