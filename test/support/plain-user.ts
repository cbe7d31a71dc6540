import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { CARRY } from "./process.js";

/** How a program is started as a user whom file modes hold back. */
export interface PlainUser {
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** The launcher of the built bundle, where that user can read it. */
  readonly carry: string;
}

const NOBODY = { uid: 65_534, gid: 65_534 };

/**
 * Finds such a user for the tests of a file. Modes mean nothing to root: for it, that is nobody, who
 * gets a copy of the program, since a clone may be below a directory that is root's alone.
 * @param untested what is left out when nobody can run neither Node nor the copy
 */
export function plainUser(untested: string): PlainUser | undefined {
  if (process.getuid?.() !== 0) return { ids: {}, carry: CARRY };
  const user = { ids: NOBODY, carry: copyForAll() };
  const options = { ...NOBODY, cwd: "/", stdio: "ignore" } as const;
  if (spawnSync(process.execPath, [user.carry, "--version"], options).status === 0) return user;
  process.stderr.write(
    `the user nobody cannot run ${user.carry} with ${process.execPath}: ${untested} not tested\n`,
  );
  return undefined;
}

function copyForAll(): string {
  const root = dirname(dirname(CARRY));
  const copy = mkdtempSync(join(tmpdir(), "carry-program-"));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));
  execFileSync("cp", ["-R", join(root, "bin"), join(root, "dist"), copy]);
  execFileSync("chmod", ["-R", "a+rX", copy]);
  chmodSync(copy, 0o755);
  return join(copy, "bin", "carry.js");
}
