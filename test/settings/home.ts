import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A home of its own for a test, taken away at its end. */
export interface Home {
  readonly path: string;
  /** The directory of the configuration; it does not exist yet. */
  readonly directory: string;
  readonly file: string;
  /** What makes a command live there. */
  readonly env: Readonly<Record<string, string>>;
  read(): string;
  profiles(): Record<string, Record<string, string>>;
  exists(): boolean;
}

export function tempHome(): Home {
  const path = mkdtempSync(join(tmpdir(), "carry-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const directory = join(path, "config");
  const file = join(directory, "config.json");
  const read = () => readFileSync(file, "utf8");
  return {
    path,
    directory,
    file,
    env: { HOME: path, CARRY_CONFIG_DIR: directory, CARRY_CACHE_DIR: join(path, "cache") },
    read,
    profiles: () => JSON.parse(read()).profiles,
    exists: () => existsSync(directory),
  };
}

/** An executable file for `api-key-command`. */
export function script(home: Home, name: string, body: string): string {
  const path = join(home.path, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return path;
}
