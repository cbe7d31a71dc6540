import { Readable, Writable } from "node:stream";
import type { Io } from "../../base/terminal/io.js";
import { UsageError } from "../../base/usage-error.js";
import { defineCommand } from "../../run/define.js";
import { createAsker } from "./asker.js";

/** Returns stdin and stdout as streams of Node; the server ends when the reader of stdout is gone. */
function protocolStreams(io: Io): { input: Readable; output: Writable } {
  const stdin = io.stdin();
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      io.stdout.write(chunk).then(() => done(), done);
    },
  });
  return { input: stdin instanceof Readable ? stdin : new Readable().wrap(stdin), output };
}

export const mcp = defineCommand({
  prints: "messages of the Model Context Protocol",
  description:
    "Serve the portfolio to an agent: a Model Context Protocol server on stdin and stdout, read-only, that runs until stdin ends. It reads the key from the profile or the environment, as every command does, and starts without one. A client of agents is configured with the command carry and the argument mcp",
  examples: {
    "carry mcp": "for the configuration of an agent",
    "carry mcp --profile sandbox": "with made-up data, to try an agent",
  },
  async run(context, _typed, { runLine }) {
    const { io } = context;
    if (io.stdin().isTTY === true) {
      throw new UsageError(
        "stdin is a terminal, but an agent is expected there",
        'add this to the configuration of an agent: "mcpServers": {"carry": {"command": "carry", "args": ["mcp"]}}',
      );
    }
    const { serve } = await import("../../serve/mcp/serve.js");
    const asker = createAsker(context, runLine);
    try {
      await serve({
        streams: protocolStreams(io),
        runUntil: asker.runUntil,
        signal: io.signal,
        onError: (error) => context.messages.detail(`protocol: ${error.message}`),
      });
    } finally {
      await asker.close();
    }
  },
});
