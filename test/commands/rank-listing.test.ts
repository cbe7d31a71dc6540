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
const COLUMNS = "asset,long.market_id,short.market_id,short.exchange";
const RANK = ["funding", "rank", "-o", "csv", "--columns", COLUMNS];
const HEAD = `${COLUMNS}\r\n`;

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
    expect(page.stdout).toContain("left out: too few settled events: x6:S6");
  });

  it.each([
    ["events without a rate", settled("0.1").map((it) => ({ ...it, funding_rate: null }))],
    ["a single recent day", settled("0.1", 8, 1)],
  ])("has no figure over 30 days of a market with %s, and lists it last", async (_what, events) => {
    const markets = [{ id: 3, asset: "ETH", events }, ...PAIR];
    const { run } = await listedService({ markets });
    const { stdout } = await run(["funding", "rank", "--by", "market", "-o", "json"]);
    const last = JSON.parse(stdout).rows.at(-1);
    expect(last).toMatchObject({ market_id: 3, covered: false });
    expect(["30d", "7d"].map((it) => last[`annualised_${it}`].value)).toEqual([null, null]);
    expect(last.worst_week).toMatchObject({ value: null, counted: 0 });
    const columns = ["--columns", "market_id,annualised_30d,worst_week"];
    const csv = await run(["funding", "rank", "--by", "market", "-o", "csv", ...columns]);
    expect(csv.stdout.trimEnd().split("\r\n").at(-1)).toBe("3,,");
    const page = await run(["funding", "rank", "--by", "market"]);
    expect(page.stdout).toMatch(/^x3:S3 +ETH .*– .*!/m);
  });

  it("ranks nothing where no market has any", async () => {
    const markets = PAIR.map((market) => ({ ...market, events: [] }));
    const { run } = await listedService({ markets });
    const { code, stdout, stderr } = await run(["funding", "rank", "ETH"]);
    expect([code, stdout, stderr]).toEqual([
      ...[0, ""],
      "warning: left out: too few settled events: x4:S4, x5:S5\nnote: No pairs to rank.\n",
    ]);
  });
});

describe("what funding rank prints", () => {
  it("is one object of the schema in json, and one row a pair in csv and in ndjson", async () => {
    const { run } = await listedService({ markets: PAIR });
    const [json, ndjson, csv] = await Promise.all([
      run(["funding", "rank", "-o", "json"]),
      run(["funding", "rank", "-o", "ndjson"]),
      run(["funding", "rank", "-o", "csv"]),
    ]);
    const { rows, ...rest } = JSON.parse(json.stdout);
    const lines = ndjson.stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([...rows, rest]);
    expect((await contradictions("rank"))(JSON.parse(json.stdout))).toEqual([]);
    const [head = "", row = "", end] = csv.stdout.split("\r\n");
    expect(end).toBe("");
    const cells = Object.fromEntries(head.split(",").map((key, at) => [key, row.split(",")[at]]));
    const [first] = rows;
    const { as_of, covered_hours, wanted_hours } = first.annualised_30d;
    expect(cells).toEqual({
      ...{ asset: "ETH", "long.exchange": "x4", "long.market_id": "4", "long.symbol": "S4" },
      ...{ "short.exchange": "x5", "short.market_id": "5", "short.symbol": "S5" },
      ...{ annualised_1d: "21.9", annualised_3d: "21.9", annualised_7d: "21.9" },
      ...{ annualised_30d: "21.9", worst_week: "21.9", covered: "true", holes: "0" },
      ...{ "annualised_1d.counted": "3", "annualised_1d.of": "3" },
      ...{ "annualised_3d.counted": "9", "annualised_3d.of": "9" },
      ...{ "annualised_7d.counted": "21", "annualised_7d.of": "21" },
      ...{ "annualised_30d.counted": "90", "annualised_30d.of": "90" },
      "annualised_30d.as_of": as_of,
      "annualised_30d.covered_hours": String(covered_hours),
      "annualised_30d.wanted_hours": String(wanted_hours),
      ...{ "worst_week.counted": "24", "worst_week.of": "24", "worst_week.independent": "4" },
      "worst_week.until": first.worst_week.until,
      ...Object.fromEntries(
        ["1d", "3d", "7d", "30d"].flatMap((window) => [
          [`annualised_${window}.se`, "0"],
          [`annualised_${window}.n_eff`, "90"],
        ]),
      ),
      ...{ "worst_week.bound": "", shrunk: "", net: "", days_to_earn: "" },
      ...{ held: "", conflicting: "", period_hours: "8" },
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
