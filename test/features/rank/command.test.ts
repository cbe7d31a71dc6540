import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RawEvent } from "../../analytics/funding/run-oracle.js";
import { tempDirectory } from "../../archive/temp-archive.js";
import { settled } from "../../support/answers.js";
import { carry } from "../../support/carry.js";
import { long, short } from "../../support/fresh-legs.js";
import { listedService } from "../../support/listed-service.js";
import { NOW } from "../../support/now.js";
import { PORTFOLIO, position } from "../../support/records.js";
import { type WrittenMarket, writeArchive } from "../../support/written-archive.js";

const DAY = 86_400_000;
const BTC = [
  { id: 1, asset: "BTC", events: settled("0.0001") },
  { id: 2, asset: "BTC", events: settled("0.0003") },
  { id: 3, asset: "BTC", events: settled("-0.0002") },
];
const ETH = [
  { id: 4, asset: "ETH", events: settled("0.0001") },
  { id: 5, asset: "ETH", events: settled("0.0001") },
];

interface Annualised {
  readonly value: number | null;
  readonly unknown?: string;
}
interface RankJson {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly rows: readonly {
    readonly asset: string | null;
    readonly long: { readonly market_id: number };
    readonly short: { readonly market_id: number };
    readonly annualised_1d: Annualised;
    readonly annualised_3d: Annualised;
    readonly annualised_30d: Annualised;
    readonly conflicting: readonly number[];
    readonly worst_week: { readonly value: number | null };
    readonly holes: number;
    readonly held: string | null;
  }[];
  readonly totals: Readonly<Record<string, unknown>>;
}
const parsed = (stdout: string) => JSON.parse(stdout) as RankJson;
const idsIn = (stdout: string) =>
  parsed(stdout).rows.map(({ long, short }) => [long.market_id, short.market_id]);

/** A service that has the markets of ETH, and no positions for this key. */
async function refusing() {
  const { url, requests } = await listedService({ markets: ETH, positions: 403 });
  return { server: url, requests };
}

/** Returns the paths that were asked for, without their queries. */
const pathsOf = (requests: readonly string[]) =>
  requests.map((head) => (head.split(" ")[1] ?? "").split("?")[0]);

describe("funding rank", () => {
  it("is long where the rate was lower, each pair once, and adds a year of the spread", async () => {
    const { run, requests } = await listedService({ markets: [...BTC, ...ETH] });
    const { stdout, stderr, code } = await run(["funding", "rank", "-o", "json"], { env: {} });
    expect([code, stderr]).toEqual([0, ""]);
    expect(idsIn(stdout)).toEqual([
      [3, 2],
      [3, 1],
      [1, 2],
      [4, 5],
    ]);
    const { rows, totals, inputs } = parsed(stdout);
    // 0.0005 every 8 hours is 0.0005 x 3 x 365 = 54.75 % a year
    expect(rows[0]?.annualised_30d.value).toBe(54.75);
    expect(rows[0]?.annualised_1d).toMatchObject({ value: 54.75, about: true });
    expect(rows[3]?.annualised_30d.value).toBe(0);
    expect(totals).toMatchObject({ rows: 4, judged: 4, left_out: 0, chosen_after_the_fact: true });
    expect(inputs).toMatchObject({ by: "pair", assets: [], archive: null });
    expect(requests.join().toLowerCase()).not.toContain("authorization");
    expect(pathsOf(requests)).toHaveLength(6);
  });

  it("marks the pairs that an open position holds, in either direction", async () => {
    const held = (n: number, longId: number, shortId: number) =>
      position(n, { legs: [long({ market_id: longId }), short({ market_id: shortId })] });
    const { run } = await listedService({
      markets: BTC,
      positions: [held(1, 3, 2), held(2, 2, 1)],
    });
    const { rows } = parsed((await run(["funding", "rank", "-o", "json"])).stdout);
    expect(rows.map(({ long, short, held }) => [long.market_id, short.market_id, held])).toEqual([
      [3, 2, "same"],
      [3, 1, null],
      [1, 2, "opposite"],
    ]);
    const { stdout } = await run(["funding", "rank"]);
    expect(stdout).toMatch(/^x3:S3 +x2:S2 +BTC .* \+$/m);
    expect(stdout).toMatch(/^x1:S1 +x2:S2 +BTC .* -$/m);
    expect(stdout).toContain("+ an open position is long and short there");
  });

  it("warns where they cannot be asked for, and asks for nothing without a portfolio or a key", async () => {
    const { server, requests } = await refusing();
    const run = (env: Record<string, string>) =>
      carry(["funding", "rank", "-o", "json", "--base-url", server], {
        clock: { now: () => NOW },
        env: { ...env, CARRY_RETRIES: "0" },
      });
    const refused = await run({ CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO });
    expect([refused.code, idsIn(refused.stdout)]).toEqual([0, [[4, 5]]]);
    expect(refused.stderr).toContain("held markets are not marked: ");
    const before = requests.filter((it) => it.includes("/positions")).length;
    for (const env of [{ CARRY_API_KEY: "k" }, { CARRY_PORTFOLIO: PORTFOLIO }, {}]) {
      expect((await run(env as Record<string, string>)).stderr).toBe("");
    }
    expect(requests.filter((it) => it.includes("/positions"))).toHaveLength(before);
  });

  it("asks for the markets of the named assets alone, in any case", async () => {
    const { run, requests } = await listedService({ markets: [...BTC, ...ETH] });
    const { stdout } = await run([
      "funding",
      "rank",
      "eth",
      "-o",
      "csv",
      "--columns",
      "asset,long.market_id,short.market_id",
    ]);
    expect(stdout).toBe("asset,long.market_id,short.market_id\r\nETH,4,5\r\n");
    expect(pathsOf(requests).slice(1)).toEqual([
      ...[
        "/v1/funding/history/4",
        "/v1/funding/history/5",
        `/v1/portfolios/${PORTFOLIO}/positions`,
      ],
    ]);
  });

  it("says on the screen that funding is past and the best of the pairs were lucky too", async () => {
    const { run } = await listedService({ markets: BTC });
    const { stdout } = await run(["funding", "rank", "BTC"]);
    expect(stdout).toMatch(
      /^past funding, not a forecast; .* the best of 3 were lucky too: carry/m,
    );
    expect(stdout).toMatch(/^pairs 3 {3}as of 2026-06-01 08:00Z$/m);
  });

  it("reports an asset that is not listed, and ranks the others", async () => {
    const { run } = await listedService({ markets: ETH });
    const { stdout, stderr, code } = await run(["funding", "rank", "ETH", "NONE", "-o", "json"]);
    expect(code).toBe(4);
    expect(idsIn(stdout)).toEqual([[4, 5]]);
    expect(JSON.parse(stderr).error).toMatchObject({ target: "NONE", exit_code: 4 });
    expect((await run(["funding", "rank", "NONE"])).stderr).toContain(
      'the public listing has no market of "NONE"',
    );
  });

  it("leaves out a market with a single event, and one whose history cannot be had", async () => {
    const markets = [...ETH, { id: 6, asset: "ETH", events: settled("0.1").slice(0, 1) }];
    const { run } = await listedService({ markets });
    const { stdout, code } = await run(["funding", "rank", "ETH", "-o", "json"]);
    expect([code, idsIn(stdout)]).toEqual([0, [[4, 5]]]);
    expect(parsed(stdout).totals.too_few_events).toEqual([6]);
    const listing = JSON.stringify([4, 5, 7].map((id) => ({ id, baseAsset: "ETH" })));
    const missing = await listedService({ markets: ETH, listing });
    const lacking = await missing.run(["funding", "rank", "-o", "json"]);
    expect([lacking.code, idsIn(lacking.stdout)]).toEqual([0, [[4, 5]]]);
    expect(lacking.stderr).toContain("funding of 1 of 3 markets");
    expect(parsed(lacking.stdout).totals).toMatchObject({ no_history: [7], too_few_events: [] });
    const page = await missing.run(["funding", "rank"]);
    expect(page.stdout).toContain("left out: no settled funding could be fetched: market 7");
  });

  it("says why a rate is not known, names the markets that conflict, and counts for csv", async () => {
    // the third newest event twice with other values; the second newest of market 5 has no rate
    const twice = [...settled("0.0003"), ...settled("0.0009").slice(2, 3)];
    const holey = settled("0.0001").map((it, n) => (n === 1 ? { ...it, funding_rate: null } : it));
    const { run } = await listedService({
      markets: [
        { id: 1, asset: "BTC", events: settled("0.0001") },
        { id: 2, asset: "BTC", events: twice },
        { id: 4, asset: "ETH", events: settled("0") },
        { id: 5, asset: "ETH", events: holey },
      ],
    });
    const page = await run(["funding", "rank"]);
    const conflict = "– \\(conflict\\)";
    expect(page.stdout).toMatch(
      new RegExp(
        `^x\\d:S\\d .* BTC +\\d +\\d +${conflict} +${conflict} +${conflict} +${conflict} +– +≤\\S+ `,
        "m",
      ),
    );
    expect(page.stdout).toMatch(
      /^x4:S4 +x5:S5 +ETH .* – \(2 of 3\) +– \(8 of 9\) +\+\S+ \(20 of 21\) +\+\S+ +\S+ +≤/m,
    );
    expect(page.stdout).not.toMatch(/ shrunk {2}/);
    expect(page.stdout).toContain("(conflict): different values of one event: x2:S2");
    expect(page.stdout).toContain("(n of m): periods without a missing event");
    const { rows, totals } = parsed((await run(["funding", "rank", "-o", "json"])).stdout);
    expect(rows.map(({ annualised_3d: days, conflicting }) => [days.unknown, conflicting])).toEqual(
      [
        ["events_conflicting", [2]],
        ["events_missing", []],
      ],
    );
    expect(totals.conflicting).toEqual([2]);
    const columns =
      "long.market_id,annualised_3d,annualised_3d.counted,annualised_3d.of,conflicting";
    const csv = await run(["funding", "rank", "-o", "csv", "--columns", columns]);
    expect(csv.stdout.split("\r\n").slice(1, 3)).toEqual(["1,,8,9,2", "4,,8,9,"]);
  });

  it("says of a market that settles once a day that a day has too few settlements", async () => {
    const { run } = await listedService({
      markets: [{ id: 1, asset: "BTC", events: settled("0.0003", 24, 34) }],
    });
    const page = await run(["funding", "rank", "--by", "market"]);
    expect(page.stdout).toMatch(
      /^x1:S1 +BTC +1 +– \(too few\) +\+10\.95%~ +\+10\.95% +\+10\.95% +0\.00% +\+10\.95% /m,
    );
    expect(page.stdout).toContain(
      "(too few): less than a day, or fewer than 3 settlements of a market",
    );
    expect(page.stdout).not.toContain("(n of m)");
  });

  it("says what is left out where no row is left", async () => {
    const { run } = await listedService({
      markets: ETH.map((it) => ({ ...it, events: it.events.slice(0, 60) })),
    });
    const few = await run(["funding", "rank", "--min-days", "28"]);
    expect([few.code, few.stdout, few.stderr]).toEqual([
      ...[0, ""],
      "warning: left out: 1 with fewer than 28 covered days\nnote: No pairs to rank.\n",
    ]);
    const nameless = await listedService({
      markets: ETH.map(({ id, events }) => ({ id, events })),
    });
    expect((await nameless.run(["funding", "rank"])).stderr).toBe(
      "warning: left out: 2 markets without a listed asset, in no pair\nnote: No pairs to rank.\n",
    );
  });

  it("ranks a market without a listed asset by itself only", async () => {
    const markets = [...ETH, { id: 6, events: settled("0.0002") }];
    const { run } = await listedService({ markets });
    const { stdout } = await run(["funding", "rank", "-o", "json"]);
    expect([idsIn(stdout), parsed(stdout).totals.without_asset]).toEqual([[[4, 5]], [6]]);
    const page = await run(["funding", "rank"]);
    expect(page.stdout).toContain("left out: 1 market without a listed asset, in no pair");
    const alone = await run([
      "funding",
      "rank",
      "--by",
      "market",
      "-o",
      "csv",
      "--columns",
      "market_id,asset",
    ]);
    expect(alone.stdout).toBe("market_id,asset\r\n6,\r\n4,ETH\r\n5,ETH\r\n");
  });

  it("takes the markets of the arbitrage listing where the market listing names none", async () => {
    const pair = {
      base_asset: "ETH",
      long_market_id: 4,
      short_market_id: 5,
      short_exchange: "okx",
    };
    const arbitrage = JSON.stringify([pair]);
    for (const listing of ["[]", '{"data":[{"name":"x"}]}', '"none"']) {
      const { run } = await listedService({ markets: ETH, listing, arbitrage });
      const { stdout, stderr } = await run([
        "funding",
        "rank",
        "ETH",
        "-o",
        "csv",
        "--columns",
        "long.market_id,short.market_id,short.exchange",
      ]);
      expect(stdout).toBe("long.market_id,short.market_id,short.exchange\r\n4,5,okx\r\n");
      expect(stderr).toBe(
        "note: the public market listing names no market: those of the arbitrage listing are taken\n",
      );
    }
    const { run } = await listedService({ markets: ETH, listing: "[]", arbitrage: "[]" });
    expect(await run(["funding", "rank"])).toMatchObject({ code: 8, stdout: "" });
  });

  it("says so when there is nothing to rank, and fails where the listing fails", async () => {
    const { run } = await listedService({
      markets: [{ id: 1, asset: "BTC", events: settled("0") }],
    });
    const empty = await run(["funding", "rank"]);
    expect([empty.code, empty.stdout, empty.stderr]).toEqual([
      ...[0, ""],
      "warning: nothing to pair: no asset has two markets\nnote: No pairs to rank.\n",
    ]);
    const broken = await listedService({ markets: [], listing: 500 });
    expect((await broken.run(["funding", "rank"])).code).toBe(7);
  });
});

describe("the requests of funding rank", () => {
  const many = Array.from({ length: 60 }, (_, at) => ({
    id: at + 1,
    asset: `A${at % 20}`,
    events: settled("0.0001", 8, 34),
  }));

  it("are announced beyond 50, sent over at most four connections, and not sent again", async () => {
    const { run, requests, connections } = await listedService({ markets: many });
    const env = { CARRY_CACHE_DIR: tempDirectory() };
    const first = await run(["funding", "rank", "-o", "csv"], { env });
    expect(first.stderr).toBe(
      "note: asks for the settled funding of 60 markets, one request each; assets after the command ask for fewer, and an archive for none\n",
    );
    expect(requests).toHaveLength(61);
    expect(connections()).toBeLessThanOrEqual(4);
    const again = await run(["funding", "rank", "-o", "csv"], { env });
    expect([again.stderr, again.stdout]).toEqual(["", first.stdout]);
    expect(requests).toHaveLength(61);
  });

  it("are not announced up to 50", async () => {
    const { run, requests } = await listedService({ markets: many.slice(0, 50) });
    expect((await run(["funding", "rank", "-o", "csv"])).stderr).toBe("");
    expect(requests).toHaveLength(52);
  });
});

describe("funding rank over an archive", () => {
  const written = (id: number, rate: string, more: Partial<WrittenMarket> = {}): WrittenMarket => ({
    id,
    asset: "BTC",
    events: settled(rate) as RawEvent[],
    from: NOW - 34 * DAY,
    until: NOW,
    ...more,
  });
  const scene = async (markets: readonly WrittenMarket[]) => {
    const legs = [long({ market_id: 1 }), short({ market_id: 3 })];
    const service = await listedService({ markets: BTC, positions: [position(1, { legs })] });
    const directory = join(tempDirectory(), "archive");
    await writeArchive(directory, service.url, markets, NOW);
    return { ...service, directory };
  };

  it("is read if it has all of the markets, and left alone where there is none", async () => {
    const whole = BTC.map(({ id }) => written(id, `0.000${id}`));
    const { run, requests, directory } = await scene(whole);
    const env = { CARRY_ARCHIVE: directory };
    const read = await run(["funding", "rank", "-o", "json"], { env });
    expect(read.stderr).toContain("read from the archive");
    expect(pathsOf(requests)).toEqual(["/api/v1/public/funding/markets"]);
    expect(idsIn(read.stdout)).toEqual([
      [1, 3],
      [1, 2],
      [2, 3],
    ]);
    const held = { ...env, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO };
    const marked = await run(["funding", "rank", "-o", "json"], { env: held });
    expect([marked.stderr, parsed(marked.stdout).rows[0]?.held]).toEqual([read.stderr, "same"]);
    const before = requests.length;
    const asked = await run(["funding", "rank", "-o", "json"], {
      env: { CARRY_ARCHIVE: `${directory}-none` },
    });
    expect([asked.stderr, requests.length - before]).toEqual(["", 4]);
  });

  it.each([
    ["lacks a market", BTC.slice(1).map(({ id }) => written(id, "0.1"))],
    [
      "was synced more than a day ago",
      BTC.map(({ id }) => written(id, "0.1", { until: NOW - 2 * DAY })),
    ],
    ["has less than 30 days", BTC.map(({ id }) => written(id, "0.1", { from: NOW - 20 * DAY }))],
  ])("is not read if it %s", async (_what, markets) => {
    const { run, requests, directory } = await scene(markets);
    const { stderr, stdout } = await run(["funding", "rank", "-o", "json"], {
      env: { CARRY_ARCHIVE: directory },
    });
    expect([stderr, requests.length]).toEqual(["", 4]);
    expect(idsIn(stdout)[0]).toEqual([3, 2]);
  });
});

describe("bad input to funding rank", () => {
  it.each([
    [["--by", "exchange"], "--by"],
    [["--min-days", "31"], "--min-days"],
    [["--min-days", "0"], "--min-days"],
    [["--min-days", "1.5"], "--min-days"],
    [["--max-gaps", "few"], "--max-gaps"],
    [["--top", "-3"], "--top"],
    [["--max-gaps", "-1"], "--max-gaps"],
    [["--top", "0"], "--top"],
    [["--columns", "nothing"], "nothing"],
    [["--chart"], "--chart"],
  ])("%j exits 2 and sends nothing", async (argv, named) => {
    const { url, requests } = await listedService({ markets: BTC });
    const { code, stdout, stderr } = await carry(["funding", "rank", ...argv, "--base-url", url]);
    expect([code, stdout, requests]).toEqual([2, "", []]);
    expect(stderr).toContain(named);
  });
});
