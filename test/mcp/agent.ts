import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { carry, type Outcome, type Surroundings } from "../support/carry.js";

/** A message of the server. */
export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string | null;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Result of a call of a tool. */
export interface Called {
  readonly failed: boolean;
  readonly text: string;
  /** The text as JSON. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** A client that writes the protocol by hand. */
export interface Agent {
  /** Sends a request, and returns its answer. */
  request(method: string, params?: object): Promise<Message>;
  notify(method: string, params?: object): void;
  /** Sends bytes that may be no message. */
  raw(text: string): void;
  call(name: string, args?: object): Promise<Called>;
  /** Closes stdin. @returns what is left of the command line */
  end(): Promise<Outcome>;
  /** Every line that the server wrote. */
  readonly lines: readonly string[];
}

/** Starts `carry mcp` in this process, and introduces the client. */
export async function startAgent(
  argv: readonly string[] = [],
  surroundings: Omit<Surroundings, "stdin" | "write"> = {},
): Promise<Agent> {
  const stdin = new PassThrough();
  const lines: string[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  let rest = "";
  const ended = carry(["mcp", ...argv], {
    ...surroundings,
    stdin,
    write: async (chunk) => {
      rest += Buffer.from(chunk).toString("utf8");
      for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 1);
        lines.push(line);
        const message = JSON.parse(line) as Message;
        if (typeof message.id === "number") waiting.get(message.id)?.(message);
      }
    },
  });
  let sent = 0;
  const write = (message: object) =>
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const agent: Agent = {
    lines,
    request(method, params = {}) {
      const id = ++sent;
      const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
      write({ id, method, params });
      return answered;
    },
    notify: (method, params = {}) => void write({ method, params }),
    raw: (text) => void stdin.write(text),
    async call(name, args = {}) {
      const { result, error } = await agent.request("tools/call", { name, arguments: args });
      if (result === undefined) throw new Error(`${error?.code} ${error?.message}`);
      const [{ text } = { text: "" }] = result.content as { text: string }[];
      return { failed: result.isError === true, text, json: JSON.parse(text) };
    },
    async end() {
      stdin.end();
      return ended;
    },
  };
  onTestFinished(async () => {
    await agent.end();
  });
  await agent.request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  agent.notify("notifications/initialized");
  return agent;
}
