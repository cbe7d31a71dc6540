import { describe, expect, it } from "vitest";
import { NOW } from "../support/now.js";
import { DAY, HOUR, recordedSandboxForFile, timesBetween } from "../support/recorded-sandbox.js";
import { expectedOf, type SentEvent, type SentListing } from "./expected.js";

/* Twelve days, every five hours and some minutes, so that settlements are anywhere between two. */
const TIMES = timesBetween(NOW - 12 * DAY, NOW, 5 * HOUR + 7 * 60_000);

const listings: SentListing[] = [];
const events = new Map<number, readonly SentEvent[]>();
const recorded = recordedSandboxForFile(TIMES, {
  seed: 5,
  positions: 60,
  onSync: async (at, { url, apiKey, portfolioId }) => {
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${apiKey}` };
      return ((await (await fetch(url + path, { headers })).json()) as { data: unknown }).data;
    };
    const path = `/v1/portfolios/${portfolioId}/positions?include=performance&limit=100`;
    const positions = (await get(path)) as SentListing["positions"];
    listings.push({ at, positions });
    if (at !== TIMES.at(-1)) return;
    const legs = listings.flatMap((it) => it.positions.flatMap((position) => position.legs));
    for (const id of new Set(legs.map((leg) => leg.market_id))) {
      if (id !== null) {
        events.set(id, (await get(`/v1/funding/history/${id}`)) as readonly SentEvent[]);
      }
    }
  },
});

interface Figure {
  readonly value: number | null;
  readonly counted: number;
  readonly of: number;
}

interface Row {
  readonly group: string;
  readonly from: string;
  readonly to: string;
  readonly funding_pnl: Figure;
  readonly expected_funding: Figure;
  readonly funding_difference: Figure;
  readonly expected_unknown: readonly { readonly position_id: string; readonly reason: string }[];
}

async function printed(by: string): Promise<{ readonly rows: readonly Row[]; totals: Row }> {
  const argv = ["positions", "pnl", "--by", by, "-o", "json"];
  const { stdout, stderr, code } = await recorded().carry(argv);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as { readonly rows: readonly Row[]; totals: Row };
}

const index = (iso: string) => listings.findIndex(({ at }) => at === Date.parse(iso));
const eventsOf = (id: number) => events.get(id) ?? [];
const own = (range: readonly [number, number], id: string) =>
  expectedOf(listings, range, id, eventsOf);

describe("the expected funding of a sandbox", () => {
  it("is that of an independent calculation for each position, and unknown without a market", async () => {
    const { rows } = await printed("position");
    const range = [0, listings.length - 1] as const;
    const known = rows.filter(({ funding_pnl }) => funding_pnl.value !== null);
    expect(known.length).toBeGreaterThan(25);
    for (const { group, expected_funding, expected_unknown } of known) {
      const expected = own(range, group);
      if (expected === undefined) {
        expect(expected_funding).toMatchObject({ value: null, counted: 0 });
        expect(expected_unknown.map(({ reason }) => reason)).toEqual(["market_unknown"]);
      } else expect(expected_funding.value, group).toBeCloseTo(expected, 6);
    }
    expect(known.some(({ expected_funding: { value } }) => value === null)).toBe(true);
  });

  it("is the realized one to cents a leg, except where funding is set by hand", async () => {
    const { rows } = await printed("position");
    const known = rows.filter(({ funding_difference }) => funding_difference.value !== null);
    const off = known.filter(({ funding_difference: { value } }) => Math.abs(value ?? 0) > 0.03);
    const { apiKey, url } = await service();
    for (const { group } of off) {
      const headers = { authorization: `Bearer ${apiKey}` };
      const answer = await fetch(`${url}/v1/positions/${group}`, { headers });
      const { data } = (await answer.json()) as {
        data: { legs: readonly { funding: { override: number | null } }[] };
      };
      expect(
        data.legs.some(({ funding }) => funding.override !== null),
        group,
      ).toBe(true);
    }
    expect(known.length - off.length).toBeGreaterThan(15);
  });

  it("is over the same time as the realized one on each day", async () => {
    const { rows } = await printed("day");
    expect(rows.length).toBeGreaterThan(8);
    for (const { group, from, to, expected_funding, expected_unknown } of rows) {
      const range = [index(from), index(to)] as const;
      const ids = new Set(
        listings.slice(range[0], range[1] + 1).flatMap((it) => it.positions.map(idOf)),
      );
      const unknown = new Set(expected_unknown.map(({ position_id }) => position_id));
      let sum = 0;
      for (const id of ids) if (!unknown.has(id)) sum += own(range, id) ?? 0;
      expect(expected_funding.value, group).toBeCloseTo(sum, 6);
      expect(expected_funding.counted + unknown.size).toBeLessThanOrEqual(expected_funding.of);
    }
  });

  it("is less than the realized one by the difference, of the same positions", async () => {
    const { rows, totals } = await printed("position");
    const known = rows.filter(({ expected_funding: { value } }) => value !== null);
    const sum = (of: (row: Row) => Figure) =>
      known.reduce((total, row) => total + (of(row).value ?? 0), 0);
    const realized = sum((row) => row.funding_pnl);
    expect(totals.expected_funding.value).toBeCloseTo(
      sum((row) => row.expected_funding),
      6,
    );
    const difference = realized - sum((row) => row.expected_funding);
    expect(totals.funding_difference.value).toBeCloseTo(difference, 6);
    expect(totals.expected_funding.counted).toBe(known.length);
  });
});

describe("the funding of positions of a recorded sandbox", () => {
  it("is that of an independent calculation, also of closed positions, and reconciles", async () => {
    const last = listings.at(-1)?.positions ?? [];
    const wasOpen = (id: string) =>
      listings.some((it) => it.positions.find((sent) => idOf(sent) === id)?.status === "open");
    const recent = last.filter(
      (sent) => Date.parse(sent.opened_at) > NOW - 29 * DAY && wasOpen(idOf(sent)),
    );
    const closed = recent.filter(({ status }) => status === "closed");
    expect([recent.length > 4, closed.length > 1]).toEqual([true, true]);
    for (const { position_id: id } of recent) {
      const argv = ["get", id, "--days", "-o", "json"];
      const { stdout } = await recorded().carry(argv);
      const { totals } = JSON.parse(stdout) as { totals: { funding: Figure } };
      const expected = own([-1, listings.length - 1], id);
      if (expected === undefined) expect(totals.funding.value).toBeNull();
      else expect(totals.funding.value, id).toBeCloseTo(expected, 6);
    }
    const argv = ["get", ...closed.map(idOf), "--check", "-o", "json"];
    const { stdout } = await recorded().carry(argv);
    const { rows } = JSON.parse(stdout) as { rows: readonly { what: string; verdict: string }[] };
    const legs = rows.filter(({ what }) => what === "leg_funding");
    expect(legs.length).toBeGreaterThan(3);
    expect(new Set(legs.map(({ verdict }) => verdict))).toEqual(new Set(["equal"]));
  });
});

function idOf({ position_id: id }: SentListing["positions"][number]): string {
  return id;
}

async function service() {
  const { CARRY_BASE_URL: url = "", CARRY_API_KEY: apiKey = "" } = recorded().env;
  return { url, apiKey };
}
