import { describe, expect, it } from "vitest";
import { createClient, type FundingEvent, type Position } from "../../src/client/index.js";
import { VIEWS } from "../../src/run/output-options.js";
import type { Sandbox } from "../../src/sandbox/server.js";
import {
  type BookFigures,
  type BookInputs,
  catalogue,
  computeBook,
  HISTORY_MS,
} from "../../src/serve/library/index.js";
import { profileEnv } from "../settings/home.js";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
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
  const inputs: BookInputs = { events, details, now, portfolioId };
  return { positions, inputs };
}

async function printed(argv: string, settings = {}): Promise<unknown> {
  const surroundings = { env: { ...env(), ...profileEnv(settings) } };
  const { stdout, stderr } = await carry([...argv.split(" "), "-o", "json"], surroundings);
  return stdout === "" ? stderr : JSON.parse(stdout);
}

describe("the figures of the library are those of -o json:", () => {
  it.each(VIEWS)("computeBook, of list --view %s", async (view) => {
    const { positions, inputs } = await fetched(sandbox());
    const list = (await printed(`list --view ${view}`)) as BookFigures;
    const found = computeBook(positions, inputs);
    expect(found).toMatchObject({ inputs: list.inputs, totals: list.totals });
    const byId = new Map(rowsOf(found).map((it) => [it.position_id, it]));
    expect(byId.size).toBeGreaterThan(10);
    expect(rowsOf(list)).toHaveLength(byId.size);
    for (const row of rowsOf(list)) expect(byId.get(row.position_id)).toMatchObject(row);
  });

  it("computeBook, with limits and a stress", async () => {
    const { positions, inputs } = await fetched(sandbox());
    const own = { imbalance: "5", loss: "50", margin: "10%", stale: "1h", ignore: "losing" };
    const limits = { ...own, imbalance: 5 };
    for (const stress of ["10%", "basis=1%", "down=bybit"]) {
      const found = computeBook(positions, { ...inputs, limits, stress });
      const names = Object.keys(rowsOf(found)[0] ?? {}).join();
      const argv = `list --stress ${stress} --sort position_id --columns ${names}`;
      const list = (await printed(argv, own)) as BookFigures;
      const sorted = rowsOf(found).toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
      expect({ ...found, rows: sorted }).toEqual(list);
    }
  });
});

/** Returns the rows of a result. */
const rowsOf = ({ rows }: BookFigures) => rows as readonly Readonly<Record<string, unknown>>[];
const idOf = ({ position_id }: Readonly<Record<string, unknown>>) => String(position_id);

describe("the catalogue of the library", () => {
  it("has the name, unit and help of every figure that computeBook returns", async () => {
    const { positions, inputs } = await fetched(sandbox());
    const { rows, totals } = computeBook(positions, inputs);
    for (const [subject, found] of [
      ["position", (rows as readonly object[])[0]],
      ["sum", totals],
    ] as const) {
      for (const [name, it] of Object.entries(found ?? {})) {
        if (name === "record") continue; // how many ranges held, which is no figure
        const said = catalogue[subject].find((declared) => declared.name === name);
        expect([name, said?.help]).toEqual([name, expect.any(String)]);
        expect([name, said?.unit]).toEqual([name, it?.unit]);
      }
    }
  });

  it("is what carry explain says", async () => {
    const { meanings } = (await printed("explain away")) as { meanings: Record<string, unknown>[] };
    const declared = catalogue.leg.find(({ name }) => name === "away");
    expect(meanings).toContainEqual(
      expect.objectContaining({ subject: "leg", is: declared?.help, formula: declared?.formula }),
    );
  });
});
