import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { type AskedFor, createServer } from "./server.js";
import type { Tool } from "./tool.js";

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
 * Serves the tools over a stream of JSON-RPC messages, one a line, until it ends.
 * @throws the signal's reason when it is aborted
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { streams, tools, askedFor, signal, onError } = options;
  const transport = new StdioServerTransport(streams.input, streams.output);
  const ended = new Promise<void>((resolve) => {
    streams.input.once("end", resolve).once("close", resolve);
    streams.output.once("close", resolve).once("error", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const server = serveStdio(() => createServer(tools, askedFor), { transport, onerror: onError });
  await ended;
  await server.close();
  signal.throwIfAborted();
}
