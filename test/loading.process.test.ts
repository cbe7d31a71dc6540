import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCarry } from "./support/process.js";
import { sandboxForFile } from "./support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

const COMMANDS = [
  "--version",
  "--help",
  "__complete 1 zsh 2 -- positions list --",
  "help exit-codes",
  "profile list",
  "assets",
  "assets -o json",
  "positions list",
  "positions list -o csv",
  "positions list -o ndjson",
  "positions list -o json --query [0]",
  "positions summary",
  "status",
  "funding history 1",
  "funding history 1 --chart",
  "api /v1/assets",
  "schema asset",
  "schema pnl",
  "completion bash",
] as const;

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Record<string, { readonly bytesInOutput: number }> }>
  >;
}

/** Packages and directories of `src/` with code in each file of the bundle. */
function contents(): ReadonlyMap<string, readonly string[]> {
  const outputs = [
    "program/metafile.json",
    "start/metafile-cjs.json",
    "undici/metafile-cjs.json",
  ].flatMap((name) => {
    const text = readFileSync(new URL(`../dist/${name}`, import.meta.url), "utf8");
    return Object.entries((JSON.parse(text) as Metafile).outputs);
  });
  return new Map(
    outputs.map(([output, { inputs }]) => [
      output.replace(/^.*\//, ""),
      Object.entries(inputs)
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([path]) => partOf(path)),
    ]),
  );
}

function partOf(path: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return name ?? /^src\/([^/]+)\//.exec(path)?.[1]?.concat("/") ?? "src/";
}

/** Returns the files that V8 has run, from its coverage. */
async function filesRunBy(command: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "carry-loading-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { code } = await runCarry(command.split(" "), { ...env(), NODE_V8_COVERAGE: folder });
  expect([command, code]).toEqual([command, 0]);
  const found = readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), "utf8")) as {
      result: { url: string }[];
    };
    return result.map(({ url }) => url).filter((url) => url.includes("/dist/"));
  });
  return found.map((url) => url.replace(/^.*\//, ""));
}

describe("what a command loads", () => {
  it("is what it needs", async () => {
    const parts = contents();
    let text = "";
    for (const command of COMMANDS) {
      const loaded = (await filesRunBy(command)).flatMap((file) => parts.get(file) ?? []);
      const [rooms, packages] = [true, false].map((isRoom) =>
        [...new Set(loaded)].filter((part) => part.endsWith("/") === isRoom).sort(),
      );
      text += `carry ${command}\n`;
      text += `  rooms     ${rooms?.join(" ")}\n  packages  ${packages?.join(" ") || "none"}\n`;
    }
    // To accept a change: npm run build && npx vitest run test/loading.process.test.ts -u
    await expect(text).toMatchFileSnapshot("loading.txt");
  });
});
