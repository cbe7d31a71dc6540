import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });
const run = (line: string) => carry(line.split(" "), { env: env() });
const errorOf = (stderr: string) => stderr.match(/^error: .*/m)?.[0];

/** The names at the beginnings of the rows of a table. */
const firstsOf = (stdout: string) =>
  new Set(
    stdout
      .trim()
      .split("\n")
      .map((row) => row.split(" ")[0] ?? "")
      .filter((it) => /^[A-Z]{2,}[.\w]*$/.test(it)),
  );

const LISTINGS = [
  "positions list --status open",
  "positions risk",
  "positions outlook",
  "positions upcoming --by leg",
];

const TAKERS = [
  "positions get NAME",
  "positions outlook NAME",
  "positions risk NAME",
  "positions upcoming NAME",
  "positions funding NAME",
  "positions reconcile NAME",
  "positions rotate NAME --fee 5bps --top 1",
];
/** Commands that take closed positions, too. */
const OF_CLOSED = TAKERS.filter((line) => !line.includes("rotate"));

describe("a position's name", () => {
  it("begins its rows alike in list, risk, outlook and upcoming", async () => {
    const [listed, ...others] = await Promise.all(
      LISTINGS.map(async (line) => firstsOf((await run(line)).stdout)),
    );
    expect(listed?.size).toBe(15);
    for (const names of others) expect(names).toEqual(listed);
  }, 60_000);

  it("is that of the rows of status and check, behind their severity", async () => {
    const listed = firstsOf((await run(LISTINGS[0] ?? "")).stdout);
    for (const line of ["status", "check"]) {
      const rows = (await run(line)).stdout.matchAll(/^[●!○] {2}(\S+)/gm);
      const names = Array.from(rows, ([, name = ""]) => name);
      expect([line, names.length > 3]).toEqual([line, true]);
      expect(names.filter((name) => !listed.has(name))).toEqual([]);
    }
  });

  it("is accepted by every command that takes positions, with and without the asset", async () => {
    const names = firstsOf((await run(LISTINGS[1] ?? "")).stdout);
    const some = [...names].filter((name) => /^(AVAX|ETH\.|BTC)/.test(name));
    expect(some.length).toBeGreaterThan(3);
    const typed = [...some, "eth.7ba38805"];
    const ofAll = typed.map((name) => `get ${name}`);
    const ofEach = TAKERS.map((line, n) => line.replace("NAME", typed[n % typed.length] ?? ""));
    for (const line of [...ofAll, ...ofEach]) {
      const { stderr } = await run(line);
      expect([line, errorOf(stderr)]).toEqual([line, undefined]);
    }
  }, 60_000);

  it("of a closed position is accepted where its figures are", async () => {
    const [name = ""] = firstsOf((await run("list --status closed")).stdout);
    for (const line of OF_CLOSED) {
      const { stderr } = await run(line.replace("NAME", name));
      expect([line, name, errorOf(stderr)]).toEqual([line, name, undefined]);
    }
    const { code, stderr } = await run(`positions rotate ${name} --fee 5bps`);
    expect([code, errorOf(stderr)]).toEqual([2, expect.stringContaining(`${name}`)]);
  }, 60_000);

  it("that several positions have is exit 2 with what it could mean, everywhere", async () => {
    for (const line of TAKERS) {
      const { code, stderr } = await run(line.replace("NAME", "ETH"));
      expect([line, code]).toEqual([line, 2]);
      expect(stderr).toContain("use one of ETH.7ba3 (open), ETH.2bfd (open), ETH.d9d1 (open)");
    }
  });

  it("begins every row of a rotation, of a reconciliation and of a position's funding", async () => {
    for (const line of [
      "positions rotate AVAX --fee 5bps",
      "positions reconcile AVAX",
      "positions funding AVAX",
    ]) {
      const { stdout } = await run(line);
      expect([line, [...firstsOf(stdout)]]).toEqual([line, ["AVAX"]]);
    }
  });

  it("is in the line that names the next command, which works", async () => {
    for (const look of ["risk", "outlook", "upcoming", "reconcile AVAX", "funding AVAX"]) {
      const { stdout } = await carry(["positions", ...look.split(" ")], {
        env: { ...env(), NO_COLOR: "1" },
        terminal: 120,
      });
      const [, next = ""] = /next: carry (.*?)(?: · .*)?\n$/.exec(stdout) ?? [];
      expect([look, next]).not.toEqual([look, ""]);
      expect([look, errorOf((await run(next)).stderr)]).toEqual([look, undefined]);
    }
  });
});

describe("carry positions risk on a terminal", () => {
  it("fits its height less two lines, and --all has every leg", async () => {
    const at = (line: string) =>
      carry(line.split(" "), { env: { ...env(), CARRY_PAGER: "" }, terminal: 80 });
    const { stdout } = await at("positions risk --no-color");
    expect(stdout).toContain("22 more legs and what is unhedged: carry positions risk --all");
    expect(stdout.split("\n").length - 1).toBeLessThanOrEqual(22);
    const all = await at("positions risk --all --no-color");
    expect(all.stdout.match(/ (long|short) /g)?.length).toBeGreaterThanOrEqual(32);
    expect((await run("positions risk")).stdout).not.toContain("--all");
  });
});
