import { describe, expect, it, onTestFinished } from "vitest";
import { timeOf } from "../../src/client/listing/record-time.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { sandboxForFile } from "../support/sandbox.js";

const { sandbox, env } = sandboxForFile();
const history = (...argv: string[]) => carry(["funding", "history", ...argv], { env: env() });

async function sent(path: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${sandbox().url}${path}`);
  return ((await response.json()) as { data: Record<string, unknown>[] }).data;
}

const point = (overrides: Record<string, unknown> = {}) => ({
  funding_time: "2026-05-31T08:00:00+00:00",
  funding_rate: "0.00010000",
  funding_interval: 8,
  mark_price: "60000.10",
  ...overrides,
});

async function scripted(data: unknown, ...argv: string[]) {
  const server = await faultyServer((socket) =>
    socket.write(answer(200, JSON.stringify({ data }))),
  );
  const outcome = await carry(["funding", "history", "7", "--base-url", server.url, ...argv]);
  return { ...outcome, requests: server.requests };
}

describe("funding history", () => {
  it("is printed as the service sent it, decimal strings to the last zero", async () => {
    const { stdout, code } = await history("1", "-o", "json");
    expect(code).toBe(0);
    const records = await sent("/v1/funding/history/1?resolution=event");
    const named = records.map((record) => ({ market_id: 1, ...record }));
    expect(stdout).toBe(`${JSON.stringify(named)}\n`);
    expect(stdout).toMatch(/"funding_rate":"-?0\.\d+0"/);
  });

  it.each(["csv", "json", "ndjson"])(
    "says on stderr when only a part of the range came, as %s",
    async (format) => {
      const newest = Array.from({ length: 40 }, (_, at) =>
        point({ funding_time: new Date(NOW - at * 3_600_000).toISOString() }),
      );
      const part = await scripted(newest, "--start", "5d", "-o", format);
      expect(part.stderr).toContain("only a part of the range came: market 7 (40 of 121 events)");
      expect((await scripted(newest, "--start", "39h", "-o", format)).stderr).toBe("");
    },
  );

  it("needs no key", async () => {
    const { CARRY_API_KEY: _, ...withoutKey } = env();
    const { code } = await carry(["funding", "history", "1", "--json"], { env: withoutKey });
    expect(code).toBe(0);
  });

  it("never sends the key", async () => {
    const { requests } = await scripted([point()], "--json");
    expect(requests.join("")).not.toMatch(/authorization/i);
  });

  it("holds to the range even where the service ignores it", async () => {
    const data = ["2026-05-31T16:00:00Z", "2026-05-31T08:00:00Z", "2026-05-31T00:00:00Z"].map(
      (funding_time) => point({ funding_time }),
    );
    const { stdout } = await scripted(
      data,
      "--json",
      ...["--start", "2026-05-31", "--end", "2026-05-31T16:00"],
    );
    expect((JSON.parse(stdout) as { funding_time: string }[]).map((it) => it.funding_time)).toEqual(
      ["2026-05-31T08:00:00Z", "2026-05-31T00:00:00Z"],
    );
  });

  it.each([
    ["36h", NOW - 36 * 3_600_000],
    ["7d", NOW - 7 * 86_400_000],
    ["2w", NOW - 14 * 86_400_000],
    ["today", Date.parse("2026-06-01T00:00:00Z")],
    ["yesterday", Date.parse("2026-05-31T00:00:00Z")],
    ["2026-05-30", Date.parse("2026-05-30T00:00:00Z")],
    ["2026-05-30T06:30", Date.parse("2026-05-30T06:30:00Z")],
    ["2026-05-30T06:30:00+02:00", Date.parse("2026-05-30T04:30:00Z")],
  ])("--start %s is sent in UTC", async (start, time) => {
    const { requests } = await scripted([], "--json", "--start", start);
    const path = requests[0]?.split(" ")[1] ?? "";
    const query = new URL(path, "http://x").searchParams;
    expect(Date.parse(query.get("start") ?? "")).toBe(time);
    expect(query.get("resolution")).toBe("event");
  });

  it("says which market each row is of when there are several", async () => {
    const { stdout } = await history("2", "1", "--json", "--start", "1d");
    const rows = JSON.parse(stdout) as { market_id: number }[];
    expect([...new Set(rows.map((row) => row.market_id))]).toEqual([2, 1]);
    const table = await history("2", "1", "--start", "1d");
    expect(table.stdout).toMatch(/^market .*\n/);
    expect(table.stdout).toMatch(/^market 2 {3}\S+ %\/yr {3}sum .* {3}\d+ events {3}/m);
    expect(table.stdout).toMatch(/^market 1 {3}\S+ %\/yr {3}sum .* {3}\d+ events {3}/m);
  });

  it("says it once where the service says it, too", async () => {
    const { stdout } = await scripted([point({ market_id: 99 })], "8", "--json");
    expect(stdout.match(/"market_id":\d+/g)).toEqual(['"market_id":99', '"market_id":99']);
  });

  it("reports a market that fails and still prints the others", async () => {
    const { stdout, stderr, code } = await history(
      "1",
      "999999",
      "2",
      "-o",
      "ndjson",
      "--start",
      "1d",
    );
    expect(code).toBe(4);
    expect(JSON.parse(stderr).error).toMatchObject({
      status: 404,
      message: expect.stringMatching(/^market 999999: /),
    });
    expect(stdout).toMatch(/"market_id":1,[\s\S]*"market_id":2,/);
  });

  it("names a market without events beside one that has some", async () => {
    const server = await faultyServer((socket, request) => {
      const data = request.includes("/history/7") ? [point()] : [];
      socket.write(answer(200, JSON.stringify({ data })));
    });
    const { stderr } = await carry(["funding", "history", "7", "8", "--base-url", server.url]);
    expect(stderr).toBe("note: market 8 has no settled funding in this range\n");
  });

  it("leaves an event without a readable time out of the figures", async () => {
    const data = [point(), point({ funding_time: "soon" }), point({ funding_time: "later" })];
    const { code, stdout, stderr } = await scripted(data);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("repeated")]);
    expect(stdout).toMatch(/^market 7 {3}– %\/yr {3}sum \S+ % {3}1 event {3}/);
  });

  it("begins with what the events come to, in exact decimals", async () => {
    const data = [
      point({ funding_time: "2026-05-31T16:00:00Z", funding_rate: "0.0003" }),
      point({ funding_time: "2026-05-31T08:00:00Z", funding_rate: null }),
      point({ funding_time: "2026-05-31T00:00:00Z", funding_rate: "-0.0001" }),
      point({ funding_time: "2026-05-30T16:00:00Z", funding_rate: "0.0001" }),
    ];
    const { stdout } = await scripted(data);
    const line = stdout.split("\n")[0];
    expect(line).toBe(
      "market 7   ~+11 %/yr   sum +0.0300 %   4 events, 3 with a rate, 1 missing   above zero 67% of 24h   24h of 52h covered",
    );
  });

  it("counts a duplicate event once, and says so", async () => {
    const data = [point(), point({ funding_rate: "0.0001" })];
    const { stdout, stderr } = await scripted(data);
    expect(stdout).toMatch(/^market 7 {3}– %\/yr {3}sum \+0\.0100 % {3}1 event {3}/m);
    expect(stderr).toBe("note: market 7: 1 repeated event, each counted once\n");
  });

  it("has no figure over events of one time with different values, and warns", async () => {
    const data = [point(), point({ funding_rate: "0.0002" })];
    const { stdout, stderr } = await scripted(data);
    expect(stdout).toMatch(
      /^market 7 {3}– %\/yr {3}sum – {3}1 event, 1 conflicting.* {3}above zero – /m,
    );
    expect(stderr).toBe(
      "warning: market 7: conflicting values of 1 event, the first at 2026-05-31 08:00Z; figures that include them are unknown\n",
    );
  });

  it("annualises a market that changed its interval over its own time, and notes the change", async () => {
    const change = Date.parse("2026-05-31T00:00:00Z");
    const at = (time: number, hours: number) =>
      point({ funding_time: new Date(time).toISOString(), funding_interval: hours });
    const data = [
      ...Array.from({ length: 45 }, (_, index) => at(change - index * 8 * 3_600_000, 8)),
      ...Array.from({ length: 36 }, (_, index) => at(change + (index + 1) * 3_600_000, 1)),
    ].reverse();
    const { stdout, stderr } = await scripted(data);
    // 81 × 0.0001 ÷ 396 h × 365 days
    expect(stdout).toMatch(/ \+18 %\/yr .* {3}above zero 100% of 396h/);
    expect(stderr).toBe("note: market 7: interval changed from 8h to 1h at 2026-05-31 01:00Z\n");
  });

  it("shows a rate that is null as missing, not as zero", async () => {
    const { stdout } = await scripted([point({ funding_rate: null })], "--columns", "funding_rate");
    expect(stdout).toMatch(/^rate *\n *–$/m);
  });

  it("notes a range that goes back further than the service keeps", async () => {
    const events = await history("1", "--csv", "--start", "31d");
    expect([events.code, events.stderr]).toEqual([
      0,
      expect.stringMatching(/^note: .*30 days.*365/),
    ]);
    const days = await history("1", "--csv", "--start", "366d", "--resolution", "1d");
    expect(days.stderr).toMatch(/^note: .*365 days/);
    expect((await history("1", "--json", "--start", "29d")).stderr).toBe("");
  });
});

describe("funding history --resolution 1d", () => {
  it("takes its columns from the data, whatever they are", async () => {
    const data = [
      { day: "2026-05-31", funding_rate: "0.0001", deep: { a: 1 } },
      { day: "2026-05-30", extra: "x" },
    ];
    const { stdout } = await scripted(data, "--resolution", "1d", "-o", "csv");
    expect(stdout).toBe(
      "market_id,day,funding_rate,deep.a,extra\r\n7,2026-05-31,0.0001,1,\r\n7,2026-05-30,,,x\r\n",
    );
    const table = await scripted(data, "--resolution", "1d");
    expect(table.stdout).toContain("+0.0100%");
  });

  it("warns of a record without a known time field", async () => {
    const data = [{ date: "2026-05-31" }, { open_time: 1780185600000 }, { date: "2026-05-01" }];
    const words = ["--resolution", "1d", "--start", "7d", "-o", "ndjson"];
    const { code, stdout, stderr } = await scripted(data, ...words);
    expect([code, stdout]).toEqual([
      0,
      '{"market_id":7,"date":"2026-05-31"}\n{"market_id":7,"open_time":1780185600000}\n',
    ]);
    expect(JSON.parse(stderr)).toEqual({
      warning: {
        code: "UNDATED",
        message:
          "1 of 2 records have no known time field: they are not filtered by --start and --end",
      },
    });
  });

  it("is printed as sent", async () => {
    const { stdout } = await history("1", "--resolution", "1d", "-o", "json");
    const records = await sent("/v1/funding/history/1?resolution=1d");
    const named = records.map((record) => ({ market_id: 1, ...record }));
    expect(stdout).toBe(`${JSON.stringify(named)}\n`);
  });
});

describe("a record of the service whose time has no zone", () => {
  it.each(["2026-01-01 00:00:00", "2026-01-01T00:00:00", "2026-01-01", "2026-01-01 00:00:00 UTC"])(
    "%s is in UTC, wherever this computer is",
    (date) => {
      const zone = process.env.TZ;
      onTestFinished(() => {
        if (zone === undefined) delete process.env.TZ;
        else process.env.TZ = zone;
      });
      for (const name of ["Asia/Tokyo", "America/New_York", "UTC"]) {
        process.env.TZ = name;
        expect(timeOf({ date })).toBe(Date.parse("2026-01-01T00:00:00Z"));
      }
    },
  );

  it("keeps its own zone where it has one", () => {
    for (const date of ["2026-01-01 09:00:00+09:00", "2026-01-01T09:00:00+0900"]) {
      expect(timeOf({ date })).toBe(Date.parse("2026-01-01T00:00:00Z"));
    }
  });
});

describe("a market that the listing does not have", () => {
  const listed = { market_id: 7, exchange: "binance", symbol: "BTCUSDT", asset: "BTC" };

  it.each(["abc", "BTC/okx", "okx:BTCUSDT"])("exits 4 with a hint: %s", async (name) => {
    const body = JSON.stringify({ data: [listed] });
    const server = await faultyServer((socket) => socket.write(answer(200, body)));
    const argv = ["funding", "history", name, "--base-url", server.url];
    const { code, stdout, stderr } = await carry(argv);
    expect([code, stdout]).toEqual([4, ""]);
    expect(stderr).toBe(
      `error: market ${name}: no market is named "${name}"\n` +
        "hint: a market is named by its id, binance:BTCUSDT, BTC/binance or BTC; `carry funding markets` lists them\n",
    );
    expect(server.requests.join("")).not.toContain("/history/");
  });
});

describe("bad input to funding history", () => {
  it.each([
    [["0"], 'market: "0" is not a market id (1 or more)'],
    [["1.5"], 'market: "1.5" is not a market id'],
    [["9007199254740993"], 'market: "9007199254740993" is not a market id'],
    [["--", "-1"], 'market: "-1" is not a market id'],
    [["1", "--start", "today", "--end", "yesterday"], '--start: "today" is not before --end'],
    [["1", "--start", "2027-01-01"], '--start: "2027-01-01" is in the future'],
    [["1", "--start", "2026-02-30"], '--start: "2026-02-30" is not a time'],
    [["1", "--start", "soon"], '--start: "soon" is not a time'],
    [["1", "--end", ""], '--end: ""'],
    [["1", "--resolution", "1h"], '--resolution: "1h" is not one of event, 1d'],
    [[], "missing required argument"],
  ])("%j exits 2 and sends nothing", async (argv, named) => {
    const server = await faultyServer((socket) => socket.destroy());
    const { code, stdout, stderr } = await carry([
      "funding",
      "history",
      "--base-url",
      server.url,
      ...argv,
    ]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^error: [^\n]+\n(hint: [^\n]+\n)?$/);
    expect(stderr).toContain(named);
    expect(server.requests).toEqual([]);
  });
});
