import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A home directory for one test, removed at its end. */
export interface Home {
  readonly path: string;
  /** Directory of the configuration, not created yet. */
  readonly directory: string;
  readonly file: string;
  /** Environment of a command that uses it. */
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

/** Returns the environment of a command whose profile has these settings. */
export function profileEnv(settings: Readonly<Record<string, string>>): Record<string, string> {
  const { directory, file } = tempHome();
  mkdirSync(directory, { mode: 0o700 });
  const config = { version: 1, current: "default", profiles: { default: settings } };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return { CARRY_CONFIG_DIR: directory };
}

/** Creates an executable file for `api-key-command`. */
export function script(home: Home, name: string, body: string): string {
  const path = join(home.path, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return path;
}
