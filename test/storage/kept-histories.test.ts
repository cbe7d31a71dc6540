import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openCache } from "../../src/base/storage/cache.js";
import { carry, type Surroundings } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO } from "../support/records.js";
import { HOUR, pair, type Service, START, service } from "./settling-service.js";

const MINUTE = 60_000;

let cache = "";
const settled = () => join(cache, "settled");
const files = () => readdirSync(settled()).sort();

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "carry-cache-"));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
});

/** Runs the command at a time, after clearing the recorded requests. */
async function look(
  of: Service,
  after: number,
  argv: readonly string[] = ["status"],
  more: Surroundings = {},
) {
  of.now = START + after;
  of.histories.length = 0;
  of.listings = 0;
  const outcome = await carry([...argv, "--base-url", of.url], {
    clock: { now: () => START + after },
    ...more,
    env: {
      CARRY_CACHE_DIR: cache,
      CARRY_API_KEY: "secret-key",
      CARRY_PORTFOLIO: PORTFOLIO,
      ...more.env,
    },
  });
  return { ...outcome, asked: of.histories.toSorted(), listings: of.listings };
}

describe("settled histories", () => {
  it("are not asked for on a second look", async () => {
    const of = await service();
    const first = await look(of, 0);
    expect(first.asked).toHaveLength(2);
    const second = await look(of, 1000);
    expect([second.asked, second.listings]).toEqual([[], 1]);
    expect(second.stdout).toBe(first.stdout);
  });

  it("are asked for when a settlement is due, from 3 days before the last event on, and no others", async () => {
    const of = await service([pair(1), pair(2, [3, 2])], { 1: { hours: 1 } });
    expect((await look(of, 0)).asked).toHaveLength(3);
    expect((await look(of, 29 * MINUTE)).asked).toEqual([]);
    expect((await look(of, HOUR)).asked).toEqual(["1 from 2026-05-29T12:00:00Z"]);
    expect((await look(of, 4 * HOUR)).asked).toEqual([
      "1 from 2026-05-29T13:00:00Z",
      "2 from 2026-05-29T08:00:00Z",
      "3 from 2026-05-29T08:00:00Z",
    ]);
  });

  it("come to the same figures as when all is asked for", async () => {
    const of = await service([pair(1)], {
      1: { hours: 1, rate: (at) => String(1e-4 + (at % 7) * 1e-5) },
      2: { rate: (at) => String(-1e-4 - (at % 5) * 1e-5) },
    });
    for (const hours of [0, 1, 2, 5, 9, 23, 40]) {
      const { stdout } = await look(of, hours * HOUR);
      const fresh = await look(of, hours * HOUR, ["status"], { env: { CARRY_CACHE_DIR: "" } });
      expect(fresh.asked).toHaveLength(2);
      expect(stdout).toBe(fresh.stdout);
    }
  });

  it("are asked for at most once a minute while a settlement is overdue", async () => {
    const of = await service([pair(1)], { 1: { hours: 1, publishedTo: START } });
    await look(of, 0);
    const overdue = ["1 from 2026-05-29T12:00:00Z"];
    const seen = [];
    for (const seconds of [0, 1, 59, 60, 61]) {
      seen.push((await look(of, HOUR + seconds * 1000)).asked);
    }
    expect(seen).toEqual([overdue, [], [], overdue, []]);
  });

  it("are asked for with 3 days of overlap, and a corrected event replaces the stored one", async () => {
    const rates = new Map<number, string>();
    const of = await service([pair(1, [1, 1])], {
      1: { rate: (at) => rates.get(at) ?? "0.00010" },
    });
    await look(of, 0);
    rates.set(Date.parse("2026-06-01T00:00:00Z"), "0.00025");
    await look(of, 12 * HOUR);
    expect((await look(of, 30 * HOUR)).asked).toEqual(["1 from 2026-05-30T00:00:00Z"]);
    const range = ["funding", "history", "1", "--start", "2026-06-01", "--end", "2026-06-01T01:00"];
    const history = await look(of, 30 * HOUR, [...range, "-o", "ndjson"]);
    expect([history.asked, JSON.parse(history.stdout).funding_rate]).toEqual([[], "0.00025"]);
  });

  it("are asked for from the beginning where all known events are others", async () => {
    const rate = (at: number) => (at < START + HOUR && of.now > START + 2 * HOUR ? "0.9" : "0.1");
    const of: Service = await service([pair(1, [1, 1])], { 1: { rate } });
    await look(of, 0);
    expect((await look(of, 8 * HOUR)).asked).toEqual([
      "1 from 2026-04-29T20:29:00Z",
      "1 from 2026-05-29T08:00:00Z",
    ]);
    expect((await look(of, 8 * HOUR + 1000)).asked).toEqual([]);
  });

  it("are bypassed, and renewed, with --refresh", async () => {
    const of = await service();
    await look(of, 0);
    expect(
      (await look(of, 1000, ["funding", "history", "1", "2", "--refresh"])).asked,
    ).toHaveLength(2);
    expect((await look(of, 2000)).asked).toEqual([]);
  });

  it("are reported with -v", async () => {
    const of = await service();
    await look(of, 0);
    const { stderr } = await look(of, 30_000, ["status", "-v"]);
    expect(stderr).toContain("settled funding of market 1 from the local cache, fetched 30 s ago");
  });

  it("are of one service, and of none for the sandbox of a command", async () => {
    const [one, two] = [await service(), await service()];
    await look(one, 0);
    expect((await look(two, 1000)).asked).toHaveLength(2);
    const before = files();
    const env = { CARRY_CACHE_DIR: cache };
    const { code } = await carry(["status", "--profile", "sandbox"], { env });
    expect([code, files()]).toEqual([0, before]);
    rmSync(settled(), { recursive: true });
    await carry(["status", "--profile", "sandbox"], { env });
    expect(readdirSync(cache)).toEqual([]);
  });

  it("are not kept when an answer failed, of which a warning tells", async () => {
    const of = await service();
    const { url } = await faultyServer((socket, request) => {
      const isListing = request.includes("/positions");
      const body = JSON.stringify({ data: of.positions, next_cursor: null });
      socket.write(isListing ? answer(200, body) : answer(503, "{}"));
    });
    const outcome = await carry(["status", "--base-url", url], {
      env: {
        CARRY_RETRIES: "0",
        CARRY_CACHE_DIR: cache,
        CARRY_API_KEY: "k",
        CARRY_PORTFOLIO: PORTFOLIO,
      },
    });
    expect([outcome.code, outcome.stderr]).toEqual([0, expect.stringContaining("warning: ")]);
    expect(readdirSync(cache)).toEqual([]);
  });
});

const history = (...more: string[]) => ["funding", "history", "1", ...more, "-o", "json"];

describe("an event that is listed before it settles", () => {
  const coming = (stderr: string) =>
    /NOT_SETTLED.*1 event is later .*(T\d\d:\d\d)/.exec(stderr)?.[1];

  it("is in no output until then, told on each look, and then counts as it settled", async () => {
    const of = await service([pair(1)], { 1: { predicted: "0.05" } });
    const first = await look(of, 0, ["status", "-o", "json"]);
    const plain = await service([pair(1)]);
    expect(first.stdout).toBe((await look(plain, 0, ["status", "-o", "json"])).stdout);
    for (const [after, time, asked] of [
      [1000, "T16:00", 0],
      [3 * HOUR, "T16:00", 0],
      [4 * HOUR, "T00:00", 1],
      [4 * HOUR + 1000, "T00:00", 0],
    ] as const) {
      const { stdout, stderr, ...seen } = await look(of, after, history("--start", "2d"));
      expect([coming(stderr), seen.asked.length]).toEqual([time, asked]);
      expect(stdout).not.toContain("0.05");
      const settled = JSON.parse(stdout)[0].funding_time as string;
      expect(settled).toContain(time === "T16:00" ? "T08:00" : "T16:00");
    }
  });

  it("is settled within a minute of the service's time, and asked for again after it", async () => {
    const of = await service([], { 1: { predicted: "0.05" } });
    const at = 3.5 * HOUR;
    const rate = async (after: number) =>
      JSON.parse((await look(of, after, history("--start", "2d"))).stdout)[0].funding_rate;
    expect(await rate(at - 1000)).toBe("0.05");
    expect(await rate(at + 60_000)).toBe("0.00010");
  });
});

describe("settled events that cannot be read", () => {
  const spaced = (at: number) => new Date(at).toISOString().replace("T", " ");
  const range = history("--start", "2d");

  /** Expects the rows and warnings of a look to be as when all is asked for. @returns what was asked */
  async function expectTold(of: Service, after: number) {
    const { asked, ...told } = await look(of, after, range);
    const { asked: _, ...fresh } = await look(of, after, range, { env: { CARRY_CACHE_DIR: "" } });
    expect(told).toEqual(fresh);
    expect(told.stderr).toContain("RECORD_UNREADABLE");
    return asked.length;
  }

  it("are asked for again where they have no readable time", async () => {
    const of = await service([], { 1: { text: spaced } });
    for (const after of [0, 1000]) expect(await expectTold(of, after)).toBe(1);
    expect(await look(of, 2000, history("--start", "1d")).then((it) => it.stdout)).toContain(
      "08:00",
    );
  });

  it.each(["9999-12-31T00:00:00Z", "2101-01-01T00:00:00Z", "2008-12-31T23:59:59Z"])(
    "are those of no year from 2009 to 2100, which no figure and no archive takes: %s",
    async (year) => {
      const at = Date.parse("2026-05-20T08:00:00Z");
      const seen = async (sent: string) => {
        const text = (time: number) => (time === at ? sent : new Date(time).toISOString());
        const of = await service([pair(1)], { 1: { text } });
        const env = { CARRY_ARCHIVE: mkdtempSync(join(cache, "archive-")) };
        const lines = [
          ["status"],
          ["archive", "sync"],
          ["archive", "export", "funding", "-o", "csv"],
        ];
        const outcomes = [];
        for (const line of lines) outcomes.push(await look(of, 0, line, { env }));
        return outcomes;
      };
      const shown = await seen(year);
      const parts = (all: typeof shown) => all.map(({ code, stdout }) => ({ code, stdout }));
      expect(parts(shown)).toEqual(parts(await seen("noon")));
      expect(shown[2]).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("05-20T16:00:00"),
      });
      expect(shown[0]?.stderr).toContain(
        `expected an ISO 8601 date-time of 2009 to 2100, got "${year}"`,
      );
    },
  );

  it("are asked for again with an unreadable rate", async () => {
    const of = await service([], {
      1: { rate: (at) => (at > START - 9 * HOUR ? "0.0001%" : "0") },
    });
    for (const after of [0, 1000]) expect(await expectTold(of, after)).toBe(1);
    expect((await look(of, 2000, history("--start", "1d", "--end", "2026-06-01"))).stderr).toBe("");
  });

  it("are in place of what was kept before one of them came, also after --refresh", async () => {
    const text = (at: number) => (at > START ? spaced(at) : new Date(at).toISOString());
    const of = await service([], { 1: { text } });
    await look(of, 0, range);
    for (const seconds of [0, 1]) await expectTold(of, 8 * HOUR + seconds * 1000);
    await look(of, 8 * HOUR + 2000, [...range, "--refresh"]);
    await expectTold(of, 8 * HOUR + 3000);
  });
});

describe("funding history and funding compare", () => {
  it("read what is kept, printed to the letter as it was sent", async () => {
    const of = await service([pair(1)], { 1: { hours: 1 } });
    const first = await look(of, 0, history("--start", "2d"));
    const second = await look(of, 1000, history("--start", "2026-05-30T13:00"));
    expect([first.asked.length, second.asked]).toEqual([1, []]);
    expect(second.stdout).toBe(first.stdout);
    expect(first.stdout).toContain('"funding_rate":"0.00010"');
    const status = await look(of, 2000);
    expect(status.asked).toEqual(["1 from 2026-04-29T12:29:00Z", "2 from 2026-04-29T12:29:00Z"]);
    await look(of, 3000, ["funding", "compare", "1", "2", "--start", "1d"]);
    expect((await look(of, 4000, ["funding", "compare", "1", "2", "--start", "1d"])).asked).toEqual(
      [],
    );
  });

  it("ask for all when the range begins before what is kept", async () => {
    const of = await service();
    await look(of, 0, history("--start", "2d"));
    const longer = history("--start", "33d");
    expect((await look(of, 1000, longer)).asked).toEqual(["1 from 2026-04-29T12:29:00Z"]);
    expect((await look(of, 2000, longer)).asked).toEqual([]);
    expect((await look(of, 3000, history("--start", "2d"))).asked).toEqual([]);
  });

  it("always ask for a range without a start, and for daily aggregates", async () => {
    const of = await service();
    for (const argv of [history(), history("--resolution", "1d", "--start", "5d")]) {
      for (const after of [0, 1000]) expect((await look(of, after, argv)).asked).toHaveLength(1);
    }
  });

  it("keep nothing of a range that is over, and read it where it is kept", async () => {
    const of = await service();
    const over = history("--start", "2026-05-31", "--end", "2026-06-01");
    const first = await look(of, 0, over);
    expect(readdirSync(cache)).toEqual([]);
    await look(of, 0, history("--start", "5d"));
    const second = await look(of, 1000, over);
    expect([second.asked, second.stdout]).toEqual([[], first.stdout]);
    expect((await look(of, 20 * HOUR, over)).asked).toEqual([]);
  });
});

describe("the files of settled histories", () => {
  it("are for their owner alone, beside the cache, and without the key", async () => {
    await look(await service(), 0);
    expect(readdirSync(cache)).toEqual(["settled"]);
    expect(statSync(settled()).mode & 0o777).toBe(0o700);
    expect(files().map((name) => name.slice(0, 2))).toEqual(["1-", "2-"]);
    for (const name of files()) {
      expect(statSync(join(settled(), name)).mode & 0o777).toBe(0o600);
      expect(readFileSync(join(settled(), name), "utf8")).not.toContain("secret-key");
    }
  });

  it("are not written with a secret that the service repeats", async () => {
    const of = await service([pair(1)], { 1: { rate: () => "0.00123456" } });
    const env = { CARRY_API_KEY: "0.00123456" };
    expect((await look(of, 0, ["status"], { env })).code).toBe(0);
    expect(files().map((name) => name.slice(0, 2))).toEqual(["2-"]);
  });

  it.each([
    ["damaged", (text: string) => text.slice(0, -20)],
    ["of another address", (text: string) => text.replace("127.0.0.1", "127.0.0.2")],
    ["without times", (text: string) => text.replaceAll('"funding_time":"', '"funding_time":"at ')],
  ])("that are %s are as none", async (_what, spoil) => {
    const of = await service();
    const first = await look(of, 0);
    for (const name of files()) {
      writeFileSync(join(settled(), name), spoil(readFileSync(join(settled(), name), "utf8")));
    }
    const second = await look(of, 1000);
    expect([second.asked.length, second.stdout]).toEqual([2, first.stdout]);
    expect((await look(of, 2000)).asked).toEqual([]);
  });

  it("are done without where a file is in the place of their directory", async () => {
    writeFileSync(settled(), "");
    const of = await service();
    for (const after of [0, 1000]) {
      const { code, asked, stderr } = await look(of, after);
      expect([code, asked.length, stderr]).toEqual([0, 2, ""]);
    }
  });

  it("are done without where no directory is known", async () => {
    const of = await service();
    for (const after of [0, 1000]) {
      expect(
        (await look(of, after, ["status"], { env: { CARRY_CACHE_DIR: "" } })).asked,
      ).toHaveLength(2);
    }
  });

  it("do not displace other entries of the cache", async () => {
    const of = await service(
      Array.from({ length: 30 }, (_, n) => pair(n + 1, [2 * n + 1, 2 * n + 2])),
    );
    await look(of, 0, ["funding", "markets"]);
    await look(of, 0);
    expect(files()).toHaveLength(60);
    expect(readdirSync(cache).filter((name) => name.startsWith("markets-"))).toHaveLength(1);
  });
});

it("a cache is bounded: a process forgets what was written longest ago", () => {
  const [first, second] = [openCache(settled(), 8), openCache(settled(), 8)];
  const names = Array.from({ length: 10 }, (_, n) => `${n}-0000000${n}.json`);
  for (const [n, name] of names.entries()) {
    first.write(name, "{}");
    utimesSync(join(settled(), name), 1000 + n, 1000 + n);
  }
  second.write("10-0000000a.json", "{}");
  expect(names.filter((name) => second.read(name) === undefined)).toEqual(names.slice(0, 3));
});

describe("a portfolio of 300 positions on 120 markets", () => {
  it("is looked at again without a history", async () => {
    const markets = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [n + 1, { hours: n % 4 === 0 ? 1 : 8 }]),
    );
    const positions = Array.from({ length: 300 }, (_, n) =>
      pair(n + 1, [1 + ((2 * n) % 120), 2 + ((2 * n) % 120)]),
    );
    const of = await service(positions, markets);
    expect(await look(of, 0).then(({ asked, code }) => [asked.length, code])).toEqual([120, 0]);
    const second = await look(of, 1000);
    expect([second.asked, second.listings]).toEqual([[], 3]);
    const later = await look(of, HOUR);
    expect(later.asked).toHaveLength(30);
    expect(new Set(later.asked.map((line) => line.replace(/^\d+ /, "")))).toEqual(
      new Set(["from 2026-05-29T12:00:00Z"]),
    );
  }, 60_000);
});
