import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Big from "big.js";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { installedForFile } from "../support/installed.js";
import { isInstalled } from "../support/needs.js";
import { sandboxForFile } from "../support/sandbox.js";
import { DOWN, deskForTest, SCRIPTS } from "../support/scripts.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

interface Listed {
  readonly asset: string;
  readonly legs: readonly { readonly side: string; readonly exchange: string }[];
  readonly performance: { readonly net_pnl: number | null };
}

async function open(): Promise<readonly Listed[]> {
  const argv = ["positions", "list", "--status", "open", "--performance", "-o", "json"];
  return JSON.parse((await carry(argv, { env: env() })).stdout);
}

describe.runIf(isInstalled("python3", ["--version"], "net_pnl.py was"))("net_pnl.py", () => {
  it("sums the net PnL exactly, and counts what is unknown", async () => {
    const { code, stdout, stderr } = await deskForTest(env()).script("net_pnl.py");
    const positions = await open();
    const lines = [...new Set(positions.map(({ asset }) => asset))].map((name) => {
      const figures = positions.filter(({ asset }) => asset === name);
      const known = figures.flatMap(({ performance }) => performance.net_pnl ?? []);
      const sum = known.reduce((total, it) => total.plus(it), new Big(0)).toFixed();
      const unknown = figures.length - known.length;
      return { sum: Number(sum), line: `${name} ${sum}${unknown ? ` (${unknown} unknown)` : ""}` };
    });
    lines.sort((a, b) => a.sum - b.sum);
    const printed = stdout
      .trimEnd()
      .split("\n")
      .map((line) => {
        const [name = "", sum = "", ...unknown] = line.trimEnd().split(" ");
        return [name, new Big(sum).toFixed(), ...unknown].join(" "); // 25.90 is 25.9
      });
    expect([code, stderr, printed]).toEqual([0, "", lines.map(({ line }) => line)]);
    expect(stdout).toContain("unknown)");
  });

  it.each([
    ["75 when the service is down", DOWN, 75, /^CONNECTION_REFUSED: cannot reach /],
    ["1 when the key is refused", { CARRY_API_KEY: "wrong" }, 1, /^UNAUTHORIZED: /],
  ])("exits with %s", async (_what, wrong, exit, message) => {
    const { code, stdout, stderr } = await deskForTest({ ...env(), ...wrong }).script("net_pnl.py");
    expect([code, stdout]).toEqual([exit, ""]);
    expect(stderr).toMatch(message);
  });
});

const root = fileURLToPath(new URL("../../", import.meta.url));
const { ModuleKind, ModuleResolutionKind } = ts;

describe("worst.mts, with the library", () => {
  const installed = installedForFile();

  /** Compiles the script beside the installed package. @returns its faults, and what was written */
  function compiled(options: ts.CompilerOptions): { faults: string[]; file: string } {
    const { app } = installed();
    writeFileSync(join(app, "worst.mts"), readFileSync(join(SCRIPTS, "worst.mts")));
    const program = ts.createProgram([join(app, "worst.mts")], {
      ...options,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts"],
      types: ["node"],
      typeRoots: [join(root, "node_modules", "@types")],
    });
    const faults = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
    const texts = faults.map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, " "),
    );
    return { faults: texts, file: join(app, "worst.mjs") };
  }

  it.each([
    ["node16", { module: ModuleKind.Node16 }],
    ["bundler", { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler }],
  ])(
    "is strict TypeScript under %s, and prints the worst three",
    async (_name, options) => {
      const { faults, file } = compiled(options);
      expect(faults).toEqual([]);
      const run = deskForTest(env()).run(process.execPath, [file]);
      const known = (await open()).filter(({ performance }) => performance.net_pnl !== null);
      known.sort((a, b) => (a.performance.net_pnl ?? 0) - (b.performance.net_pnl ?? 0));
      const lines = known.slice(0, 3).map(({ asset, legs, performance }) => {
        const exchanges = legs.map(({ side, exchange }) => `${side} ${exchange}`);
        return `${asset} ${performance.net_pnl} ${exchanges.join(", ")}\n`;
      });
      expect(await run).toEqual({ code: 0, stdout: lines.join(""), stderr: "" });

      const down = await deskForTest({ ...env(), ...DOWN }).run(process.execPath, [file]);
      expect([down.code, down.stdout]).toEqual([75, ""]);
      expect(down.stderr).toMatch(/^connection_refused: /);
      renameSync(file, `${file}.done`); // the next options must write it again
      expect(existsSync(file)).toBe(false);
    },
    60_000,
  );
});
