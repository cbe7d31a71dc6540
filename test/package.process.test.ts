import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { installedForFile } from "./support/installed.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const isWindows = process.platform === "win32";

const installed = installedForFile();

describe("the package", () => {
  it("holds only what runs, in less than a megabyte", () => {
    const { tarball } = installed();
    const paths = tarball.files.map(({ path }) => path);
    const kept =
      /^(bin\/(carry\.js|package\.json)|dist\/THIRD-PARTY-LICENSES\.txt|dist\/(program|start|undici)\/[\w-]+\.cjs|dist\/library\/[\w-]+\.(cjs|js|d\.c?ts)|dist\/figures\/[\w-]+\.(js|d\.ts)|completions\/[\w.]+|README\.md|SKILL\.md|server\.json|LICENSE|package\.json)$/;
    expect(paths.filter((path) => !kept.test(path))).toEqual([]);
    for (const path of [
      "bin/carry.js",
      "dist/library/index.d.ts",
      "dist/figures/index.d.ts",
      "dist/THIRD-PARTY-LICENSES.txt",
    ]) {
      expect(paths).toContain(path);
    }
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
    expect(manifest.scripts.prepack).toMatch(/^npm run --silent built$/);
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
    const { app, run } = installed();
    const carry = join(app, "node_modules", ".bin", "carry");
    expect(await run(carry, ["--version"])).toEqual({
      stdout: `${manifest.version}\n`,
      stderr: "",
    });
  });

  it("runs when it is installed for the whole system", async () => {
    const { npm, place, run, tarball } = installed();
    npm("install", "--offline", "--no-audit", "--global", "--prefix", "global", tarball.filename);
    const bin = join(place, "global", ...(isWindows ? [] : ["bin"]), "carry");
    const { stdout, stderr } = await run(bin, [
      ...["--profile", "sandbox", "positions", "list", "-o", "json"],
    ]);
    expect(JSON.parse(stdout)).toHaveLength(24);
    expect(stderr).toMatch(
      /^\{"note":\{"code":"SANDBOX","message":"the sandbox serves made-up data at \S+ for this command"\}\}\n$/,
    );
  });
});
