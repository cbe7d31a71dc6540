import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runCarry } from "./support/process.js";
import { sandboxForFile } from "./support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

const TO_PRINT = ["big.js", "commander"];
const TO_ASK = [...TO_PRINT, "undici", "zod"];
const TABLE = ["cli-table3", "@colors/colors"];

/** Command lines, and the packages that each of them may load. */
const MAY_LOAD: Readonly<Record<string, readonly string[]>> = {
  "--version": [],
  "--help": [],
  "__complete 1 zsh 2 -- positions list --": [],
  "help exit-codes": ["big.js", "commander"],
  "profile list": [...TO_PRINT, ...TABLE],
  assets: [...TO_ASK, ...TABLE],
  "assets -o json": TO_ASK,
  "positions list": [...TO_ASK, ...TABLE],
  "positions list -o csv": TO_ASK,
  "positions list -o json --query [0]": [...TO_ASK, "@jmespath-community/jmespath"],
  status: [...TO_ASK, ...TABLE],
  "funding history 1 --chart": [...TO_ASK, "d3-array"],
  "api /v1/assets": TO_ASK,
  "schema asset": ["big.js", "commander", "zod", "@jmespath-community/jmespath"],
  "completion bash": ["big.js", "commander"],
};

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Record<string, { readonly bytesInOutput: number }> }>
  >;
}

/** Packages with code in each file of the bundle. */
function packages(): ReadonlyMap<string, readonly string[]> {
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
        .flatMap(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.slice(1) ?? []),
    ]),
  );
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

it.each(Object.entries(MAY_LOAD))("carry %s loads no package but %j", async (command, may) => {
  const parts = packages();
  const loaded = (await filesRunBy(command)).flatMap((file) => parts.get(file) ?? []);
  expect([...new Set(loaded)].filter((name) => !may.includes(name))).toEqual([]);
});
