import type { Bomb } from "./bomb.js";

const TOO_LONG = /"code":-32700,"message":"the message is longer than 1024 kB/;

/** What a client may send to `carry mcp`, which answers and goes on to the end of its input. */
export const agentBombs: readonly Bomb[] = [
  ["a message of 64 MiB", `"${"x".repeat(64 << 20)}"\n`],
  ["a message of 64 MiB of brackets", `${"[".repeat(64 << 20)}\n`],
].map(([what = "", stdin = ""]) => ({
  what,
  stage: async () => ({ argv: ["mcp"], env: { CARRY_PROFILE: "sandbox" }, stdin }),
  exit: 0,
  says: /^/,
  prints: TOO_LONG,
}));
