import { describe, expect, it } from "vitest";
import { carryWith } from "../support/answers.js";
import { NOW } from "../support/now.js";
import { expectNear } from "./near.js";
import { totals } from "./positions.js";
import { randomMarkets, randomPositions } from "./random-portfolio.js";
import {
  breakEven,
  dollars,
  dollarsADay,
  gravestFirst,
  gravityOf,
  isReason,
  judged,
  type Listed,
  rankOf,
  runOf,
  withDetail,
} from "./reasons.js";
import { servedBy, trueOf } from "./served.js";

const MARKETS = randomMarkets(36, NOW);
/** Funding earns the fees of every 20th in years, if at all. */
const MADE = randomPositions(200, 36, NOW).map((made, n) =>
  n % 20 === 0 ? { ...made, listed: withFees(made.listed, 5000) } : made,
);

/** Returns a position of which so many times the fees were paid. */
function withFees(listed: Listed, times: number): Listed {
  const { performance: own } = listed;
  if (own === undefined || own.net_pnl === null) return listed;
  const more = own.fees.paid * (times - 1);
  const fees = { ...own.fees, paid: own.fees.paid + more };
  return { ...listed, performance: { ...own, fees, net_pnl: own.net_pnl - more } };
}

/** The positions judged by status. */
const TRUE = trueOf(MADE);
const SERVICE = servedBy(MADE, MARKETS);

interface Figure {
  readonly value: number | null;
  readonly counted?: number;
  readonly of?: number;
  readonly per_day?: Figure;
}
interface Judged {
  readonly position_id: string;
  readonly severity: string;
  readonly at_stake: Figure;
  readonly reasons: readonly ({ readonly code: string } & Record<string, unknown>)[];
}
interface StatusJson {
  readonly totals: Record<string, Figure> & { readonly funding_run: Record<string, Figure> };
  readonly attention: readonly Judged[];
  readonly not_judged: readonly Judged[];
  readonly fees_not_earned: readonly { readonly position_id: string; readonly days: Figure }[];
  readonly without_leverage: number;
}

let cached: StatusJson | undefined;
async function status(): Promise<StatusJson> {
  cached ??= JSON.parse(
    (await carryWith(SERVICE, ["status", "-q", "-o", "json"])).stdout,
  ) as StatusJson;
  return cached;
}

const EXPECTED = TRUE.map((position) => ({ position, ...judged(position, MARKETS, NOW) }));

const SEVERITIES = ["critical", "warning", "info"];

/** Field of a reason's figure in json. */
const FIGURES: Readonly<Record<string, string>> = {
  unbalanced: "imbalance",
  margin_thin: "distance",
  losing: "amount",
  paying: "funding",
  fees_unearned: "per_day",
};

describe("200 random positions in 36 random markets, judged again from the raw JSON", () => {
  it("are a portfolio in which each reason, also of what cannot be judged, occurs several times", () => {
    const codes = EXPECTED.flatMap(({ reasons }) => reasons.map(({ code }) => code));
    for (const code of [
      ...["unbalanced", "margin_thin", "losing", "paying", "fees_unearned", "quantity_negative"],
      ...["mark_missing", "net_pnl_unavailable", "performance_stale", "mark_stale"],
      ...["funding_unknown", "not_settled", "market_unknown", "margin_unknown"],
    ]) {
      expect(codes.filter((it) => it === code).length, code).toBeGreaterThan(2);
    }
    expect(EXPECTED.filter(({ reasons }) => reasons.length === 0).length).toBeGreaterThan(5);
    expect(EXPECTED.filter(({ feesNotEarned }) => feesNotEarned !== null).length).toBeGreaterThan(
      5,
    );
    expect(TRUE.filter((it, n) => it !== MADE[n]?.listed).length).toBeGreaterThan(20);
  });

  it("have the reasons that they should have, with their figures", async () => {
    const { attention, not_judged } = await status();
    const all = new Map<string, Judged["reasons"][number][]>();
    for (const { position_id, reasons } of [...attention, ...not_judged]) {
      all.set(position_id, [...(all.get(position_id) ?? []), ...reasons]);
    }
    for (const [n, { position, reasons }] of EXPECTED.entries()) {
      const found = all.get(position.position_id) ?? [];
      const codes = found.map(({ code }) => code).sort((a, b) => rankOf(a) - rankOf(b));
      expect([n, ...codes]).toEqual([n, ...reasons.map(({ code }) => code)]);
      for (const { code, figure } of reasons) {
        const name = FIGURES[code];
        if (name === undefined || figure === undefined) continue;
        const value = found.find((it) => it.code === code)?.[name];
        expectNear(value, figure, `${n} ${code}`, 1e4);
      }
    }
  });

  it("are in the order of severity, and of what is at stake", async () => {
    const { attention } = await status();
    const expected = new Map(
      EXPECTED.map(({ position, reasons }) => [
        position.position_id,
        reasons.filter(({ code }) => isReason(code)).sort(gravestFirst)[0],
      ]),
    );
    const needing = [...expected].filter(([, reason]) => reason !== undefined);
    expect(attention).toHaveLength(needing.length);
    const order = attention.map(({ position_id }) => expected.get(position_id));
    for (const [n, reason] of order.entries()) {
      if (reason === undefined) continue;
      const { severity, at_stake } = attention[n] ?? {};
      expect([n, severity]).toEqual([n, SEVERITIES[gravityOf(reason)]]);
      expectNear(at_stake?.value, reason.stake, `stake ${n}`);
      const before = order[n - 1];
      if (before === undefined) continue;
      const [a, b] = [gravityOf(before), gravityOf(reason)];
      expect(a, `${n}`).toBeLessThanOrEqual(b);
      if (a < b) continue;
      const [more, less] = [before.stake ?? Infinity, reason.stake ?? Infinity];
      expect(more, `${n} ${reason.code}`).toBeGreaterThanOrEqual(less - 1e-6);
    }
  });

  it("have fees that funding earns in as many days as it should", async () => {
    const { fees_not_earned } = await status();
    const expected = EXPECTED.filter(({ feesNotEarned }) => feesNotEarned !== null);
    expect(fees_not_earned.map((it) => it.position_id)).toEqual(
      expected.map(({ position }) => position.position_id),
    );
    for (const [n, { feesNotEarned }] of expected.entries()) {
      expectNear(fees_not_earned[n]?.days.value, feesNotEarned, `days ${n}`);
    }
  });

  it("have no margin to judge where a held leg has no leverage", async () => {
    const count = TRUE.filter(({ legs }) =>
      legs.some(({ quantity, leverage }) => quantity !== 0 && (leverage ?? 0) <= 0),
    ).length;
    expect((await status()).without_leverage).toBe(count);
    expect(count).toBeGreaterThan(10);
  });

  it("add up to the totals of status", async () => {
    const found = (await status()).totals;
    for (const [name, { value, counted }] of Object.entries(totals(TRUE))) {
      expect([name, found[name]?.counted, found[name]?.of]).toEqual([name, counted, 200]);
      expectNear(found[name]?.value ?? null, value, name, 1e9);
    }
  });

  it.each([
    ["24h", 24],
    ["7d", 168],
    ["30d", 720],
  ] as const)("are paid together what they should be, over %s", async (window, hours) => {
    const found = (await status()).totals.funding_run[`run_${window}`];
    const runs = TRUE.map((position) => runOf(position, MARKETS, NOW, hours));
    const sum = (values: readonly (number | null)[]) => {
      const known = values.filter((it) => it !== null);
      return { value: known.reduce((total, it) => total + it, 0), counted: known.length };
    };
    const [settled, perDay] = [sum(runs.map(dollars)), sum(runs.map(dollarsADay))];
    expect([found?.counted, found?.of]).toEqual([settled.counted, 200]);
    expectNear(found?.value, settled.value, `settled ${window}`, 1e7);
    expect(found?.per_day?.counted).toBe(perDay.counted);
    expectNear(found?.per_day?.value, perDay.value, `per day ${window}`, 1e7);
    expect(settled.counted).toBeGreaterThan(50);
  });

  it("break even when they should", async () => {
    const shown = TRUE.filter((it: Listed) => it.performance !== undefined);
    const ids = shown.map(({ position_id }) => position_id);
    const words = ["positions", "get", ...ids, "--performance", "-q"];
    const { stdout, code } = await carryWith(SERVICE, words);
    expect(code).toBe(0);
    const lines = stdout.match(/^break-even, net PnL +.*$/gm) ?? [];
    const said = lines.map((line) =>
      line
        .replace(/^break-even, net PnL +/, "")
        .replace(/\*?'? \(.*$/, "")
        .replace(/ at the funding of the last .*$/, ""),
    );
    /* With full legs, as positions get fetches them. */
    const whole = MADE.filter(({ listed }) => listed.performance !== undefined).map(
      ({ listed, full }) => withDetail(listed, full),
    );
    expect(said).toEqual(whole.map((position) => breakEven(position, MARKETS, NOW)));
    for (const kind of [/^in /, /^never/, /^past it/, /^back at zero/, /^–/, /> 1 year/]) {
      expect(said.filter((it) => kind.test(it)).length, String(kind)).toBeGreaterThan(0);
    }
  });
});
