import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { settled } from "../../support/answers.js";
import { carry } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { answer, faultyServer } from "../../support/faulty-server.js";
import { listedService } from "../../support/listed-service.js";
import { NOW } from "../../support/now.js";

const PAIR = [
  { id: 4, asset: "ETH", events: settled("0.0001") },
  { id: 5, asset: "ETH", events: settled("0.0003") },
];
const RANK = ["funding", "rank", "-o", "csv", "--columns", "asset,long_id,short_id,short_exchange"];
const HEAD = "asset,long_id,short_id,short_exchange\r\n";

describe("funding rank finds markets in a listing", () => {
  it.each([
    ["snake case", { market_id: 5, base_asset: "ETH", exchange: "okx" }],
    ["camel case", { marketId: "5", baseAsset: "ETH", exchange: "okx" }],
    ["short names", { id: 5, asset: "eth", exchange: "okx" }],
  ])("of %s, in a bare array or in data", async (_what, record) => {
    const other = { id: 4, asset: "ETH", exchange: "bybit" };
    for (const listing of [[other, record], { data: [other, record], next_cursor: null }]) {
      const { run } = await listedService({ markets: PAIR, listing: JSON.stringify(listing) });
      const { stdout, code } = await run([...RANK, "ETH"]);
      expect([code, stdout]).toEqual([0, `${HEAD}ETH,4,5,okx\r\n`]);
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
    expect([stdout, requests.length]).toEqual([`${HEAD}ETH,4,5,\r\n`, 4]);
  });

  it("and pairs nothing where no record has an id, or no asset", async () => {
    const listing = JSON.stringify([{ symbol: "A" }, { id: 0 }, { id: "x" }, { id: 1.5 }, null]);
    const { run } = await listedService({ markets: PAIR, listing, arbitrage: "[]" });
    expect(await run(["funding", "rank"])).toMatchObject({ code: 8, stdout: "" });
    const unnamed = JSON.stringify([{ id: 4 }, { id: 5 }]);
    const bare = await listedService({ markets: PAIR, listing: unnamed });
    const { code, stdout, stderr } = await bare.run(["funding", "rank"]);
    expect([code, stdout, stderr]).toEqual([
      ...[0, ""],
      "warning: left out: 2 markets without a listed asset, in no pair\nnote: No pairs to rank.\n",
    ]);
  });
});

describe("funding rank without enough history", () => {
  it.each([
    ["nothing settled", []],
    ["one event", settled("0.1").slice(0, 1)],
  ])("leaves out a market with %s, and names it", async (_what, events) => {
    const markets = [...PAIR, { id: 6, asset: "ETH", events }];
    const { run } = await listedService({ markets });
    for (const by of ["market", "pair"]) {
      const { stdout, code } = await run(["funding", "rank", "--by", by, "-o", "json"]);
      const { rows, totals } = JSON.parse(stdout);
      expect([code, rows.length, totals.too_few_events]).toEqual([0, by === "pair" ? 1 : 2, [6]]);
    }
    const page = await run(["funding", "rank"]);
    expect(page.stdout).toContain("left out: too few settled events: market 6");
  });

  it.each([
    ["events without a rate", settled("0.1").map((it) => ({ ...it, funding_rate: null }))],
    ["a single recent day", settled("0.1", 8, 1)],
  ])("has no figure over 30 days of a market with %s, and lists it last", async (_what, events) => {
    const markets = [{ id: 3, asset: "ETH", events }, ...PAIR];
    const { run } = await listedService({ markets });
    const { stdout } = await run(["funding", "rank", "--by", "market", "-o", "json"]);
    const last = JSON.parse(stdout).rows.at(-1);
    expect(last).toMatchObject({ market: { market_id: 3 }, covered: false });
    expect(["30d", "7d"].map((it) => last.annualised[it].value)).toEqual([null, null]);
    expect(last.worst_week).toMatchObject({ value: null, counted: 0 });
    const columns = ["--columns", "market_id,annualised_30d,worst_week"];
    const csv = await run(["funding", "rank", "--by", "market", "-o", "csv", ...columns]);
    expect(csv.stdout.trimEnd().split("\r\n").at(-1)).toBe("3,,");
    const page = await run(["funding", "rank", "--by", "market"]);
    expect(page.stdout).toMatch(/^ETH +x3 +3 .*– .*!/m);
  });

  it("ranks nothing where no market has any", async () => {
    const markets = PAIR.map((market) => ({ ...market, events: [] }));
    const { run } = await listedService({ markets });
    const { code, stdout, stderr } = await run(["funding", "rank", "ETH"]);
    expect([code, stdout, stderr]).toEqual([
      ...[0, ""],
      "warning: left out: too few settled events: markets 4, 5\nnote: No pairs to rank.\n",
    ]);
  });
});

describe("what funding rank prints", () => {
  it("is one object of the schema in json and in ndjson, and one row a pair in csv", async () => {
    const { run } = await listedService({ markets: PAIR });
    const [json, ndjson, csv] = await Promise.all([
      run(["funding", "rank", "-o", "json"]),
      run(["funding", "rank", "-o", "ndjson"]),
      run(["funding", "rank", "-o", "csv"]),
    ]);
    const [line = "", rest] = ndjson.stdout.split("\n");
    expect([rest, JSON.parse(line)]).toEqual(["", JSON.parse(json.stdout)]);
    expect((await contradictions("rank"))(JSON.parse(line))).toEqual([]);
    const [head = "", row = "", end] = csv.stdout.split("\r\n");
    expect(end).toBe("");
    const cells = Object.fromEntries(head.split(",").map((key, at) => [key, row.split(",")[at]]));
    const [first] = JSON.parse(json.stdout).rows;
    expect(cells).toEqual({
      ...{ asset: "ETH", long_exchange: "x4", long_id: "4", long_symbol: "S4" },
      ...{ short_exchange: "x5", short_id: "5", short_symbol: "S5" },
      ...{ annualised_1d: "21.9", annualised_3d: "21.9", annualised_7d: "21.9" },
      ...{ annualised_30d: "21.9", worst_week: "21.9", covered: "100", holes: "0" },
      as_of: first.annualised["30d"].as_of,
      ...{ annualised_1d_counted: "3", annualised_1d_of: "3" },
      ...{ annualised_3d_counted: "9", annualised_3d_of: "9" },
      ...{ annualised_7d_counted: "21", annualised_7d_of: "21" },
      ...{ annualised_30d_counted: "90", annualised_30d_of: "90" },
      ...{ worst_week_counted: "24", worst_week_of: "24", conflicting: "" },
    });
    expect(first.worst_week.value).toBe(21.9);
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
    const { code, stderr } = await carry(argv, { clock: { now: () => NOW } });
    expect([code, most]).toEqual([0, 4]);
    expect(stderr).toContain("asks for the settled funding of 60 markets, one request each");
  });
});

/** Waits for turns of the event loop, in which a fifth request would come. */
function afterTurns(turns: number, then: () => void): void {
  if (turns === 0) then();
  else setImmediate(() => afterTurns(turns - 1, then));
}
