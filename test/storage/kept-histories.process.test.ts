import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { finish, runCarry, startCarry } from "../support/process.js";
import { pair, service } from "./settling-service.js";

it("a process that is killed leaves whole files, and what it has begun goes with the next look", async () => {
  const cache = mkdtempSync(join(tmpdir(), "carry-cache-"));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const settled = () => join(cache, "settled");
  const files = () => readdirSync(settled()).sort();
  const of = await service(
    Array.from({ length: 8 }, (_, n) => pair(n + 1, [2 * n + 1, 2 * n + 2])),
    Object.fromEntries(Array.from({ length: 16 }, (_, n) => [n + 1, { hours: 1 }])),
  );
  of.now = Date.now();
  const argv = ["funding", "history", ...Array.from({ length: 16 }, (_, n) => String(n + 1))];
  const words = [...argv, "--start", "30d", "--refresh", "-o", "json", "--base-url", of.url];
  const env = { CARRY_CACHE_DIR: cache };
  mkdirSync(settled(), { mode: 0o700 });
  for (const writes of [1, 3, 6, 9]) {
    const child = startCarry(words, env);
    const ended = finish(child);
    let begun = 0;
    const watcher = watch(settled(), (_what, name) => {
      if (name?.endsWith(".tmp") && ++begun >= writes) child.kill("SIGKILL");
    });
    expect((await ended).code).toBe(137); // killed
    watcher.close();
    for (const name of files().filter((it) => it.endsWith(".json"))) {
      const { data } = JSON.parse(readFileSync(join(settled(), name), "utf8"));
      expect(data.length).toBeGreaterThan(700);
    }
  }
  expect(files().length).toBeGreaterThan(0);
  for (const name of files()) {
    writeFileSync(join(settled(), `${name}.12345.tmp`), '{"version":1,"ke');
  }
  expect((await runCarry(words, env)).code).toBe(0);
  expect(files().filter((name) => name.endsWith(".tmp"))).toEqual([]);
  expect(files()).toHaveLength(16);
}, 60_000);
