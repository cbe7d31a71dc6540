import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, linkSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { CARRY } from "./bundle.js";
import { finish } from "./process.js";

/** A user to whom file modes apply. */
export interface PlainUser {
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Path of a Node that this user can run. */
  readonly node: string;
  /** Path of the built bundle's launcher that this user can read. */
  readonly carry: string;
}

/** The user `nobody`. */
export const NOBODY = { uid: 65_534, gid: 65_534 };

/**
 * Returns such a user for the tests of a file. Modes do not apply to root, so root uses the user
 * `nobody`, with copies of the program and of Node if they are in a directory only root can enter.
 * @param untested what is not tested when `nobody` cannot run the copies either
 */
export function plainUser(untested: string): PlainUser | undefined {
  if (process.getuid?.() !== 0) return { ids: {}, node: process.execPath, carry: CARRY };
  const place = mkdtempSync(join(tmpdir(), "carry-program-"));
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  chmodSync(place, 0o755);
  const user = { ids: NOBODY, node: nodeForAll(place), carry: programForAll(place) };
  if (canRun(user.node, user.carry, "--version")) return user;
  process.stderr.write(
    `the user nobody cannot run ${user.carry} with ${user.node}: ${untested} not tested\n`,
  );
  return undefined;
}

/** Runs the built `carry` as this user, with exactly this environment. */
export function runAs(
  user: PlainUser | undefined,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
) {
  if (user === undefined) throw new Error("there is no such user");
  const child = spawn(user.node, [user.carry, ...argv], {
    ...user.ids,
    cwd: "/",
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return finish(child);
}

function canRun(program: string, ...argv: readonly string[]): boolean {
  return spawnSync(program, argv, { ...NOBODY, cwd: "/", stdio: "ignore" }).status === 0;
}

function programForAll(place: string): string {
  const root = dirname(dirname(CARRY));
  execFileSync("cp", ["-R", join(root, "bin"), join(root, "dist"), place]);
  execFileSync("chmod", ["-R", "a+rX", place]);
  return join(place, "bin", "carry.js");
}

function nodeForAll(place: string): string {
  if (canRun(process.execPath, "--version")) return process.execPath;
  const copy = join(place, "node");
  try {
    linkSync(process.execPath, copy); // the binary is large
  } catch {
    copyFileSync(process.execPath, copy);
  }
  return copy;
}
