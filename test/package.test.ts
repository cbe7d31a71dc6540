import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandboxForFile } from "./support/sandbox.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const guide = readFileSync(join(root, "docs", "library.md"), "utf8");
const isWindows = process.platform === "win32";

interface Tarball {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

let place = "";
let tarball: Tarball = { filename: "", size: 0, files: [] };
const { env } = sandboxForFile();

/** Runs npm with a home and a cache of its own, so that nothing but the tarball is within reach. */
function npm(...argv: string[]): string {
  const options = { cwd: place, encoding: "utf8", stdio: "pipe", shell: isWindows } as const;
  return execFileSync("npm", argv, {
    ...options,
    env: { ...process.env, HOME: place, npm_config_cache: join(place, "cache") },
  });
}

/** Runs a program in the folder of the package's user. */
function runFile(program: string, argv: readonly string[], more: Record<string, string> = {}) {
  return promisify(execFile)(program, argv, {
    cwd: join(place, "app"),
    env: { PATH: process.env.PATH, HOME: place, ...more },
    shell: isWindows,
  });
}

/** The first block of a kind in the guide to the library. */
function block(kind: string): string {
  return new RegExp(`\`\`\`${kind}\\n(.*?)\`\`\``, "s").exec(guide)?.[1] ?? "";
}

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "carry-package-"));
  mkdirSync(join(place, "app"));
  const [packed] = JSON.parse(npm("pack", root, "--json", "--ignore-scripts")) as Tarball[];
  if (packed === undefined) throw new Error("npm pack made nothing");
  tarball = packed;
  npm("install", "--offline", "--no-audit", "--prefix", "app", tarball.filename);
}, 60_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe("the package", () => {
  it("holds only what runs, in less than a megabyte", () => {
    const paths = tarball.files.map(({ path }) => path);
    const kept =
      /^(bin\/(carry\.js|package\.json)|dist\/THIRD-PARTY-LICENSES\.txt|dist\/(program|start)\/[\w-]+\.cjs|dist\/library\/[\w-]+\.(js|d\.ts)|completions\/[\w.]+|man\/[\w-]+\.1|README\.md|LICENSE|CHANGELOG\.md|package\.json)$/;
    expect(paths.filter((path) => !kept.test(path))).toEqual([]);
    for (const path of [
      "bin/carry.js",
      "dist/library/index.d.ts",
      "dist/THIRD-PARTY-LICENSES.txt",
    ]) {
      expect(paths).toContain(path);
    }
    for (const page of manifest.man as string[]) expect(paths).toContain(page.slice("./".length));
    expect(tarball.size).toBeLessThan(1_000_000);
  });

  it("needs no other package and runs nothing when it is installed", () => {
    for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"]) {
      expect(manifest[kind] ?? {}).toEqual({});
    }
    expect(Object.keys(manifest.scripts)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(pre|post)?(install|prepare|publish)$/)]),
    );
  });

  it("is built before it is packed", () => {
    expect(manifest.scripts.prepack).toBe("npm run build");
  });

  it("comes with the licence of every package that was bundled", () => {
    const licences = readFileSync(join(root, "dist", "THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const name of ["commander", "undici", "zod", "@jmespath-community/jmespath"]) {
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"));
    }
    expect(licences).toContain("Mozilla Public License");
    expect(licences).not.toMatch(/\((A?GPL|UNLICENSED|SEE LICENSE)/);
  });
});

describe("the package, installed from its tarball into an empty folder", () => {
  it("runs with npx", async () => {
    const carry = join(place, "app", "node_modules", ".bin", "carry");
    expect(await runFile(carry, ["--version"])).toEqual({
      stdout: `${manifest.version}\n`,
      stderr: "",
    });
  });

  it("runs and has its manual when it is installed for the whole system", async () => {
    npm("install", "--offline", "--no-audit", "--global", "--prefix", "global", tarball.filename);
    const bin = join(place, "global", ...(isWindows ? [] : ["bin"]), "carry");
    const { stdout, stderr } = await runFile(bin, [
      ...["--profile", "sandbox", "positions", "list", "-o", "json"],
    ]);
    expect(JSON.parse(stdout)).toHaveLength(24);
    expect(stderr).toMatch(/^note: the sandbox serves made-up data at \S+ for this command\n$/);
    if (isWindows) return;
    const page = readFileSync(join(place, "global", "share", "man", "man1", "carry.1"), "utf8");
    expect(page).toContain('.TH "CARRY" "1"');
  });

  it("is the library that docs/library.md shows", async () => {
    writeFileSync(join(place, "app", "example.mjs"), block("js"));
    const { stdout, stderr } = await runFile(process.execPath, ["example.mjs"], env());
    expect({ stdout, stderr }).toEqual({ stdout: block("text"), stderr: "" });
  });

  it("has types that need those of Node and no others", () => {
    const file = join(place, "app", "typed.mts");
    writeFileSync(file, TYPED);
    const program = ts.createProgram([file], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts"],
      module: ts.ModuleKind.NodeNext,
      types: ["node"],
      typeRoots: [join(root, "node_modules", "@types")],
    });
    const files = program.getSourceFiles();
    const ours = files.filter(({ fileName }) => /(typed\.mts|carry-cli\/.*)$/.test(fileName));
    expect(ours).toHaveLength(2);
    const problems = ours.flatMap((it) => [
      ...program.getSyntacticDiagnostics(it),
      ...program.getSemanticDiagnostics(it),
    ]);
    expect(problems.map(({ messageText }) => messageText)).toEqual([]);
    const others = files.filter(({ fileName }) => /node_modules\/(zod|undici)\//.test(fileName));
    expect(others).toEqual([]);
  }, 30_000);
});

const TYPED = `
import { ConnectionError, createClient, ListingError } from "carry-cli";
import type { Client, ClientOptions, Position } from "carry-cli";

const options: ClientOptions = { baseUrl: "https://api.example.com", apiKey: async () => undefined };
const client: Client = createClient(options);
const positions: Position[] = [];
try {
  for await (const position of client.positions({ portfolioId: "x" })) positions.push(position);
} catch (error) {
  if (error instanceof ListingError) console.log(error.cursor);
  if (error instanceof ConnectionError) console.log(error.fault, error.retryable);
}
const apr: number | null | undefined = positions[0]?.performance?.apr;
const detail = (await client.getPosition("x")).value;
const close: number | null | undefined = detail.legs[0]?.close_price;
// @ts-expect-error -- an apr is a number
const wrong: string = positions[0]?.performance?.apr;
console.log(apr, close, wrong);
`;
