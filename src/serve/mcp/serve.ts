import { PassThrough, type Readable, type Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer, type RunUntil } from "./server.js";

export interface ServeOptions {
  readonly streams: { readonly input: Readable; readonly output: Writable };
  readonly runUntil: RunUntil;
  /** Ends the server when aborted. */
  readonly signal: AbortSignal;
  /** Called for errors of the protocol; the server goes on. */
  readonly onError: (error: Error) => void;
}

/**
 * Serves the tools over a stream of JSON-RPC messages, one a line, until it ends and each is answered.
 * @throws the signal's reason when it is aborted
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { streams, runUntil, signal, onError } = options;
  const unanswered = new Unanswered();
  // A client that closes its end early still gets all answers: `printf … | carry mcp`. What was written
  // is read in the turn of the event loop before.
  const flush = (done: () => void) => void setImmediate(() => unanswered.afterAll(done));
  const input = streams.input.pipe(new PassThrough({ flush }));
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

type Message = Parameters<NonNullable<StdioServerTransport["onmessage"]>>[0];

/** Method of requests that stay open until the connection ends. */
const STANDING = "subscriptions/listen";

/** Tracks the requests of a client that have no answer yet. */
class Unanswered {
  readonly #ids = new Set<unknown>();
  #whenNone: (() => void) | undefined;

  /** Follows the messages of a transport that a server listens to. */
  watch(transport: StdioServerTransport): void {
    const { onmessage } = transport;
    const send = transport.send.bind(transport);
    transport.onmessage = (message) => {
      this.#received(message);
      onmessage?.call(transport, message);
    };
    transport.send = async (message) => {
      await send(message);
      if (!("method" in message)) this.#settle(message.id);
    };
  }

  /** Calls back as soon as each request is answered. */
  afterAll(action: () => void): void {
    if (this.#ids.size === 0) action();
    else this.#whenNone = action;
  }

  #received(message: Message): void {
    if (!("method" in message)) return;
    if ("id" in message && message.method !== STANDING) this.#ids.add(message.id);
    if (message.method === "notifications/cancelled") this.#settle(message.params?.requestId);
  }

  #settle(id: unknown): void {
    this.#ids.delete(id);
    if (this.#ids.size === 0) this.#whenNone?.();
  }
}
