import { afterAll, describe, expect, it } from "vitest";
import {
  listedBy,
  type Script,
  type Sent,
  serveAltered,
  startTwin,
} from "../support/altered-sandbox.js";
import { NOW } from "../support/now.js";
import { DAY, HOUR, recordedSandboxForFile, timesBetween } from "../support/recorded-sandbox.js";
import { type Cents, changeBetween, changeOfEach, plus, returnBetween } from "./past.js";
import { expectedFunding, type RawEvent } from "./settled.js";

/** A snapshot five minutes after each midnight. */
const END = Math.floor(NOW / DAY) * DAY + HOUR / 12;
const START = END - 45 * DAY;
const TIMES = timesBetween(START, END, DAY);
const day = (count: number) => START + count * DAY;
const SANDBOX = { seed: 4, positions: 30 };

/* Positions that are open all the time, have both markets and marks, and do what the script says. */
const twin = await startTwin(START, SANDBOX);
const stays = (positions: readonly Sent[]) =>
  positions
    .filter(({ status, legs, performance }) => {
      const isPlain = legs.length === 2 && legs.every((leg) => leg.market_id !== null);
      return status === "open" && isPlain && performance.net_pnl !== null;
    })
    .map(({ position_id: id }) => id);
const atEnd = new Set(stays(await twin.listed(END)));
const [GROWN = "", SHRUNK = "", BOTH = "", UNMARKED = "", OVERRIDDEN = "", HIDDEN = ""] = stays(
  await twin.listed(START),
).filter((id) => atEnd.has(id));
afterAll(() => twin.close());

const SCRIPT: Script = {
  resized: new Map([
    [GROWN, [{ at: day(12.4), scale: 1.5 }]],
    [SHRUNK, [{ at: day(20.6), scale: 0.6 }]],
    [BOTH, [8.3, 21.5, 33.7].map((days, n) => ({ at: day(days), scale: [2, 0.5, 0.75][n] ?? 1 }))],
  ]),
  unmarked: new Map([[UNMARKED, { from: day(14.5), to: day(17.5) }]]),
  overridden: new Map([[OVERRIDDEN, { from: day(25.5), usd: 37.31 }]]),
  hidden: new Map([[HIDDEN, { from: day(29.5), to: day(31.5) }]]),
};

const listings: { readonly at: number; readonly positions: readonly Sent[] }[] = [];
const events = new Map<number, RawEvent[]>();

/** Keeps the settled events of every market; the service forgets them after 30 days. */
async function keepEvents(url: string): Promise<void> {
  const legs = listings.flatMap(({ positions }) => positions.flatMap((it) => it.legs));
  for (const id of new Set(legs.flatMap(({ market_id: id }) => id ?? []))) {
    const answer = await fetch(`${url}/v1/funding/history/${id}?resolution=event`);
    const { data } = (await answer.json()) as { data: RawEvent[] };
    const known = new Set(events.get(id)?.map(({ funding_time: time }) => time));
    const fresh = data.filter(({ funding_time: time }) => !known.has(time));
    events.set(id, [...(events.get(id) ?? []), ...fresh]);
  }
}

const recorded = recordedSandboxForFile(TIMES, {
  ...SANDBOX,
  through: (sandbox, now) => serveAltered(sandbox, now, SCRIPT, twin),
  onSync: async (at, sandbox) => {
    listings.push({ at, positions: await listedBy(sandbox) });
    if (listings.length !== 24 && at !== END) return;
    await keepEvents(sandbox.url);
    const markets = [...events.keys()].map(String);
    const argv = ["archive", "sync", ...markets, "--no-positions", "-q"];
    const { code, stderr } = await recorded().carry(argv);
    if (code !== 0) throw new Error(stderr);
  },
});

type Figures = Readonly<Record<string, { readonly value: number | null }>>;
type Row = Figures & { readonly group: string; readonly from: string; readonly to: string };
interface Printed {
  readonly rows: readonly Row[];
  readonly totals: Figures;
}

async function printed<T = Printed>(...argv: string[]): Promise<T> {
  const { stdout, stderr, code } = await recorded().carry([...argv, "-o", "json"]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

const NAMES = [
  ...["funding_pnl", "spread_realized", "spread_unrealized", "fees_paid"],
  ...["fees_estimated_exit", "net_pnl"],
];
const centsOf = (figures: Figures): Cents =>
  NAMES.map((name) => Math.round((figures[name]?.value ?? 0) * 100) + 0);
const clean = (cents: Cents) => cents.map((value) => value + 0);
const iso = (time = 0) => new Date(time).toISOString().replace(".000Z", "Z");
const listed = (n: number, id: string) =>
  listings[n]?.positions.find(({ position_id }) => position_id === id);
const ids = () =>
  new Set(listings.flatMap(({ positions }) => positions.map((it) => it.position_id)));

describe("45 days of a sandbox", () => {
  it("have positions that do what the script says, and others that are opened and closed", () => {
    expect(new Set([GROWN, SHRUNK, BOTH, UNMARKED, OVERRIDDEN, HIDDEN, ""]).size).toBe(7);
    const quantity = (n: number, id: string) => listed(n, id)?.legs[0]?.quantity ?? Number.NaN;
    expect(quantity(45, GROWN)).toBeCloseTo(1.5 * quantity(0, GROWN), 8);
    expect(listed(45, SHRUNK)?.performance.spread_pnl.realized).not.toBe(0);
    expect(listings.map((_, n) => listed(n, UNMARKED)?.performance.net_pnl === null)).toEqual(
      TIMES.map((_, n) => n >= 15 && n <= 17),
    );
    expect(listings.flatMap((_, n) => (listed(n, HIDDEN) === undefined ? [n] : []))).toEqual([
      30, 31,
    ]);
    const first = new Map(listings[0]?.positions.map((it) => [it.position_id, it.status]));
    const last = listings.at(-1)?.positions ?? [];
    expect(last.filter(({ position_id: id }) => !first.has(id)).length).toBeGreaterThan(5);
    const closed = last.filter(({ status }) => status === "closed");
    expect(closed.filter(({ position_id: id }) => first.get(id) === "open").length).toBeGreaterThan(
      1,
    );
    expect(closed.some(({ position_id: id }) => !first.has(id))).toBe(true);
  });

  it("have the PnL of each day of an independent calculation, without a residual", async () => {
    const { rows, totals } = await printed("positions", "pnl", "--by", "day");
    expect(rows.map(({ from, to }) => [from, to])).toEqual(
      TIMES.slice(1).map((at, n) => [iso(TIMES[n]), iso(at)]),
    );
    for (const [n, row] of rows.entries()) {
      expect(centsOf(row), row.group).toEqual(clean(changeBetween(listings, n, n + 1)));
      expect(row.residual?.value, row.group).toBe(0);
      expect(row.return_on_notional?.value, row.group).toBeCloseTo(
        returnBetween(listings, n, n + 1),
        6,
      );
    }
    expect(totals.residual?.value).toBe(0);
    expect(centsOf(totals)).toEqual(clean(changeBetween(listings, 0, 45)));
  });

  it("have parts that add up on every line, and lines that add up to the whole", async () => {
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

  it("have the PnL of each position, and the history, of an independent calculation", async () => {
    const { rows } = await printed("positions", "pnl", "--by", "position");
    const each = changeOfEach(listings, 0, 45);
    expect(rows.length).toBeGreaterThan(25);
    for (const row of rows) {
      if (row.net_pnl?.value !== null) {
        expect(centsOf(row), row.group).toEqual(clean(each.get(row.group) ?? []));
      }
    }
    const groups = new Set(rows.map(({ group }) => group));
    const moved = [...each].filter(([, cents]) => cents.some((value) => value !== 0));
    expect(moved.filter(([id]) => !groups.has(id))).toEqual([]);
    const history = await printed("positions", "pnl", "--by", "snapshot");
    expect(history.rows).toHaveLength(46);
    for (const [n, row] of history.rows.entries()) {
      expect(centsOf(row)).toEqual(clean(changeBetween(listings, 0, n)));
      expect(row.residual?.value).toBe(0);
    }
  });

  it("have changes that name each event, and no other", async () => {
    for (const [n, at] of TIMES.slice(1).entries()) {
      const argv = ["positions", "changes", "--since", iso(TIMES[n]), "--until", iso(at)];
      const { rows, totals } = await printed<Changes>(...argv);
      const found = rows.flatMap(({ position_id: id, events: own }) =>
        own.map((event) => `${id} ${textOf(event)}`),
      );
      expect(found.sort(), iso(at)).toEqual(eventsOf(n).sort());
      expect(centsOf(totals), iso(at)).toEqual(
        clean(
          changeBetween(
            [listings[n], listings[n + 1]].flatMap((it) => it ?? []),
            0,
            1,
          ),
        ),
      );
    }
  }, 60_000);

  it("have the funding that settled events and sizes come to, within 1 %", async () => {
    const overridden = await overriddenIds();
    const { rows } = await printed("positions", "pnl", "--by", "position");
    const printedOf = new Map(rows.map((row) => [row.group, row]));
    let [realisedSum, expectedSum, printedSum, compared] = [0, 0, 0, 0];
    for (const [id, [cents = 0]] of changeOfEach(fundingListings(), 0, 45)) {
      const expected = expectedOf(id);
      if (expected === undefined || overridden.has(id)) continue;
      const realised = cents / 100;
      expect(Math.abs(realised - expected), id).toBeLessThan(0.01 * Math.abs(expected) + 0.05);
      const own = printedOf.get(id)?.expected_funding?.value;
      if (own == null) continue;
      expect(Math.abs(own - expected), id).toBeLessThan(0.01 * Math.abs(expected) + 0.05);
      realisedSum += realised;
      expectedSum += expected;
      printedSum += own;
      compared++;
    }
    expect(compared).toBeGreaterThan(12);
    // Between the snapshots around a resize something settled, at a size that nobody recorded.
    for (const id of SCRIPT.resized.keys()) {
      expect(printedOf.get(id)?.expected_funding?.value).toBeNull();
    }
    expect(Math.abs(realisedSum - expectedSum)).toBeLessThan(0.01 * Math.abs(expectedSum));
    expect(Math.abs(realisedSum - printedSum)).toBeLessThan(0.01 * Math.abs(printedSum));
  });
});

interface Event {
  readonly code: string;
  readonly side?: string;
  readonly before?: number;
  readonly after?: number;
}
interface Changes {
  readonly rows: readonly { readonly position_id: string; readonly events: readonly Event[] }[];
  readonly totals: Figures;
}

const textOf = ({ code, side, before, after }: Event) =>
  [code, side, before, after].filter((it) => it !== undefined).join(" ");

/** Returns what happened between a listing and the next one, by the script and the times sent. */
function eventsOf(n: number): string[] {
  const [from, to] = [TIMES[n] ?? 0, TIMES[n + 1] ?? 0];
  const isNow = (time: number) => time > from && time <= to;
  const natural = [...ids()].flatMap((id) => {
    const [was, is] = [listed(n, id), listed(n + 1, id)];
    if (is === undefined || SCRIPT.hidden.has(id)) return [];
    const opened = isNow(Date.parse(is.opened_at)) ? [`${id} opened`] : [];
    const isClosed = is.closed_at !== null && isNow(Date.parse(is.closed_at));
    expect(was === undefined, id).toBe(opened.length === 1);
    return [...opened, ...(isClosed ? [`${id} closed`] : [])];
  });
  const resized = [...SCRIPT.resized].flatMap(([id, resizes]) => {
    const index = resizes.findIndex(({ at }) => isNow(at));
    if (index < 0) return [];
    const [before, after] = [resizes[index - 1]?.scale ?? 1, resizes[index]?.scale ?? 1];
    return (listed(0, id)?.legs ?? []).map(({ side, quantity }) => {
      const sizes = [before, after].map((scale) => Number((quantity * scale).toFixed(9)));
      return [id, "resized", side, ...sizes].join(" ");
    });
  });
  const marked = [...SCRIPT.unmarked].flatMap(([id, span]) => [
    ...(isNow(span.from) ? [`${id} mark_lost short`, `${id} net_pnl_lost`] : []),
    ...(isNow(span.to) ? [`${id} mark_found short`, `${id} net_pnl_found`] : []),
  ]);
  const shown = [...SCRIPT.hidden].flatMap(([id, span]) => [
    ...(isNow(span.from) ? [`${id} vanished`] : []),
    ...(isNow(span.to) ? [`${id} first_seen`] : []),
  ]);
  return [...natural, ...resized, ...marked, ...shown];
}

/** Returns the positions whose funding is overridden, by the script or by the sandbox. */
async function overriddenIds(): Promise<ReadonlySet<string>> {
  const { env } = recorded();
  const headers = { authorization: `Bearer ${env.CARRY_API_KEY}` };
  const found = [...ids()].map(async (id) => {
    const answer = await fetch(`${env.CARRY_BASE_URL}/v1/positions/${id}`, { headers });
    const { data } = (await answer.json()) as {
      data: { legs: { funding: { override: number | null } }[] };
    };
    return data.legs.some(({ funding }) => funding.override !== null) ? [id] : [];
  });
  return new Set([...SCRIPT.overridden.keys(), ...(await Promise.all(found)).flat()]);
}

/** Returns the listings with the funding alone, which is known also while a mark is missing. */
function fundingListings() {
  return listings.map(({ at, positions }) => ({
    at,
    positions: positions.map((it) => ({
      ...it,
      performance: { ...it.performance, net_pnl: it.performance.net_pnl ?? 0 },
    })),
  }));
}

/** Returns the funding of a position that its settled events come to, USD. */
function expectedOf(id: string): number | undefined {
  const held = listings
    .flatMap((_, n) => listed(n, id) ?? [])
    .find(({ status }) => status === "open");
  const closed = listings.flatMap((_, n) => listed(n, id) ?? []).find(({ closed_at: at }) => at);
  if (held === undefined) return undefined; // closed before, or opened and closed within a day
  const closedAt = closed?.closed_at == null ? null : Date.parse(closed.closed_at);
  const resizes = SCRIPT.resized.get(id) ?? [];
  const scaleAt = (time: number) => resizes.findLast(({ at }) => at < time)?.scale ?? 1;
  return expectedFunding({ held, closedAt, scaleAt }, events, { from: START, to: END });
}
