import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const isWindows = process.platform === "win32";

export interface Tarball {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** The package, packed and installed into an empty folder. */
export interface InstalledPackage {
  /** Parent of the user's folder. */
  readonly place: string;
  /** Folder in which the package is installed. */
  readonly app: string;
  readonly tarball: Tarball;
  /** Runs npm with an empty home and cache, so that only the tarball can be installed. */
  npm(...argv: string[]): string;
  /** Runs a program in the folder of the user. */
  run(
    program: string,
    argv: readonly string[],
    env?: Record<string, string>,
  ): Promise<{ stdout: string; stderr: string }>;
}

/** Installs the package once for all tests of a file. */
export function installedForFile(): () => InstalledPackage {
  let installed: InstalledPackage | undefined;
  beforeAll(() => {
    installed = install(mkdtempSync(join(tmpdir(), "carry-package-")));
  }, 60_000);
  afterAll(() => {
    if (installed !== undefined) rmSync(installed.place, { recursive: true, force: true });
  });
  return () => {
    if (installed === undefined) throw new Error("the package is not installed yet");
    return installed;
  };
}

function install(place: string): InstalledPackage {
  const app = join(place, "app");
  const npm = (...argv: string[]) =>
    execFileSync("npm", argv, {
      cwd: place,
      encoding: "utf8",
      stdio: "pipe",
      shell: isWindows,
      env: { ...process.env, HOME: place, npm_config_cache: join(place, "cache") },
    });
  mkdirSync(app);
  const tarball = packed(npm);
  npm("install", "--offline", "--no-audit", "--prefix", "app", tarball.filename);
  const run = (program: string, argv: readonly string[], env: Record<string, string> = {}) =>
    promisify(execFile)(program, argv, {
      cwd: app,
      env: { PATH: process.env.PATH, HOME: place, ...env },
      shell: isWindows,
    });
  return { place, app, tarball, npm, run };
}

/** Packs what is built, without the step before `npm pack`, which would build what has changed. */
function packed(npm: InstalledPackage["npm"]): Tarball {
  const [tarball] = JSON.parse(npm("pack", root, "--json", "--ignore-scripts")) as Tarball[];
  if (tarball === undefined) throw new Error("npm pack made nothing");
  return tarball;
}
