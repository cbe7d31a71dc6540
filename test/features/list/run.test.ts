import { describe, expect, it } from "vitest";
import { type Answers, carryWith, settled } from "../../support/answers.js";
import { ago, DAY, HOUR, long, short } from "../../support/fresh-legs.js";
import { performance, position } from "../../support/records.js";

const sound = (n: number, more: Record<string, unknown> = {}) =>
  position(n, { legs: [long(), short()], performance: performance(), ...more });

/* 0.5 × 60,000 × 0.0001 on each side, three times a day. */
const histories = { 1: settled("-0.0001"), 2: settled("0.0001") };

const list = (of: Answers, ...argv: string[]) => carryWith(of, ["positions", "list", ...argv]);

describe("positions list --wide", () => {
  it("shows what each open position is paid now, and what that is a year", async () => {
    const closed = { status: "closed", closed_at: ago(DAY) };
    const { stdout } = await list({ positions: [sound(1), sound(2, closed)], histories }, "--wide");
    const [header, , open, gone] = stdout.split("\n").map((it) => it.split(/ {2,}/));
    const at = header?.indexOf("funding 24h") ?? -1;
    expect(header?.[at + 1]).toBe("now APR");
    expect(open?.slice(at, at + 2)).toEqual(["+18.00", "+21.54%"]);
    expect(gone?.slice(at, at + 2)).toEqual(["–", "–"]);
  });

  it("says why it is not known, or of how much of the time it is", async () => {
    const young = sound(1, { opened_at: ago(3 * HOUR) });
    const holes = { ...histories, 1: settled("-0.0001", 1).filter((_, n) => n < 3 || n > 23) };
    expect((await list({ positions: [young], histories }, "--wide")).stdout).toContain(
      "– (not settled yet)",
    );
    expect((await list({ positions: [sound(1)], histories: holes }, "--wide")).stdout).toContain(
      "– (4 of 24 events)",
    );
  });

  it("asks for each market once, however many pages and positions there are", async () => {
    const { requests } = await list({ positions: [sound(1), sound(2)], histories }, "--wide");
    expect(requests.filter((it) => it.includes("/history/"))).toHaveLength(2);
  });

  it("requests none if it is not shown", async () => {
    for (const argv of [[], ["-o", "json"], ["-o", "csv"], ["--columns", "asset,net_pnl"]]) {
      const { requests } = await list({ positions: [sound(1)] }, "--performance", ...argv);
      expect(requests.filter((it) => it.includes("/history/"))).toEqual([]);
    }
  });

  it("has it in csv, where a column of it is named", async () => {
    const words = ["-o", "csv", "--columns", "asset,funding_7d,now_apr"];
    const { stdout } = await list({ positions: [sound(1)], histories }, ...words);
    expect(stdout).toBe("asset,funding_7d,now_apr\r\nBTC,126,21.5409836065574\r\n");
  });

  it("says that events conflict", async () => {
    const events = settled("0");
    const conflict = [...events, { ...events[1], funding_rate: "0.5" }];
    const of = { positions: [sound(1)], histories: { 1: settled("0"), 2: conflict } };
    const words = ["--performance", "--columns", "asset,funding_24h"];
    expect((await list(of, ...words)).stdout).toContain("– (conflicting events)");
  });

  it("continues without a history, and says so", async () => {
    const { stdout, stderr, code } = await list(
      { positions: [sound(1)], histories: { 1: 503 } },
      "--wide",
    );
    expect(code).toBe(0);
    expect(stdout).toContain("+81.50");
    expect(stderr).toContain(
      "warning: funding of 1 of 2 markets could not be fetched: 1 (status 503)",
    );
  });
});
