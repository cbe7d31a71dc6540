import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { SNAPSHOTS } from "../../src/archive/tables.js";
import { tempDirectory } from "../archive/temp-archive.js";
import { tempHome } from "../settings/home.js";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { performance, position } from "../support/records.js";
import { point, rowsOf, scripted } from "./archive-service.js";

const place = mkdtempSync(join(tmpdir(), "carry-clocks-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const RULES = join(place, "rules.toml");
writeFileSync(RULES, '[[rule]]\nname = "all"\nwhen = "age > `0`"\n', { mode: 0o600 });

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const at = (time: number) => ({ date: new Date(time).toUTCString() });

/** What a service may say of its time, and what follows: a warning, and whether anything is stored. */
const CLOCKS = [
  ["60 days ahead", at(NOW + 60 * DAY), "doubted"],
  ["61 minutes ahead", at(NOW + 61 * MINUTE), "doubted"],
  ["an hour ahead", at(NOW + HOUR), "warned of"],
  ["61 seconds ahead", at(NOW + 61_000), "warned of"],
  ["a minute ahead", at(NOW + MINUTE), "right"],
  ["right", at(NOW), "right"],
  ["of yesterday, from a cache", { ...at(NOW - DAY), age: "86400" }, "none"],
  ["2 minutes behind", at(NOW - 2 * MINUTE), "warned of"],
  ["2 days behind", at(NOW - 2 * DAY), "doubted"],
  ["of 1969", at(-1000), "doubted"],
  ["of the year 1", { date: "Mon, 01 Jan 0001 00:00:00 GMT" }, "doubted"],
  ["of the year 9999", { date: "Tue, 01 Jun 9999 12:00:00 GMT" }, "doubted"],
  ["of the year 275760", { date: "Sat, 13 Sep 275760 00:00:00 GMT" }, "doubted"],
  ["that is no time", { date: "soon" }, "none"],
  ["that is missing", {}, "none"],
] as const;

/** A desk with an archive, a state directory and a profile that records. */
async function desk(headers: Readonly<Record<string, string>>) {
  const scene = await scripted({
    positions: [position(1, { performance: performance() })],
    events: [point(NOW - DAY)],
    headers: [headers],
  });
  const home = tempHome();
  const [state, cache] = [tempDirectory(), tempDirectory()];
  const places = { CARRY_ARCHIVE: scene.directory, CARRY_STATE_DIR: state, CARRY_CACHE_DIR: cache };
  const env = { ...scene.env, ...home.env, ...places };
  const runWith = (more: Readonly<Record<string, string>>, ...argv: string[]) =>
    carry(argv, { env: { ...env, CARRY_RETRIES: "0", ...more } });
  const run = (...argv: string[]) => runWith({}, ...argv);
  return { ...scene, state, cache, run, runWith };
}

/** Returns the paths of the files below a directory. */
function filesIn(directory: string): string[] {
  const found = existsSync(directory) ? readdirSync(directory, { recursive: true }) : [];
  return found.map((it) => join(directory, String(it))).filter((it) => statSync(it).isFile());
}

/** Whether a file has the names of positions for completion, which have no time. */
const isOfCompletion = (path: string) => basename(dirname(path)) === "ids";

/** Whether a file has the alerts that were told: none, so far. */
function isEmptyState(path: string): boolean {
  if (basename(dirname(path)) !== "alerts") return false;
  const { problems, waiting } = JSON.parse(readFileSync(path, "utf8"));
  return problems.length === 0 && waiting.length === 0;
}

const doubts = (stderr: string) =>
  stderr.split("\n").filter((line) => /the service's is used/.test(line));

describe.each(CLOCKS)("a service with a clock %s", (_, headers, judged) => {
  const isDoubted = judged === "doubted";
  const warnings = isDoubted || judged === "warned of" ? 1 : 0;

  it.each([
    ["status"],
    ["positions", "list", "--performance"],
    ["list", "--by", "asset"],
    ["list", "--view", "next"],
    ["funding", "history", "7"],
    ["archive", "sync", "--dry-run"],
    ["check"],
    ["metrics"],
  ])("is looked at, with at most one warning: %s %s", async (...argv) => {
    const { directory, cache, run } = await desk(headers);
    const { code, stderr } = await run(...argv);
    expect(stderr).not.toMatch(/defect|ISO 8601/i);
    expect([0, 10, 11]).toContain(code);
    expect(doubts(stderr)).toHaveLength(warnings);
    if (isDoubted) expect(filesIn(cache)).toEqual([]);
    if (isDoubted)
      expect(stderr).toMatch(/says \+?\d{4,6}-.* and this computer's 2026-06-01T12:00/);
    expect(filesIn(directory)).toEqual([]);
  });

  it.each([
    ["archive", "sync"],
    ["archive", "sync", "7", "8"],
    ["check", "--on-alert", "cat"],
    ["check", "--on-alert", "cat", "--rules", RULES],
    ["watch", "1m", "--on-alert", "cat", "-o", "ndjson"],
  ])("stores nothing when in doubt: %s %s %s", async (...argv) => {
    const ends = argv.includes("watch");
    if (ends && !isDoubted) return; // goes on
    const { directory, state, run } = await desk(headers);
    const { code, stderr } = await run(...argv);
    expect(stderr).not.toMatch(/defect|ISO 8601/i);
    if (!isDoubted) {
      expect([0, 10, 11]).toContain(code);
      expect(filesIn(directory).length + filesIn(state).length).toBeGreaterThan(0);
      return;
    }
    expect(code).toBe(8);
    expect(filesIn(directory)).toEqual([]);
    expect(filesIn(state).filter((it) => !isOfCompletion(it) && !isEmptyState(it))).toEqual([]);
    expect(stderr).toContain("nothing is stored while they are more than an hour apart");
    expect(stderr).toContain("CARRY_ACCEPT_CLOCK=1");
  });

  it("is not recorded by a look", async () => {
    const { directory, run } = await desk(headers);
    await run("profile", "set", "record", "on", "--profile", "desk");
    const argv = ["positions", "list", "--performance", "--profile", "desk", "-o", "json"];
    const { code, stderr } = await run(...argv);
    expect(code).toBe(0);
    expect(filesIn(directory).length > 0).toBe(!isDoubted);
    expect(stderr.includes("NOT_RECORDED")).toBe(isDoubted);
  });

  it("is accepted with CARRY_ACCEPT_CLOCK=1, but for years that no name can have", async () => {
    const { directory, runWith } = await desk(headers);
    const accepting = { CARRY_ACCEPT_CLOCK: "1" };
    const { code } = await runWith(accepting, "archive", "sync");
    const isPossible = !/1969|year 275760/.test(_);
    expect(code).toBe(isPossible ? 0 : 8);
    if (isPossible) expect(await rowsOf(directory, SNAPSHOTS)).toHaveLength(1);
    else expect(filesIn(directory)).toEqual([]);
  });
});
