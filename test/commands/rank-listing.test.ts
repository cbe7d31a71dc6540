import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { tempDirectory } from "../archive/temp-archive.js";
import { settled } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { listedService } from "../support/listed-service.js";
import { NOW } from "../support/now.js";

const PAIR = [
  { id: 4, asset: "ETH", events: settled("0.0001") },
  { id: 5, asset: "ETH", events: settled("0.0003") },
];
const COLUMNS = "asset,long,short";
const RANK = ["funding", "rank", "-o", "csv", "--columns", COLUMNS];

const HEAD = `${COLUMNS}\r\n`;

describe("funding rank finds markets in a listing", () => {
  it.each([
    ["snake case", { market_id: 5, base_asset: "ETH", exchange: "okx", symbol: "E" }],
    ["camel case", { marketId: "5", baseAsset: "ETH", exchange: "okx", symbol: "E" }],
    ["short names", { id: 5, asset: "eth", exchange: "okx", symbol: "E" }],
  ])("of %s, in a bare array or in data", async (_what, record) => {
    const other = { id: 4, asset: "ETH", exchange: "bybit", symbol: "E" };
    for (const listing of [[other, record], { data: [other, record], next_cursor: null }]) {
      const { run } = await listedService({ markets: PAIR, listing: JSON.stringify(listing) });
      const { stdout, code } = await run([...RANK, "ETH"]);
      expect([code, stdout]).toEqual([0, `${HEAD}ETH,bybit:E,okx:E\r\n`]);
    }
  });

  it("of several pages, each market once", async () => {
    const page = (ids: readonly number[], next: string | null) =>
      JSON.stringify({ data: ids.map((id) => ({ id, asset: "ETH" })), next_cursor: next });
    const date = { date: new Date(NOW).toUTCString() };
    const { url, requests } = await faultyServer((socket, request) => {
      const path = request.split(" ")[1] ?? "";
      const id = /\/history\/(\d+)/.exec(path)?.[1];
      const events = PAIR.find((market) => market.id === Number(id))?.events;
      const body =
        events !== undefined
          ? JSON.stringify({ data: events })
          : path.includes("cursor=b")
            ? page([4, 5], null)
            : page([4], "b");
      socket.write(answer(200, body, date));
    });
    const { stdout } = await carry([...RANK, "--base-url", url], { clock: { now: () => NOW } });
    expect([stdout, requests.length]).toEqual([`${HEAD}ETH,4,5\r\n`, 4]);
  });

  it("and pairs nothing where no record has an id, or no asset", async () => {
    const listing = JSON.stringify([{ symbol: "A" }, { id: 0 }, { id: "x" }, { id: 1.5 }, null]);
    const { run } = await listedService({ markets: PAIR, listing });
    expect(await run(["funding", "rank"])).toMatchObject({ code: 8, stdout: "" });
    const unnamed = JSON.stringify([{ id: 4 }, { id: 5 }]);
    const bare = await listedService({ markets: PAIR, listing: unnamed });
    const { code, stdout, stderr } = await bare.run(["funding", "rank"]);
    expect([code, stdout, stderr]).toEqual([
      ...[0, ""],
      "note: No pairs to rank; left out: market 4, market 5.\n",
    ]);
  });

  it("and fails where the listing fails", async () => {
    const { run } = await listedService({ markets: [], listing: 500 });
    expect((await run(["funding", "rank"])).code).toBe(7);
  });
});

describe("funding rank without enough history", () => {
  it.each([
    ["nothing settled", []],
    ["one event", settled("0.1").slice(0, 1)],
  ])("leaves out a market with %s, and names it", async (_what, events) => {
    const markets = [...PAIR, { id: 6, asset: "ETH", events }];
    const { run } = await listedService({ markets });
    const { stdout, code } = await run(["funding", "rank", "-o", "json"]);
    const { rows, totals } = JSON.parse(stdout);
    expect([code, rows.length, totals.left_out]).toEqual([0, 1, [6]]);
    expect((await run(["funding", "rank"])).stdout).toContain("left out: x6:S6");
  });

  it("leaves out one whose history cannot be had, and one without a listed asset", async () => {
    const listing = JSON.stringify([...[4, 5, 7].map((id) => ({ id, asset: "ETH" })), { id: 8 }]);
    const markets = [...PAIR, { id: 8, events: settled("0.0002") }];
    const { run } = await listedService({ markets, listing });
    const { stdout, stderr, code } = await run(["funding", "rank", "-o", "json"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("funding of 1 of 4 markets")]);
    expect(JSON.parse(stdout).totals).toMatchObject({ pairs: 1, left_out: [7, 8] });
  });

  it("ranks nothing where no market has any", async () => {
    const markets = PAIR.map((market) => ({ ...market, events: [] }));
    const { run } = await listedService({ markets });
    const { code, stdout, stderr } = await run(["funding", "rank", "ETH"]);
    expect([code, stdout, stderr]).toEqual([
      ...[0, ""],
      "note: No pairs to rank; left out: x4:S4, x5:S5.\n",
    ]);
  });

  it.each([
    ["events without a rate", settled("0.1").map((it) => ({ ...it, funding_rate: null }))],
    ["a single recent day", settled("0.1", 8, 1)],
  ])("has no rate of 30 days of a pair with %s, and lists it last", async (_what, events) => {
    const markets = [{ id: 3, asset: "ETH", events }, ...PAIR];
    const { run } = await listedService({ markets });
    const { rows } = JSON.parse((await run(["funding", "rank", "-o", "json"])).stdout);
    expect(rows.map(({ long }: { long: string }) => long)).toEqual(["x4:S4", "x3:S3", "x3:S3"]);
    expect(rows[2]).toMatchObject({
      ...{ rate_7d: { value: null }, rate_30d: { value: null, unknown: "events_missing" } },
      rate_next_7d: { value: null, unknown: "events_missing" },
    });
  });

  it("says of rates of a conflicting event that they conflict", async () => {
    const twice = [...settled("0.0003"), ...settled("0.0009").slice(2, 3)];
    const markets = PAIR.map((it) => (it.id === 5 ? { ...it, events: twice } : it));
    const { run } = await listedService({ markets });
    const { stdout } = await run(["funding", "rank", "-o", "json"]);
    expect(JSON.parse(stdout).rows[0]).toMatchObject({
      ...{ rate_7d: { value: null, unknown: "events_conflicting", counted: 20, of: 21 } },
      rate_30d: { value: null, unknown: "events_conflicting" },
    });
  });
});

describe("the assets of funding rank", () => {
  it("are those that are named, in any case; one that is not listed is reported", async () => {
    const markets = [...PAIR, { id: 6, asset: "BTC", events: settled("0") }];
    const { run, requests } = await listedService({ markets });
    const { stdout, stderr, code } = await run([...RANK, "eth", "NONE"], { env: {} });
    expect([code, stdout]).toEqual([4, `${HEAD}ETH,x4:S4,x5:S5\r\n`]);
    expect(stderr).toContain('the public listing has no market of "NONE"');
    expect(requests.filter((it) => it.includes("/history/"))).toHaveLength(2);
    expect(requests.join().toLowerCase()).not.toContain("authorization");
  });
});

describe("the politeness of funding rank", () => {
  it("has at most four requests under way, however slow the service is", async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const listing = Array.from({ length: 60 }, (_, at) => ({ id: at + 1, asset: `A${at % 20}` }));
    const events = JSON.stringify({ data: settled("0.0001", 8, 34) });
    const server = createServer((request, response) => {
      const send = (body: string) => {
        response.setHeader("date", new Date(NOW).toUTCString());
        response.setHeader("content-type", "application/json");
        response.end(body);
      };
      if (request.url?.includes("/history/") !== true) return send(JSON.stringify(listing));
      waiting.push(() => send(events));
      most = Math.max(most, waiting.length);
      if (waiting.length === 4) afterTurns(50, () => waiting.splice(0).map((answers) => answers()));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const argv = ["funding", "rank", "-o", "csv", "--base-url", `http://127.0.0.1:${port}`];
    const { code } = await carry(argv, { clock: { now: () => NOW } });
    expect([code, most]).toEqual([0, 4]);
  });
});

describe("the requests of funding rank", () => {
  const many = Array.from({ length: 60 }, (_, at) => ({
    id: at + 1,
    asset: `A${at % 20}`,
    events: settled("0.0001", 8, 34),
  }));

  it("are sent over at most four connections, and not sent again", async () => {
    const { run, requests, connections } = await listedService({ markets: many });
    const env = { CARRY_CACHE_DIR: tempDirectory() };
    const first = await run(["funding", "rank", "-o", "csv"], { env });
    expect(first.stderr).toBe("");
    expect(requests).toHaveLength(61);
    expect(connections()).toBeLessThanOrEqual(4);
    const again = await run(["funding", "rank", "-o", "csv"], { env });
    expect([again.stderr, again.stdout]).toEqual(["", first.stdout]);
    expect(requests).toHaveLength(61);
  });
});

/** Waits for turns of the event loop, in which a fifth request would come. */
function afterTurns(turns: number, then: () => void): void {
  if (turns === 0) then();
  else setImmediate(() => afterTurns(turns - 1, then));
}
