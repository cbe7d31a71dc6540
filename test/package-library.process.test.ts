import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { installedForFile } from "./support/installed.js";
import { sandboxForFile } from "./support/sandbox.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const installed = installedForFile();
const { env } = sandboxForFile();

/** A program of docs/library.md, with its documented output. */
interface Example {
  readonly file: string;
  readonly code: string;
  readonly output: string;
}

const examples = examplesOf(readFileSync(join(root, "docs", "library.md"), "utf8"));

/** TypeScript blocks without output, for the client and for its figures, begin those that follow. */
function examplesOf(page: string): readonly Example[] {
  const blocks = [...page.matchAll(/^```(ts|js|text)\n(.*?)^```$/gms)].map(
    ([, language = "", text = ""]) => ({ language, text }),
  );
  let setup = "";
  return blocks.flatMap(({ language, text }, at) => {
    const output = blocks[at + 1]?.language === "text" ? (blocks[at + 1]?.text ?? "") : "";
    if (language === "text") return [];
    if (language === "js") return [{ file: `example-${at}.cjs`, code: text, output }];
    if (output === "") {
      setup += text;
      return [];
    }
    const code = `${setup}\n${text}\nawait client.close();\n`;
    return [{ file: `example-${at}.mts`, code, output }];
  });
}

beforeAll(() => {
  const { app } = installed();
  for (const { file, code } of examples) {
    writeFileSync(join(app, file), code);
    if (file.endsWith(".mts"))
      writeFileSync(join(app, `${file.slice(0, -4)}.mjs`), javaScriptOf(code));
  }
});

function javaScriptOf(code: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(code, { compilerOptions }).outputText;
}

describe("the library, as docs/library.md shows it", () => {
  it.each(examples)("prints what it says for $file", async ({ file, output }) => {
    const runnable = file.replace(/mts$/, "mjs");
    const { stdout, stderr } = await installed().run(process.execPath, [runnable], env());
    expect({ stdout, stderr }).toEqual({ stdout: output, stderr: "" });
  });

  it("has examples, one of them of figures", () => {
    expect(examples.length).toBeGreaterThan(2);
    expect(examples.filter(({ code }) => code.includes("carry-cli/figures"))).toHaveLength(1);
  });
});

const { ModuleKind, ModuleResolutionKind } = ts;
const RESOLUTIONS = {
  node16: { module: ModuleKind.Node16 },
  nodenext: { module: ModuleKind.NodeNext },
  bundler: { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler },
};

describe.each(Object.entries(RESOLUTIONS))("the types, resolved as %s", (_name, resolution) => {
  it("fit all examples and what is imported of them, and need those of Node alone", () => {
    const { app } = installed();
    writeFileSync(join(app, "typed.mts"), TYPED);
    writeFileSync(join(app, "typed-figures.mts"), TYPED_FIGURES);
    writeFileSync(join(app, "required.cts"), REQUIRED);
    const own = ["typed.mts", "typed-figures.mts", "required.cts"];
    const names = [...examples.map(({ file }) => file), ...own];
    const program = ts.createProgram(
      names.map((name) => join(app, name)),
      {
        ...resolution,
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        allowJs: true,
        checkJs: true,
        noEmit: true,
        target: ts.ScriptTarget.ES2022,
        lib: ["lib.es2022.d.ts"],
        types: ["node"],
        typeRoots: [join(root, "node_modules", "@types")],
      },
    );
    const files = program.getSourceFiles().filter(({ fileName }) => !fileName.startsWith(root));
    expect(files.map(({ fileName }) => fileName).filter((it) => !it.startsWith(app))).toEqual([]);
    const problems = files.flatMap((it) => [
      ...program.getSyntacticDiagnostics(it),
      ...program.getSemanticDiagnostics(it),
    ]);
    expect(problems.map(messageOf)).toEqual([]);
  }, 60_000);
});

function messageOf({ file, start = 0, messageText }: ts.Diagnostic): string {
  const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
  return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
}

describe("the library", () => {
  it("has the same exports whether it is imported or required", async () => {
    const script = `
      const required = require("carry-cli");
      import("carry-cli").then((imported) => {
        const names = Object.keys(required).sort();
        const same = names.every((name) => imported[name] === required[name]);
        console.log(same, Object.keys(imported).sort().join() === names.join(), names.length > 10);
      });
    `;
    const { stdout } = await installed().run(process.execPath, ["--eval", script]);
    expect(stdout).toBe("true true true\n");
  });

  it.each([
    ["cjs", "the client"],
    ["esm", "the client"],
    ["cjs", "an error class"],
    ["esm", "an error class"],
  ] as const)(
    "runs bundled as %s, without the client where only %s is used",
    async (format, what) => {
      const { app, run } = installed();
      const entry = join(app, `bundled-${format}-${what.length}.mjs`);
      writeFileSync(entry, what === "the client" ? WITH_CLIENT : WITH_ERROR);
      const outDir = join(app, `out-${format}-${what.length}`);
      await build({
        config: false,
        silent: true,
        entry: { bundle: entry },
        outDir,
        format,
        platform: "node",
        noExternal: [/.*/],
        outExtension: () => ({ js: format === "esm" ? ".mjs" : ".cjs" }),
      });
      const file = readdirSync(outDir).find((name) => name.startsWith("bundle.")) ?? "";
      const { stdout } = await run(process.execPath, [join(outDir, file)], env());
      expect(stdout).toBe(what === "the client" ? "BTC\n" : "true\n");
      const sizes = readdirSync(outDir).map((name) => statSync(join(outDir, name)).size);
      const size = sizes.reduce((sum, it) => sum + it, 0);
      if (what === "the client") expect(size).toBeGreaterThan(200_000);
      else expect(size).toBeLessThan(20_000);
    },
    30_000,
  );
});

describe("the figures", () => {
  it.each([
    ["computeBook", FIGURES_ALONE, 60_000, 120_000],
    ["with the catalogue", ALL_FIGURES, 80_000, 250_000],
  ])("run bundled for a browser: %s", async (what, code, least, most) => {
    const { app, run } = installed();
    const entry = join(app, `figures-${code.length}.mjs`);
    writeFileSync(entry, code);
    const outDir = join(app, `out-${code.length}`);
    await build({
      ...{ config: false, silent: true, entry: { bundle: entry }, outDir, format: "esm" },
      ...{ platform: "browser", noExternal: [/.*/], outExtension: () => ({ js: ".mjs" }) },
    });
    const text = readFileSync(join(outDir, "bundle.mjs"), "utf8");
    expect(text.length).toBeGreaterThan(least);
    expect(text.length).toBeLessThan(most);
    expect(text.includes("slippage, liquidation")).toBe(what !== "computeBook");
    expect(text.includes("import")).toBe(false);
    const { stdout } = await run(process.execPath, [join(outDir, "bundle.mjs")]);
    expect(stdout).toBe("null\n");
  });
});

const WITH_CLIENT = `
import { createClient } from "carry-cli";
const client = createClient({ baseUrl: process.env.CARRY_BASE_URL ?? "" });
client.assets.list().then(([asset]) => {
  console.log(asset?.asset);
  return client.close();
});
`;

const WITH_ERROR = `
import { CarryError, ServiceError } from "carry-cli";
console.log(new ServiceError(500, "") instanceof CarryError);
`;

const POSITION = `{
  position_id: "p", asset: "BTC", status: "open", opened_at: "2026-05-01T00:00:00Z", closed_at: null, legs: [],
}`;

const FIGURES_ALONE = `
import { computeBook } from "carry-cli/figures";
console.log(computeBook([${POSITION}], { events: new Map(), now: 0 }).totals.run_7d.value);
`;

const ALL_FIGURES = `
import * as figures from "carry-cli/figures";
const { computeBook } = figures[globalThis.none ?? "catalogue"] === undefined ? {} : figures;
console.log(computeBook([${POSITION}], { events: new Map(), now: 0 }).totals.run_7d.value);
`;

const TYPED = `
import { CarryError, ConnectionError, createClient } from "carry-cli";
import type {
  Asset, Client, ClientOptions, FundingDay, FundingEvent, Item, Position, PositionDetail,
  PositionWithPerformance,
} from "carry-cli";

const options: ClientOptions = { baseUrl: "https://api.example.com", apiKey: async () => undefined };
const client: Client = createClient(options);
const portfolioId = "x";

for await (const position of client.positions.list({ portfolioId })) {
  const apr: number | null | undefined = position.performance?.apr;
  // @ts-expect-error -- the performance may be missing
  console.log(apr, position.performance.apr);
}
for await (const position of client.positions.list({ portfolioId, performance: true, limit: undefined })) {
  const whole: PositionWithPerformance = position;
  const apr: number | null = position.performance.apr;
  // @ts-expect-error -- an apr is a number
  const wrong: string = position.performance.apr;
  console.log(whole, apr, wrong);
}
const isWanted: boolean = Math.random() < 0.5;
const perhaps: AsyncIterable<Position> = client.positions.list({ portfolioId, performance: isWanted });
const lenient: AsyncIterable<Position> = client.positions.list({ portfolioId, performance: "if-sent" });
const filtered = client.positions.list({
  portfolioId,
  performance: true,
  where: ({ performance }) => (performance.net_pnl ?? 0) > 0,
});
for await (const { items, nextCursor } of filtered.withSource().pages()) {
  const each: readonly Item<PositionWithPerformance>[] = items;
  const cursor: string | null | undefined = nextCursor;
  console.log(each[0]?.source, cursor);
}

const detail: PositionDetail = await client.positions.get("x");
const sourced: Item<PositionDetail> = await client.positions.get("x").withSource();
const close: number | null | undefined = detail.legs[0]?.close_price;

const events: FundingEvent[] = await client.funding.history({ marketId: 1 });
const same: FundingEvent[] = await client.funding.history({ marketId: 1, resolution: "event" });
const days: FundingDay[] = await client.funding.history({ marketId: 1, resolution: "1d" });
// @ts-expect-error -- the rate of an event is a text
const rate: number = events[0]?.funding_rate ?? 0;
// @ts-expect-error -- there is no such resolution
await client.funding.history({ marketId: 1, resolution: "1h" });
const assets: Asset[] = await client.assets.list();
const markets: unknown = await client.funding.markets();

try {
  await client.raw.get("/v1/assets", { query: new URLSearchParams({ asset_classes: "crypto" }) });
} catch (error) {
  if (error instanceof ConnectionError) console.log(error.fault, error.retryable);
  if (error instanceof CarryError) {
    const { kind, status, cursor, retryAfter } = error;
    const known: "not_found" | "other" = kind === "not_found" ? kind : "other";
    const text: string | undefined = cursor;
    const numbers: (number | undefined)[] = [status, retryAfter];
    // @ts-expect-error -- there is no such kind
    console.log(known, text, numbers, kind === "nonsense");
  }
}
console.log(perhaps, lenient, sourced, close, same, days, rate, assets, markets);
`;

const TYPED_FIGURES = `
import type { FundingEvent, PositionWithPerformance } from "carry-cli";
import { catalogue, computeBook, UsageError } from "carry-cli/figures";
import type { BookFigures, BookInputs, Declaration, Subject } from "carry-cli/figures";

const positions: PositionWithPerformance[] = [];
const events = new Map<number, FundingEvent[]>();
const inputs: BookInputs = { events, now: 0, stress: "10%" };
const figures: BookFigures = computeBook(positions, inputs);
const totals: unknown = figures.totals;
const subject: Subject = "leg";
const declared: readonly Declaration[] = catalogue[subject];
// @ts-expect-error -- the events are needed
computeBook(positions, { now: 0 });
// @ts-expect-error -- there is no such subject
console.log(catalogue.luck);
console.log(totals, declared, UsageError);
`;

const REQUIRED = `
import { type CarryError, type Client, createClient, ServiceError } from "carry-cli";
const client: Client = createClient({ baseUrl: "https://api.example.com" });
const error: CarryError = new ServiceError(404, "not there");
console.log(client, error.kind);
`;
