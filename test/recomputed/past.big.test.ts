import { describe, expect, it } from "vitest";
import { NOW } from "../support/now.js";
import { DAY, HOUR, recordedSandboxForFile, timesBetween } from "../support/recorded-sandbox.js";
import {
  type Cents,
  changeBetween,
  changeOfEach,
  dayEnds,
  type Listing,
  plus,
  returnBetween,
} from "./past.js";

/* Ten days, every six hours at 01:00, 07:00, 13:00 and 19:00, of which one midnight has a snapshot before
   it instead, and two have none. */
const TIMES = timesBetween(NOW - 10 * DAY - 11 * HOUR, NOW + HOUR, 6 * HOUR)
  .map((time, n) => (n === 8 ? time - 2 * HOUR : time))
  .filter((_, n) => ![20, 24].includes(n));

const listings: Listing[] = [];
const recorded = recordedSandboxForFile(TIMES, {
  seed: 3,
  positions: 60,
  onSync: async (at, { url, apiKey, portfolioId }) => {
    const path = `${url}/v1/portfolios/${portfolioId}/positions?include=performance&limit=100`;
    const answer = await fetch(path, { headers: { authorization: `Bearer ${apiKey}` } });
    const { data } = (await answer.json()) as { data: Listing["positions"] };
    listings.push({ at, positions: data });
  },
});

const NAMES = [
  ...["funding_pnl", "spread_realized", "spread_unrealized", "fees_paid"],
  ...["fees_estimated_exit", "net_pnl"],
];

type Figures = Readonly<Record<string, { readonly value: number | null }>>;
interface Printed {
  readonly rows: readonly (Figures & { group: string; from: string; to: string; time: string })[];
  readonly totals: Figures;
}

async function printed(...argv: string[]): Promise<Printed> {
  const { stdout, stderr, code } = await recorded().carry([...argv, "-o", "json"]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Printed;
}

const centsOf = (figures: Figures): Cents =>
  NAMES.map((name) => Math.round((figures[name]?.value ?? 0) * 100) + 0);
const index = (iso: string) => listings.findIndex(({ at }) => at === Date.parse(iso));
const clean = (cents: Cents) => cents.map((value) => value + 0);

describe("ten days of a sandbox", () => {
  it("have positions that were opened and closed, and one without a net PnL", () => {
    const ids = listings.map(({ positions }) => positions.map((it) => it.position_id));
    const last = listings.at(-1)?.positions ?? [];
    const first = new Map(listings[0]?.positions.map((it) => [it.position_id, it.status]));
    expect(ids.at(-1)?.filter((id) => !first.has(id)).length).toBeGreaterThan(1);
    const closed = last.filter((it) => it.status === "closed");
    expect(closed.some((it) => first.get(it.position_id) === "open")).toBe(true);
    expect(last.some((it) => it.performance.net_pnl === null)).toBe(true);
  });

  it("have the days, amounts and returns of an independent calculation, without a residual", async () => {
    const { rows, totals } = await printed("positions", "pnl", "--by", "day");
    const ends = dayEnds(listings);
    expect(rows.map(({ from }) => index(from))).toEqual(ends.slice(0, -1));
    expect(rows.map(({ to }) => index(to))).toEqual(ends.slice(1));
    expect(rows.some(({ group }) => group.includes(" to "))).toBe(true);
    for (const row of rows) {
      const [from, to] = [index(row.from), index(row.to)];
      expect(centsOf(row), row.group).toEqual(clean(changeBetween(listings, from, to)));
      expect(row.residual?.value, row.group).toBe(0);
      const own = returnBetween(listings, from, to);
      expect(row.return_on_notional?.value, row.group).toBeCloseTo(own, 6);
    }
    expect(centsOf(totals)).toEqual(clean(changeBetween(listings, 0, listings.length - 1)));
    const product = rows.reduce(
      (sum, { from, to }) => sum * (1 + returnBetween(listings, index(from), index(to)) / 100),
      1,
    );
    expect(totals.time_weighted?.value).toBeCloseTo((product - 1) * 100, 6);
  });

  it("have parts that add up on every line", async () => {
    for (const by of ["day", "week", "month", "asset", "pair", "position"]) {
      const { rows, totals } = await printed("positions", "pnl", "--by", by);
      for (const figures of [...rows, totals]) {
        const [funding = 0, realized = 0, unrealized = 0, paid = 0, exit = 0, net] =
          centsOf(figures);
        expect(funding + realized + unrealized - paid - exit, by).toBe(net);
      }
      expect(clean(rows.map(centsOf).reduce(plus)), by).toEqual(centsOf(totals));
    }
  });

  it("have the PnL of each position of an independent calculation", async () => {
    const { rows } = await printed("positions", "pnl", "--by", "position");
    const each = changeOfEach(listings, 0, listings.length - 1);
    const known = rows.filter(({ net_pnl }) => net_pnl?.value !== null);
    expect(known.length).toBeGreaterThan(20);
    for (const row of known) expect(centsOf(row)).toEqual(clean(each.get(row.group) ?? []));
    const moved = [...each].filter(([, cents]) => cents.some((value) => value !== 0));
    const groups = new Set(known.map(({ group }) => group));
    expect(moved.filter(([id]) => !groups.has(id))).toEqual([]);
  });

  it("have the history of an independent calculation", async () => {
    const { rows } = await printed("positions", "pnl", "--by", "snapshot");
    expect(rows.map((row) => index(row.time))).toEqual(listings.map((_, n) => n));
    for (const [n, row] of rows.entries()) {
      expect(centsOf(row)).toEqual(clean(changeBetween(listings, 0, n)));
    }
  });

  it("have the changes of an independent calculation", async () => {
    const [from, to] = [listings[5], listings[17]];
    const iso = (listing: Listing | undefined) => new Date(listing?.at ?? 0).toISOString();
    const argv = ["--since", iso(from), "--until", iso(to)];
    const { totals } = await printed("positions", "changes", ...argv);
    const two = [from, to].filter((listing) => listing !== undefined);
    expect(centsOf(totals)).toEqual(clean(changeBetween(two, 0, 1)));
  });
});
