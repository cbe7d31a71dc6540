import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { withLock } from "../../../src/storage/lock/lock.js";
import { carry } from "../../support/carry.js";
import { answer, faultyServer } from "../../support/faulty-server.js";
import { PORTFOLIO, position } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";

const POSITIONS = 300;
const { env } = sandboxForFile({ positions: POSITIONS, latencyMs: 4 });

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "carry-cursor-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const IDS = ["positions", "list", "-o", "csv", "--columns", "position_id", "--eol", "lf"];
const list = (...words: readonly string[]) => carry([...IDS, ...words], { env: env() });

async function wholeListing(): Promise<string> {
  const { stdout } = await list();
  expect(stdout.split("\n")).toHaveLength(POSITIONS + 2);
  return stdout;
}

describe("--cursor-file", () => {
  it("goes on where --limit stopped, with one header, until nothing is left", async () => {
    const file = join(directory(), "cursor");
    let printed = "";
    let runs = 0;
    do {
      const { code, stdout } = await list("--limit", "70", "--cursor-file", file);
      expect(code).toBe(0);
      printed += stdout;
      runs++;
    } while (existsSync(file));
    expect([runs, printed]).toEqual([5, await wholeListing()]);
  });

  it("is readable for its owner alone, and removed with its lock at the end", async () => {
    const place = directory();
    const file = join(place, "cursor");
    await list("--limit", "10", "--cursor-file", file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await list("--cursor-file", file);
    expect(readdirSync(place)).toEqual([]);
  });

  it("goes on after a page that failed", async () => {
    const file = join(directory(), "cursor");
    let broken = true;
    const { url } = await faultyServer((socket, request) => {
      const isFirst = !request.includes("cursor=");
      if (!isFirst && broken) return socket.write(answer(400, "{}"));
      const data = [position(isFirst ? 1 : 2)];
      return socket.write(
        answer(200, JSON.stringify({ data, next_cursor: isFirst ? "two" : null })),
      );
    });
    const go = () =>
      carry([...IDS, "--no-header", "--base-url", url, "--cursor-file", file], {
        env: { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
      });
    const first = await go();
    expect([first.code, first.stdout]).toEqual([5, `${position(1).position_id}\n`]);
    broken = false;
    const second = await go();
    expect([second.code, second.stdout]).toEqual([0, `${position(2).position_id}\n`]);
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ["another portfolio", ["--portfolio", "00000000-0000-4000-8000-000000000009"]],
    ["another status", ["--status", "open"]],
    ["another asset", ["--asset", "ETH"]],
    ["performance", ["--performance"]],
  ])("of a listing of %s is refused, and kept", async (_what, words) => {
    const file = join(directory(), "cursor");
    await list("--limit", "10", "--cursor-file", file);
    const before = readFileSync(file, "utf8");
    const { code, stdout, stderr } = await list(...words, "--cursor-file", file);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`the cursor file ${file} belongs to another listing`);
    expect(stderr).not.toMatch(/ ,| $/m);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it.each([
    ["empty", ""],
    ["a cursor alone", "abc\n"],
    ["cut", '{"carry_cursor":1,"sha256":"00"}\n{"listed'],
    ["of a newer version", '{"carry_cursor":2}\n{}\n'],
  ])("that is %s is refused, named and kept", async (_what, text) => {
    const file = join(directory(), "cursor");
    writeFileSync(file, text);
    const { code, stdout, stderr } = await list("--cursor-file", file);
    expect([code, stdout]).toEqual([9, ""]);
    expect(stderr).toContain(file);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("that others can write to is refused: its rows would be printed", async () => {
    const file = join(directory(), "cursor");
    await list("--limit", "10", "--cursor-file", file);
    chmodSync(file, 0o666);
    const { code, stdout, stderr } = await list("--cursor-file", file);
    expect([code, stdout]).toEqual([9, ""]);
    expect(stderr).toMatch(/^error: cannot use .*cursor: .+\nhint: name a file that only you/);
  });

  it("that is a directory, or in none, is refused before anything is printed", async () => {
    const place = directory();
    for (const file of [place, join(place, "none", "cursor")]) {
      const { code, stdout } = await list("--cursor-file", file);
      expect([code, stdout]).toEqual([9, ""]);
    }
  });

  it("that another listing is writing is refused at once, with its process", async () => {
    const file = join(directory(), "cursor");
    const clock = {
      sleep: (ms: number) => delay(ms),
      random: Math.random,
      signal: new AbortController().signal,
    };
    await withLock(`${file}.lock`, clock, async () => {
      const { code, stdout, stderr } = await list("--cursor-file", file);
      expect([code, stdout]).toEqual([9, ""]);
      expect(stderr).toMatch(/another listing \(\d+ on .+\) is writing the cursor file /);
    });
  });

  it.each([
    [["--sort", "asset"], "a sorted listing has no cursor"],
    [["-o", "table"], "table is printed as a whole"],
    [["-o", "json"], "json is printed as a whole"],
    [["--cursor", "abc"], "cannot be used with option"],
    [["--watch", "-o", "ndjson"], "a watch has no pages"],
  ])("is refused with %j", async (words, reason) => {
    const file = join(directory(), "cursor");
    const argv = ["positions", "list", "--cursor-file", file, ...words];
    const { code, stderr } = await carry(words.includes("-o") ? argv : [...argv, "-o", "csv"], {
      env: env(),
    });
    expect([code, existsSync(file)]).toEqual([2, false]);
    expect(stderr).toContain(reason);
  });
});
