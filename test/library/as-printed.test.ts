import { describe, expect, it } from "vitest";
import { createClient, type FundingEvent, type Position } from "../../src/client/index.js";
import {
  type Facts,
  figuresOf,
  HISTORY_MS,
  pnlOf,
  type Result,
  rankOf,
  type Snapshot,
} from "../../src/library/index.js";
import { VIEWS } from "../../src/run/views.js";
import type { Sandbox } from "../../src/sandbox/server.js";
import { profileEnv } from "../settings/home.js";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { DAY, HOUR, recordedSandboxForFile, timesBetween } from "../support/recorded-sandbox.js";
import { sandboxForFile } from "../support/sandbox.js";

const { sandbox, env } = sandboxForFile();

type Service = Pick<Sandbox, "url" | "apiKey" | "portfolioId">;

function clientOf({ url, apiKey }: Service, now = NOW) {
  const clock = { now: () => now, sleep: async () => {} };
  return createClient({ baseUrl: url, apiKey, env: {}, clock });
}

/** Lists positions; without statuses closed ones too. */
async function listed(service: Service, now: number, statuses?: readonly "open"[]) {
  const client = clientOf(service, now);
  const { portfolioId } = service;
  const positions: Position[] = [];
  const listing = client.positions.list({ portfolioId, performance: true, statuses });
  for await (const position of listing) positions.push(position);
  return positions;
}

/** Fetches what the figures of open positions take. */
async function fetched(service: Service, now = NOW) {
  const client = clientOf(service, now);
  const { portfolioId } = service;
  const positions = await listed(service, now, ["open"]);
  const markets = (await client.funding.markets()) as readonly { readonly market_id: number }[];
  const events = new Map<number, FundingEvent[]>();
  for (const { market_id: id } of markets) {
    events.set(id, await client.funding.history({ marketId: id, start: now - HISTORY_MS }));
  }
  const full = await Promise.all(positions.map((it) => client.positions.get(it.position_id)));
  const details = new Map(full.map((it) => [it.position_id, it]));
  await client.close();
  const facts: Facts = { events, details, now, portfolioId };
  return { positions, markets, facts };
}

async function printed(argv: string, settings = {}): Promise<unknown> {
  const surroundings = { env: { ...env(), ...profileEnv(settings) } };
  const { stdout, stderr } = await carry([...argv.split(" "), "-o", "json"], surroundings);
  return stdout === "" ? stderr : JSON.parse(stdout);
}

describe("the figures of the library are those of -o json:", () => {
  it.each(VIEWS)("figuresOf, of list --view %s", async (view) => {
    const { positions, facts } = await fetched(sandbox());
    const list = (await printed(`list --view ${view}`)) as Result;
    const found = figuresOf(positions, facts);
    expect(found).toMatchObject({ inputs: list.inputs, totals: list.totals });
    const byId = new Map(rowsOf(found).map((it) => [it.position_id, it]));
    expect(byId.size).toBeGreaterThan(10);
    expect(rowsOf(list)).toHaveLength(byId.size);
    for (const row of rowsOf(list)) expect(byId.get(row.position_id)).toMatchObject(row);
  });

  it("figuresOf, with limits and a stress", async () => {
    const { positions, facts } = await fetched(sandbox());
    const own = { imbalance: "5", loss: "50", margin: "10%", stale: "1h", ignore: "losing" };
    const limits = { ...own, imbalance: 5 };
    for (const stress of ["10%", "basis=1%", "down=bybit"]) {
      const found = figuresOf(positions, { ...facts, limits }, { stress });
      const names = Object.keys(rowsOf(found)[0] ?? {}).join();
      const argv = `list --stress ${stress} --sort position_id --columns ${names}`;
      const list = (await printed(argv, own)) as Result;
      const sorted = rowsOf(found).toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
      expect({ ...found, rows: sorted }).toEqual(list);
    }
  });

  it("rankOf, with a fee", async () => {
    const { positions, markets, facts } = await fetched(sandbox());
    expect(rankOf(markets, facts, { positions })).toEqual(await printed("funding rank"));
    const ranked = rankOf(markets, facts, { fee: "1bps", positions });
    expect(ranked).toEqual(await printed("funding rank --fee 1bps"));
  });
});

/** Returns the rows of a result. */
const rowsOf = ({ rows }: Result) => rows as readonly Readonly<Record<string, unknown>>[];
const idOf = ({ position_id }: Readonly<Record<string, unknown>>) => String(position_id);

const snapshots: Snapshot[] = [];
const BEGIN = NOW - 10 * DAY;
const recorded = recordedSandboxForFile(timesBetween(BEGIN, NOW, 8 * HOUR), {
  async onSync(at, service) {
    snapshots.push({ at, positions: await listed(service, at) });
  },
});

describe("pnlOf", () => {
  it.each(["look", "day", "month", "asset", "pair", "position"] as const)(
    "is what carry pnl -o json prints of an archive, by %s",
    async (by) => {
      const argv = ["pnl", "--by", by, "--end", "now", "-o", "json"];
      const { stdout } = await recorded().carry(argv);
      const { inputs, ...printed } = JSON.parse(stdout);
      const pnl = pnlOf(snapshots, { by });
      expect(pnl).toEqual({ ...printed, inputs: { ...inputs, end: null } });
      expect(rowsOf(pnl).length).toBeGreaterThan(0);
    },
  );
});
