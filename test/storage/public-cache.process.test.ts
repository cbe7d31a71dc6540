import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { answer, faultyServer } from "../support/faulty-server.js";
import { runShell } from "../support/process.js";

/** Returns the files of a cache; a newer Node keeps compiled code in a directory beside them. */
const entriesOf = (cache: string) =>
  readdirSync(cache, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [name, readFileSync(join(cache, name), "utf8")] as const);

it("the local cache keeps what it had when a write is cut short, and nothing of the new", async () => {
  const cache = mkdtempSync(join(tmpdir(), "carry-cache-"));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const { url } = await faultyServer((socket, _request, count) =>
    socket.write(answer(200, `{"data":[{"n":${count},"name":"${"x".repeat(8000 * count)}"}]}`)),
  );
  const env = { CARRY_CACHE_DIR: cache, CARRY_BASE_URL: url };
  const ask = "carry funding markets --refresh -o ndjson | cut -c 1-6";
  expect(await runShell(ask, env)).toMatchObject({ code: 0, stdout: '{"n":1\n' });
  const before = entriesOf(cache);
  const cut = await runShell(`ulimit -f 12; ${ask}`, env);
  expect(cut).toMatchObject({ code: 0, stdout: '{"n":2\n' });
  expect(entriesOf(cache)).toEqual(before);
});
