import type { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

type Message = Parameters<NonNullable<StdioServerTransport["onmessage"]>>[0];

/** Method of requests that stay open until the connection ends. */
const STANDING = "subscriptions/listen";

/** Tracks the requests of a client that have no answer yet. */
export class Unanswered {
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
