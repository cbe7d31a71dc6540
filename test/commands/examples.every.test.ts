import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { isApart, visibleCommands } from "../support/command-leaves.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();

const visible = await visibleCommands();

/**
 * Replacements for the ids in the examples, which are from the sandbox of another day: of open
 * positions whose legs name their markets.
 */
async function openPositions(): Promise<{ id: string; asset: string }[]> {
  const query =
    "[?status=='open' && length(legs[?market_id==`null`])==`0`].{id: position_id, asset: asset}";
  const { stdout } = await carry(["positions", "list", "-o", "json", "--query", query], {
    env: env(),
  });
  return JSON.parse(stdout) as { id: string; asset: string }[];
}

/** Returns a word of an example, with the name of the next position if it is one with an id. */
function replaced(word: string, positions: { id: string; asset: string }[]): string {
  const [, dotted, prefix] = /^([A-Z]+\.)?([0-9a-f]{4,8})$/.exec(word) ?? [];
  if (prefix === undefined) return word;
  const { id = "", asset = "" } = positions.shift() ?? {};
  return (dotted === undefined ? "" : `${asset}.`) + id.slice(0, prefix.length);
}

/** What an agent sends first. */
const INITIALIZE = Buffer.from(
  `${JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "example", version: "1" },
    },
  })}\n`,
);

/** Splits an example into words as a shell does; examples only use single quotes. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");
}

describe("the help of every command", () => {
  let config = "";
  beforeAll(() => {
    config = mkdtempSync(join(tmpdir(), "carry-examples-"));
  });
  afterAll(() => rmSync(config, { recursive: true, force: true }));

  it.each(visible.map((leaf) => [leaf.name, leaf] as const))(
    "%s has two examples",
    async (name, leaf) => {
      expect(leaf.spec.examples?.length ?? 0).toBeGreaterThanOrEqual(2);
      const { stdout, code } = await carry([...name.split(" "), "--help"]);
      expect(code).toBe(0);
      for (const { line } of leaf.spec.examples?.slice(0, 3) ?? []) expect(stdout).toContain(line);
    },
  );

  const lines = visible
    .filter((leaf) => !isApart(leaf))
    .flatMap(({ spec }) => (spec.examples ?? []).map(({ line }) => line));

  it.each(lines)("%s works as it stands", async (line) => {
    const positions = await openPositions();
    let stdin: string | Readable = line.startsWith("carry mcp") ? Readable.from([INITIALIZE]) : "";
    for (const part of line.split(" | ")) {
      const [program, ...typed] = words(part);
      expect(program).toBe("carry");
      const argv = typed.map((word) => replaced(word, positions));
      let readsStdin = false;
      const { code, stdout, stderr } = await carry(argv, {
        env: { ...env(), CARRY_CONFIG_DIR: config, CARRY_CACHE_DIR: join(config, "cache") },
        stdin,
        onStdin: () => {
          readsStdin = true;
        },
      });
      expect(stderr).not.toContain("error:");
      /* A loop of the shell that reads a file must not lose its stdin to a command inside. */
      expect(readsStdin).toBe(typed.includes("-") || typed.includes("mcp"));
      /* Some events of the sandbox are lost within days. */
      expect(code).toBe(line.startsWith("carry archive status --check") ? 10 : 0);
      expect(stdout).not.toBe("");
      stdin = stdout;
    }
  });
});
