import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { type AskedFor, createServer } from "./server.js";
import type { Tool } from "./tool.js";
import { Unanswered } from "./unanswered.js";

export interface ServeOptions {
  readonly streams: { readonly input: Readable; readonly output: Writable };
  readonly tools: readonly Tool[];
  readonly askedFor: AskedFor;
  /** Ends the server when aborted. */
  readonly signal: AbortSignal;
  /** Called for what is not of the protocol; the server goes on. */
  readonly onError: (error: Error) => void;
}

/**
 * Serves the tools over a stream of JSON-RPC messages, one a line, until it ends and each request was
 * answered.
 * @throws the signal's reason when it is aborted
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { streams, tools, askedFor, signal, onError } = options;
  const unanswered = new Unanswered();
  const input = streams.input.pipe(unanswered.input());
  const transport = new StdioServerTransport(input, streams.output);
  const ended = new Promise<void>((resolve) => {
    input.once("end", resolve).once("close", resolve);
    streams.output.once("close", resolve).once("error", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const server = serveStdio(() => createServer(tools, askedFor), { transport, onerror: onError });
  unanswered.watch(transport);
  await ended;
  streams.input.unpipe(input);
  await server.close();
  signal.throwIfAborted();
}
