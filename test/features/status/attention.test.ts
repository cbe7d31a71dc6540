import { describe, expect, it } from "vitest";
import { SCENARIO_NAMES } from "../../../src/sandbox/scenarios.js";
import { type Answers, carryWith, inFull, settled } from "../../support/answers.js";
import { carry, WIDE } from "../../support/carry.js";
import { ago, DAY, long, short } from "../../support/fresh-legs.js";
import { performance, position, uuidOf } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { env } = sandboxForFile({ positions: 96, scenarios: SCENARIO_NAMES });

const agreed = performance({ spread_pnl: { realized: 0, unrealized: 0 } });
const sound = (n: number, more: Record<string, unknown> = {}) =>
  position(n, { legs: [long(), short()], performance: agreed, ...more });
const unbalanced = sound(1, { legs: [long({ quantity: 0.6 }), short()] });
const nameless = sound(2, { legs: [long(), short({ market_id: null })] });
const closed = sound(4, { status: "closed", closed_at: ago(DAY) });
const positions = [unbalanced, nameless, sound(3), closed];

const list = (of: Answers, ...argv: string[]) => carryWith(of, ["positions", "list", ...argv]);
const listWide = (of: Answers, ...argv: string[]) =>
  carryWith(of, ["positions", "list", "--no-color", ...argv], WIDE);

/** The verdict of each position by its id. */
function verdicts(csv: string): Map<string, string> {
  const rows = csv.trimEnd().split("\r\n").slice(1);
  return new Map(rows.map((row) => row.split(",")).map(([id = "", verdict = ""]) => [id, verdict]));
}

const COLUMNS = ["--columns", "position_id,attention", "-o", "csv"];

describe("the attention mark of a listing", () => {
  it("stands before a position that needs attention, or is unknown in part", async () => {
    const { stdout } = await listWide({ positions }, "--wide");
    expect(
      stdout
        .split("\n")
        .slice(3, 9)
        .map((line) => line.slice(0, 11)),
    ).toEqual([
      ...["!  position", "─  ────────", "!  BTC.0000", "?  BTC.0000", "   BTC.0000", "   BTC.0000"],
    ]);
    expect(stdout).toContain(
      "\n! needs attention: carry status says why\n? unknown in part: carry status says why\n",
    );
  });

  it("costs no request beside those for the current funding, which it is shown with", async () => {
    const paths = async (...argv: string[]) => {
      const { stdout, requests } = await list({ positions }, ...argv);
      return [stdout.startsWith("!"), requests.map((it) => /([^/ ]+)\?/.exec(it)?.[1])];
    };
    expect(await paths("--wide")).toEqual([true, ["positions", "1", "2"]]);
    expect(await paths("--columns", "position_id,now_apr")).toEqual([
      false,
      ["positions", "1", "2"],
    ]);
    expect(await paths()).toEqual([false, ["positions"]]);
  });

  it("is left out where only closed positions are listed, as what they are paid now is", async () => {
    const { stdout, requests } = await list(
      { positions: [closed] },
      ...["--wide", "--status", "closed"],
    );
    expect(stdout).toMatch(
      /^position +age .* net PnL +APR +long qty .* fees +opened +closed +id$/m,
    );
    expect(requests.filter((it) => it.includes("/history/"))).toEqual([]);
  });

  it("is a word in csv, and its data is requested if the column is named", async () => {
    const { stdout, requests } = await list({ positions }, ...COLUMNS);
    expect([...verdicts(stdout).values()]).toEqual(["yes", "unknown", "no", ""]);
    expect(requests[0]).toContain("include=performance");
    const refused = await list({ positions }, "--no-performance", ...COLUMNS);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('--columns: "attention" needs the performance'),
    ]);
  });

  it("sorts those that need attention before those that cannot be judged", async () => {
    const { stdout } = await list({ positions }, "--sort", "attention:desc", ...COLUMNS);
    expect([...verdicts(stdout).values()]).toEqual(["yes", "unknown", "no", ""]);
    const { stdout: table } = await list({ positions }, "--sort", "attention:desc");
    expect(table).toMatch(/^! ↓ /);
  });

  it("is shown once for a position with one row per leg", async () => {
    const { stdout } = await list({ positions: [unbalanced] }, "--wide", "--by-leg");
    expect(
      stdout
        .split("\n")
        .slice(2, 4)
        .map((line) => line.slice(0, 3)),
    ).toEqual(["!  ", "   "]);
  });

  it("is never a pass where status finds something, and asks for no leg", async () => {
    const listed = await carry(["positions", "list", "--status", "open", ...COLUMNS], {
      env: env(),
    });
    const verdictOf = verdicts(listed.stdout);
    const { stdout } = await carry(["status", "-q", "-o", "json"], { env: env() });
    const status = JSON.parse(stdout) as Record<string, { position_id: string }[]>;
    const of = (part: string) => new Set(status[part]?.map(({ position_id }) => position_id));
    const [needing, unknown] = [of("attention"), of("not_judged")];
    const expected = [...verdictOf.keys()].map((id) =>
      needing.has(id) ? "yes" : unknown.has(id) ? "unknown" : "no",
    );
    /* Only status finds out which positions have closed legs. */
    const differ = [...verdictOf].filter(([, it], n) => it !== expected[n]);
    expect(differ.length).toBeGreaterThan(0);
    expect(new Set(differ.map(([, it]) => it))).toEqual(new Set(["unknown"]));
    for (const some of ["yes", "unknown", "no"]) expect([...verdictOf.values()]).toContain(some);
  });
});

describe("a listing whose legs are in doubt", () => {
  const legs = [long({ mark_price: 62_000 }), short({ mark_price: 62_000 })];
  /* The prices say 0, the performance 1,000: the short leg may be closed. */
  const doubtful = sound(5, {
    legs,
    performance: performance({ spread_pnl: { realized: -1000, unrealized: 1000 } }),
  });
  const histories = { 1: settled("-0.0001"), 2: settled("0.0001") };

  it("marks what rests on them, and cannot judge the position", async () => {
    const columns = "attention,long_quantity,gross_notional,imbalance,unhedged,funding_24h,now_apr";
    const { stdout, requests } = await listWide(
      { positions: [doubtful], histories },
      ...["--columns", columns],
    );
    expect(stdout.trimEnd().split("\n")[4]?.trim().split(/ +/)).toEqual([
      ...["?", "0.5#", "62,000.00#", "0.00%#", "0.00#", "+18.00#", "+21.19%#"],
    ]);
    expect(stdout).toContain("\n# legs not checked: one may be closed (carry status asks)\n");
    expect(requests.filter((it) => it.includes("/v1/positions/"))).toEqual([]);
  });

  it("says so beside csv, which has no marks, where a figure rests on them", async () => {
    const of = { positions: [doubtful, sound(6)] };
    const words = ["--performance", "-o", "csv", "--columns"];
    const { stderr } = await list(of, ...words, "asset,unhedged");
    expect(stderr).toBe(
      "note: legs of 1 position not checked: one may be closed; carry status checks them\n",
    );
    expect((await list(of, ...words, "asset,net_pnl,legs.quantity")).stderr).toBe("");
  });

  it("is asked for by summary, which then agrees with status", async () => {
    const [held, gone] = (inFull(doubtful) as { legs: object[] }).legs;
    const full = { ...inFull(doubtful), legs: [held, { ...gone, close_price: 62_000 }] };
    const of = { positions: [doubtful, sound(6)], details: { [uuidOf(5)]: full } };
    const words = [
      "positions",
      "summary",
      "-o",
      "json",
      "--query",
      "rows[0].unhedged_notional.value",
    ];
    expect((await carryWith(of, words)).stdout.trim()).toBe("31000");
    const status = ["status", "-o", "json", "--query", "totals.unhedged_notional.value"];
    expect((await carryWith(of, status)).stdout.trim()).toBe("31000");
    const { requests } = await carryWith(of, words);
    expect(requests.filter((it) => it.includes("/v1/positions/"))).toHaveLength(1);
  });

  it("is said to be unchecked by summary where that cannot be had", async () => {
    const of = { positions: [doubtful, sound(6)], details: { [uuidOf(5)]: 503 } };
    const { stdout, stderr, code } = await carryWith(of, ["positions", "summary"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^BTC .* 123,000\.00# /m);
    expect(stdout).toContain("# legs not checked: one may be closed (carry status asks)\n");
    expect(stdout).toContain("open 2 (1 with legs not checked)");
    expect(stderr).toContain("warning: legs of 1 of 1 position could not be fetched: ");
    const words = ["positions", "summary", "-o", "json", "--query", "rows[0].legs_unchecked"];
    expect((await carryWith(of, words)).stdout.trim()).toBe("1");
  });

  it.each(["status", "positions summary"])(
    "is requested for at most 100 positions by %s, the largest first",
    async (line) => {
      const many = Array.from({ length: 130 }, (_, n) =>
        sound(n + 10, {
          legs: legs.map((leg) => ({ ...leg, quantity: 0.1 + n / 100 })),
          performance: performance({ spread_pnl: { realized: 0, unrealized: 5000 } }),
        }),
      );
      const { stdout, requests } = await carryWith({ positions: many }, line.split(" "));
      const asked = requests.flatMap((it) => /\/v1\/positions\/(\S+)/.exec(it)?.[1] ?? []);
      expect(new Set(asked)).toEqual(new Set(many.slice(30).map((it) => it.position_id)));
      expect(asked).toHaveLength(100);
      expect(stdout).toContain("30 with legs not checked");
    },
  );
});
