import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openArchive } from "../../../src/archive/archive.js";
import { dueMarkets } from "../../../src/archive/status.js";
import {
  COVERAGE,
  FUNDING,
  FUNDING_DAILY,
  LEGS,
  MARKETS,
  POSITIONS,
  SNAPSHOTS,
} from "../../../src/archive/tables.js";
import { Interrupted } from "../../../src/terminal/io.js";
import { storeAt, tempDirectory } from "../../archive/temp-archive.js";
import { point, rowsOf, scripted } from "../../commands/archive-service.js";
import { carry } from "../../support/carry.js";
import { NOW } from "../../support/now.js";
import { PORTFOLIO, performance, position } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { sandbox, env } = sandboxForFile();
const DAY = 86_400_000;

const asked = (requests: readonly string[]) =>
  requests
    .map((it) => new URL(it.split(" ")[1] ?? "", "http://x"))
    .filter((url) => url.pathname.includes("/history/"))
    .map((url) => url.searchParams.get("start"));

describe("archive sync", () => {
  it("gives a market up whose history does not end, and goes on with the others", async () => {
    const endless = (end: number) =>
      Array.from({ length: 50 }, (_, at) => ({
        ...point(NOW),
        funding_time: new Date(end - 1 - at).toISOString(),
      }));
    const scene = await scripted({
      respond: ({ pathname, searchParams }) =>
        pathname.endsWith("/7")
          ? { data: endless(Date.parse(searchParams.get("end") ?? "") || NOW) }
          : { data: [point(NOW - DAY)] },
    });
    const { code, stderr } = await scene.archive(["sync", "7", "8", "--no-positions"]);
    expect(code).toBe(8);
    expect(stderr).toContain(
      "the funding history of market 7 does not end: 100 answers, each older than the last",
    );
    const rows = await rowsOf(scene.directory, FUNDING);
    expect(new Set(rows.map(({ market_id }) => market_id))).toEqual(new Set([8]));
  });

  it("records the funding of the markets of open positions, and the positions", async () => {
    const directory = join(tempDirectory(), "archive");
    const argv = ["archive", "sync", "--archive", directory];
    const first = await carry(argv, { env: env() });
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(
      /^Recorded 27 markets: \d+ new events, 0 corrected; snapshot of 24 positions, 15 open\.\n$/,
    );
    const rows = await rowsOf(directory, FUNDING);
    const market = rows[0]?.market_id;
    const sent = await fetch(`${sandbox().url}/v1/funding/history/${market}?resolution=event`);
    const { data } = (await sent.json()) as { data: Record<string, unknown>[] };
    const own = rows.filter((row) => row.market_id === market).reverse();
    expect(own.map((row) => [row.funding_rate, row.mark_price, row.funding_interval])).toEqual(
      data.map((it) => [it.funding_rate, it.mark_price, it.funding_interval]),
    );
    expect(own.map((row) => row.funding_time)).toEqual(
      data.map((it) => Date.parse(String(it.funding_time))),
    );
    const [snapshot] = await rowsOf(directory, SNAPSHOTS);
    const positions = await rowsOf(directory, POSITIONS);
    expect(JSON.parse(snapshot?.position_ids ?? "").sort()).toEqual(
      positions.map((row) => row.position_id).sort(),
    );
    expect((await rowsOf(directory, LEGS)).length).toBeGreaterThan(48);
    expect(await rowsOf(directory, MARKETS)).toHaveLength(27);
  });

  it("writes nothing of funding when nothing is new", async () => {
    const events = [point(NOW - DAY), point(NOW - 29.5 * DAY)];
    const { service, directory, sync } = await scripted({ events });
    await sync("7", "--no-positions");
    const before = readdirSync(join(directory), { recursive: true }).length;
    service.now += 60_000;
    const again = await sync("7", "--no-positions");
    expect(again.stdout).toBe("Recorded 1 market: 0 new events, 0 corrected.\n");
    expect(readdirSync(directory, { recursive: true })).toHaveLength(before);
  });

  it("asks for 30 days first, then for 3 days before what it has", async () => {
    const events = [point(NOW - DAY), point(NOW - 29.5 * DAY)];
    const { service, server, sync } = await scripted({ events });
    await sync("7", "--no-positions");
    service.now += 2 * DAY;
    await sync("7", "--no-positions");
    await sync("7", "--no-positions", "--overlap", "12h");
    await sync("7", "--no-positions", "--start", "10d");
    expect(asked(server.requests)).toEqual([
      "2026-05-02T12:00:00Z",
      "2026-05-29T12:00:00Z",
      "2026-06-03T00:00:00Z",
      "2026-05-24T12:00:00Z",
    ]);
  });

  it("reports a correction, keeps both versions, and lets null be a correction", async () => {
    const { service, directory, sync } = await scripted({ events: [point(NOW - DAY)] });
    await sync("7", "--no-positions");
    service.now += 3_600_000;
    service.events = [point(NOW - DAY, { funding_rate: "0.00011800" })];
    const corrected = await sync("7", "--no-positions");
    expect(corrected.stdout).toContain(
      "corrected: market 7 2026-05-31 12:00Z 0.00010000 -> 0.00011800\n",
    );
    service.now += 3_600_000;
    service.events = [point(NOW - DAY, { funding_rate: null })];
    expect((await sync("7", "--no-positions")).stdout).toContain("0.00011800 -> null");
    const rows = await rowsOf(directory, FUNDING);
    expect(rows.map((row) => row.funding_rate)).toEqual(["0.00010000", "0.00011800", null]);
  });

  it("prints corrections and losses alone with --quiet, so that cron mails nothing else", async () => {
    const { service, sync } = await scripted({
      events: [point(NOW - DAY)],
      positions: [position(1, { performance: performance() })],
    });
    const quiet = () => sync("7", "--daily", "--quiet");
    const nothing = { code: 0, stdout: "", stderr: "" };
    expect(await quiet()).toMatchObject(nothing);
    expect(await quiet()).toMatchObject(nothing); // a note without --quiet: a snapshot is recent
    service.now += 3_600_000;
    service.events = [point(NOW - DAY, { funding_rate: "0.00011800" })];
    expect(await quiet()).toMatchObject({
      code: 0,
      stdout: "corrected: market 7 2026-05-31 12:00Z 0.00010000 -> 0.00011800\n",
      stderr: "",
    });
    service.now = NOW + 45 * DAY;
    service.events = [point(service.now - 29.5 * DAY)];
    expect(await quiet()).toMatchObject({
      code: 0,
      stdout:
        "lost: market 7, 2026-06-01 13:00Z to 2026-06-16 12:00Z: it was not recorded, and the service no longer keeps it\n",
      stderr: "",
    });
    service.now += DAY;
    expect(await quiet()).toMatchObject(nothing); // a loss is told once
    service.fails.set(/history/, 404);
    expect((await quiet()).stderr).toMatch(/^error: market 7: no/);
  });

  it("prints the rows that a program asked for also with --quiet", async () => {
    const { sync } = await scripted({ events: [point(NOW - DAY)] });
    const { stdout } = await sync("7", "--no-positions", "-q", "-o", "json");
    expect(JSON.parse(stdout).totals).toMatchObject({ markets: 1, added: 1 });
  });

  it("records another way of writing a value, without calling it a correction", async () => {
    const { service, directory, sync } = await scripted({ events: [point(NOW - DAY)] });
    await sync("7", "--no-positions");
    service.now += 3_600_000;
    service.events = [point(NOW - DAY, { funding_rate: "0.0001" })];
    expect((await sync("7", "--no-positions")).stdout).toMatch(/0 new events, 0 corrected/);
    expect((await rowsOf(directory, FUNDING)).map((row) => row.funding_rate)).toEqual([
      "0.00010000",
      "0.0001",
    ]);
  });

  it("keeps a record with unknown fields as it was sent", async () => {
    const events = [point(NOW - DAY, { venue: "x", funding_rate: null })];
    const { directory, sync } = await scripted({ events });
    await sync("7", "--no-positions");
    expect((await rowsOf(directory, FUNDING))[0]?.raw).toBe(JSON.stringify(events[0]));
  });

  it("records a hole that nothing can fill, and reports it once", async () => {
    const { service, directory, sync } = await scripted({ events: [point(NOW - DAY)] });
    await sync("7", "--no-positions");
    service.now = NOW + 45 * DAY;
    service.events = [point(service.now - DAY)];
    const late = await sync("7", "--no-positions");
    expect(late.stdout).toContain(
      "lost: market 7, 2026-06-01 12:00Z to 2026-06-16 12:00Z: it was not recorded",
    );
    service.now += DAY;
    expect((await sync("7", "--no-positions")).stdout).not.toContain("lost");
    expect(await rowsOf(directory, COVERAGE)).toHaveLength(3);
  });

  it("dates what it records by the service, and after what it has when that clock goes back", async () => {
    const { service, directory, sync } = await scripted({ events: [point(NOW - DAY)] });
    await sync("7", "--no-positions");
    service.now = NOW - 3_600_000;
    service.events = [point(NOW - DAY, { mark_price: null })];
    const back = await sync("7", "--no-positions");
    expect(back.stderr).toContain("the service's clock is 60 min behind the newest record");
    const rows = await rowsOf(directory, FUNDING);
    expect(rows.map((row) => [row.seen_at, row.mark_price])).toEqual([
      [NOW, "60000.10"],
      [NOW + 1, null],
    ]);
  });

  it("asks again when the clock of this computer was ahead of the service's", async () => {
    const { server, directory } = await scripted({ events: [point(NOW - 29 * DAY)] });
    const argv = ["archive", "sync", "7", "--no-positions", "--archive", directory];
    const { stdout } = await carry(argv, {
      env: { CARRY_BASE_URL: server.url, CARRY_ACCEPT_CLOCK: "1" },
      clock: { now: () => NOW + 400 * DAY },
    });
    expect(asked(server.requests)).toEqual(["2027-06-06T12:00:00Z", "2026-05-02T12:00:00Z"]);
    expect(stdout).toContain("1 new event,");
  });

  it("asks for older events where an answer may be cut off at a limit", async () => {
    const all = Array.from({ length: 120 }, (_, at) => point(NOW - at * 6 * 3_600_000));
    const { server, directory, sync } = await scripted({
      respond(url) {
        const end = Date.parse(url.searchParams.get("end") ?? "2100-01-01");
        const own = all.filter((it) => Date.parse(it.funding_time) < end);
        return { data: own.slice(0, 50) };
      },
    });
    expect((await sync("7", "--no-positions")).stdout).toContain("120 new events");
    expect(asked(server.requests)).toHaveLength(3);
    expect(await rowsOf(directory, FUNDING)).toHaveLength(120);
  });

  it("asks for older events of a limited answer also where hours are left of the 30 days", async () => {
    const all = Array.from({ length: 101 }, (_, at) => point(NOW - at * 7.2 * 3_600_000));
    const { directory, sync } = await scripted({
      respond(url) {
        const end = Date.parse(url.searchParams.get("end") ?? "2100-01-01");
        const own = all.filter((it) => Date.parse(it.funding_time) < end);
        return { data: own.slice(0, 100) };
      },
    });
    await sync("7", "--no-positions");
    expect(await rowsOf(directory, FUNDING)).toHaveLength(101);
  });

  it("asks again for the time before a first answer that began late, and believes an answer that begins there", async () => {
    const events = [point(NOW - 8 * 3_600_000), point(NOW - 10 * DAY)];
    const { service, server, archive, sync } = await scripted({ events });
    await sync("7", "--no-positions");
    for (let round = 0; round < 2; round++) {
      service.now += DAY;
      await sync("7", "--no-positions");
    }
    expect(asked(server.requests)).toEqual([
      "2026-05-02T12:00:00Z",
      "2026-05-03T12:00:00Z",
      "2026-05-30T12:00:00Z",
    ]);
    const { stdout } = await archive(["status", "-o", "json"]);
    expect(JSON.parse(stdout).rows).toMatchObject([{ from: "2026-05-03T12:00:00Z", holes: [] }]);
  });

  it("claims no more than came where the service does not know the range that it was asked for", async () => {
    const lastDays = (now: number, days: number) =>
      Array.from({ length: days }, (_, at) => point(now - at * DAY));
    const { service, archive, sync } = await scripted({ events: lastDays(NOW, 7) });
    await sync("7", "--no-positions");
    service.now = NOW + 20 * DAY;
    service.events = lastDays(service.now, 7);
    await sync("7", "--no-positions");
    const { stdout } = await archive(["status", "-o", "json"]);
    expect(JSON.parse(stdout).rows).toMatchObject([
      {
        from: "2026-05-26T12:00:00Z",
        holes: [{ from: "2026-06-01T12:00:00Z", to: "2026-06-15T12:00:00Z" }],
      },
    ]);
  });

  it("records an interval beyond 32 bits as it was sent, and the other markets", async () => {
    const events = [point(NOW - DAY, { funding_interval: 28_800_000_000 })];
    const { directory, env, sync } = await scripted({ events });
    const outcome = await sync("7", "8", "--no-positions");
    expect([outcome.code, outcome.stdout]).toEqual([
      0,
      "Recorded 2 markets: 2 new events, 0 corrected.\n",
    ]);
    const rows = await rowsOf(directory, FUNDING);
    expect(rows.map((row) => row.funding_interval)).toEqual([null, null]);
    const argv = [
      "funding",
      "history",
      "7",
      "--archive",
      directory,
      "--as-of",
      "now",
      "-o",
      "json",
    ];
    const { stdout } = await carry(argv, { env, clock: { now: () => NOW } });
    expect(JSON.parse(stdout)).toEqual(events.map((event) => ({ market_id: 7, ...event })));
  });

  it("asks again for a new market with an event that cannot be read, and counts it as due", async () => {
    const events = [point(NOW - DAY, { funding_rate: 0.0777 }), point(NOW - 2 * DAY)];
    const { directory, sync } = await scripted({ events });
    for (const named of [["7"], [], []]) {
      expect((await sync(...named, "--no-positions")).stdout).toContain("Recorded 1 market:");
    }
    const archive = await openArchive(await storeAt(directory));
    expect(await dueMarkets(archive, NOW, DAY)).toEqual({ markets: 1, due: [7], by: NOW });
    expect(await rowsOf(directory, COVERAGE)).toHaveLength(1);
  });

  it("records daily aggregates without settled events and positions", async () => {
    const { server, directory, sync } = await scripted({ respond: () => ({ data: [{ day: 1 }] }) });
    const argv = ["7", "--no-positions", "--no-funding", "--daily"];
    expect((await sync(...argv)).code).toBe(0);
    expect(server.requests.filter((it) => it.includes("/history/"))).toEqual([
      expect.stringContaining("/v1/funding/history/7?resolution=1d"),
    ]);
    expect(await rowsOf(directory, FUNDING_DAILY)).toHaveLength(1);
  });

  it("reports a correction that contradicts itself by the value that differs", async () => {
    const { service, sync } = await scripted({ events: [point(NOW - DAY)] });
    await sync("7", "--no-positions");
    service.now += 3_600_000;
    service.events = [point(NOW - DAY), point(NOW - DAY, { funding_rate: "0.5" })];
    expect((await sync("7", "--no-positions")).stdout).toContain(
      "corrected: market 7 2026-05-31 12:00Z 0.00010000 -> 0.5\n",
    );
  });

  it("goes on with other markets when one fails, and exits with its failure", async () => {
    const { service, directory, sync } = await scripted({ events: [point(NOW - DAY)] });
    service.fails.set(/history\/8/, 404);
    const outcome = await sync("7", "8", "9", "--no-positions");
    expect(outcome.code).toBe(4);
    expect(outcome.stderr).toContain("error: market 8: no");
    expect(outcome.stdout).toContain("Recorded 2 markets: 2 new events");
    const rows = await rowsOf(directory, FUNDING);
    expect(rows.map((row) => row.market_id)).toEqual([7, 9]);
  });

  it("goes on with the markets of the archive when the positions cannot be listed", async () => {
    const { service, sync } = await scripted({ events: [point(NOW - DAY)] });
    await sync("7", "--no-positions");
    service.fails.set(/positions/, 503);
    const outcome = await sync();
    expect(outcome.code).toBe(7);
    expect(outcome.stderr).toContain("error: positions: no");
    expect(outcome.stdout).toContain("Recorded 1 market");
  });

  it("shows what it would ask for with --dry-run, and creates nothing", async () => {
    const { server, directory, sync } = await scripted();
    const { stdout, stderr, code } = await sync("7", "--no-positions", "--dry-run", "-o", "csv");
    expect(code).toBe(0);
    expect(stdout).toBe(
      "market_id,from,to,known_until\r\n7,2026-05-02T12:00:00Z,2026-06-01T12:00:00Z,\r\n",
    );
    expect(stderr).toContain("nothing was written");
    expect(server.requests).toEqual([]);
    expect(existsSync(directory)).toBe(false);
  });

  it("shows with --dry-run what --no-funding leaves out, and the daily aggregates", async () => {
    const { sync } = await scripted();
    const argv = ["7", "--no-positions", "--no-funding", "--daily", "--dry-run", "-o", "json"];
    const { stdout, stderr } = await sync(...argv);
    expect(JSON.parse(stdout).rows).toEqual([]);
    expect(stderr).toContain("daily aggregates of 1 market would be requested");
  });

  it("refuses the archive of another service, and accepts that it has moved", async () => {
    const first = await scripted({ events: [point(NOW - DAY)] });
    await first.sync("7", "--no-positions");
    const second = await scripted();
    const at = ["--archive", first.directory, "7", "--no-positions"];
    const refused = await second.sync(...at);
    expect(refused).toMatchObject({ code: 9, stdout: "" });
    expect(refused.stderr).toContain(`has the records of ${first.server.url}, not of`);
    expect(second.server.requests).toEqual([]);
    expect((await second.sync(...at, "--accept-origin")).code).toBe(0);
    expect((await second.sync(...at)).code).toBe(0);
  });

  it("claims the archive for a service only when that answers", async () => {
    const { service, directory, sync } = await scripted({ events: [point(NOW - DAY)] });
    const at = ["--archive", directory, "7", "--no-positions"];
    service.fails.set(/history/, 503);
    expect((await sync(...at)).code).toBe(7);
    expect(existsSync(directory)).toBe(false);
    service.fails.clear();
    expect((await sync(...at)).code).toBe(0);
    const other = await scripted({ fails: new Map([[/history/, 503]]) });
    expect((await other.sync(...at, "--accept-origin")).code).toBe(7);
    expect((await sync(...at)).code).toBe(0);
  });

  it("refuses a directory that is not empty and no archive, before anything is asked", async () => {
    const { server, directory, sync } = await scripted();
    const other = tempDirectory();
    writeFileSync(join(other, "letter.txt"), "dear");
    const outcome = await sync("7", "--archive", other);
    expect(outcome.code).toBe(9);
    expect(server.requests).toEqual([]);
    expect(readdirSync(other)).toEqual(["letter.txt"]);
    expect(existsSync(directory)).toBe(false);
  });

  it("names --no-positions where no portfolio is set", async () => {
    const { server, directory } = await scripted();
    const { code, stderr } = await carry(["archive", "sync", "7", "--archive", directory], {
      env: { CARRY_BASE_URL: server.url },
    });
    expect(code).toBe(2);
    expect(stderr).toContain("or record funding alone: --no-positions");
    expect(existsSync(directory)).toBe(false);
  });

  it("needs no key for named markets without positions, and never sends it for funding", async () => {
    const { server, sync } = await scripted({ events: [point(NOW - DAY)] });
    expect((await sync("7", "--no-positions")).code).toBe(0);
    expect(server.requests.join("")).not.toMatch(/authorization/i);
  });

  it("stays with --every, and goes on after a round that failed", async () => {
    const { service, directory, env } = await scripted({ events: [point(NOW - DAY)] });
    const ending = new AbortController();
    const waits: number[] = [];
    const sleep = async (ms: number, signal?: AbortSignal) => {
      waits.push(ms);
      service.now += ms;
      service.fails.clear();
      if (waits.length === 1) service.fails.set(/history/, 503);
      else service.events = [point(service.now - 60_000), ...service.events];
      if (waits.length === 4) ending.abort(new Interrupted("SIGINT"));
      signal?.throwIfAborted();
    };
    const argv = ["archive", "sync", "7", "--no-positions", "--every", "1h"];
    const outcome = await carry([...argv, "--archive", directory], {
      env: { ...env, CARRY_RETRIES: "0" },
      clock: { now: () => service.now, sleep },
      signal: ending.signal,
    });
    expect(outcome.code).toBe(130);
    expect(waits).toEqual([3_600_000, 3_600_000, 3_600_000, 3_600_000]);
    expect(outcome.stdout.match(/Recorded 1 market: 1 new event/g)).toHaveLength(3);
    expect(outcome.stderr.match(/error: market 7/g)).toHaveLength(1);
    expect(await rowsOf(directory, FUNDING)).toHaveLength(3);
  });

  it("records what was answered before an interrupt", async () => {
    const ending = new AbortController();
    let requests = 0;
    const { directory, env } = await scripted({
      respond() {
        if (++requests === 4) setImmediate(() => ending.abort(new Interrupted("SIGTERM")));
        return requests < 4 ? { data: [point(NOW - DAY)] } : undefined;
      },
    });
    const ids = ["1", "2", "3", "4", "5", "6", "7", "8"];
    const argv = ["archive", "sync", ...ids, "--no-positions", "--archive", directory];
    const { code } = await carry(argv, { env, signal: ending.signal });
    expect(code).toBe(143);
    const markets = (await rowsOf(directory, FUNDING)).map((row) => row.market_id);
    expect(markets.length).toBeGreaterThanOrEqual(2);
    expect((await rowsOf(directory, COVERAGE)).map((row) => row.market_id)).toEqual(markets);
  });

  it("prints one object for programs", async () => {
    const { sync } = await scripted({
      events: [point(NOW - DAY), point(NOW - 29.5 * DAY)],
      positions: [position(1, { performance: performance() })],
    });
    const { stdout } = await sync("7", "-o", "json");
    const json = JSON.parse(stdout);
    expect(json.rows).toMatchObject([
      { market_id: 7, from: "2026-05-02T12:00:00Z", events: 2, added: 2, lost: [] },
    ]);
    expect(json.snapshots).toMatchObject([{ portfolio_id: PORTFOLIO, positions: 1, open: 1 }]);
    expect(json.totals).toMatchObject({ markets: 1, added: 2, corrected: 0 });
  });
});

describe("archive sync of a service whose clock stands months before this computer's", () => {
  const there = NOW - 90 * DAY;
  const later = (url: URL) => Date.parse(url.searchParams.get("start") ?? "");
  const respond = (changed?: number) => (url: URL) => {
    const hours = url.pathname.endsWith("/1") ? 1 : 8;
    const count = Math.floor((30 * 24) / hours);
    const newest = there - (hours === 1 ? 0 : 1) * 3_600_000;
    const times = Array.from({ length: count }, (_, n) => newest - n * hours * 3_600_000);
    const events = times.filter((time) => time >= later(url));
    return {
      data: events.map((at) => point(at, at === changed ? { funding_rate: "0.5" } : {})),
    };
  };
  const elsewhere = { clock: { now: () => NOW } };

  it("finds nothing new in what it has, and tells a changed value as corrected", async () => {
    const { service, archive } = await scripted({ now: there });
    const argv = ["sync", "1", "2", "--no-positions", "-o", "json"];
    const accepting = { CARRY_ACCEPT_CLOCK: "1" };
    service.respond = respond();
    expect((await archive(argv, elsewhere, accepting)).code).toBe(0);
    const { totals } = JSON.parse((await archive(argv, elsewhere, accepting)).stdout);
    expect(totals).toMatchObject({ added: 0, corrected: 0 });
    service.respond = respond(there - 71 * 3_600_000);
    const third = JSON.parse((await archive(argv, elsewhere, accepting)).stdout);
    expect(third.totals).toMatchObject({ added: 0, corrected: 1 });
  });
});

describe("a snapshot of the positions", () => {
  const text = (value: unknown) => JSON.stringify(value);

  it("has the figures as they were sent, and null where they were null", async () => {
    const open = position(1, {
      performance: performance({ funding_pnl: 100.5, net_pnl: null, apr: null }),
    });
    const { directory, sync } = await scripted({ positions: [open] });
    await sync("--no-funding");
    expect(await rowsOf(directory, POSITIONS)).toMatchObject([
      {
        portfolio_id: PORTFOLIO,
        funding_pnl: "100.5",
        fees_paid: "10.25",
        spread_unrealized: "-3.5",
        net_pnl: null,
        apr: null,
        gross_notional: "61000",
        calculated_at: Date.parse("2026-06-01T11:59:30Z"),
        raw: null,
      },
    ]);
    expect((await rowsOf(directory, LEGS)).map((row) => [row.leg, row.side, row.quantity])).toEqual(
      [
        [0, "long", "0.5"],
        [1, "short", "0.5"],
      ],
    );
  });

  it("repeats a closed position only when something of it changed, or in another month", async () => {
    const closed = (overrides = {}) =>
      position(2, {
        status: "closed",
        closed_at: "2026-05-20T00:00:00Z",
        performance: performance(overrides),
      });
    const { service, directory, sync } = await scripted({ positions: [position(1), closed()] });
    await sync("--no-funding");
    service.now += DAY;
    service.positions = [position(1), closed({ calculated_at: "2026-06-02T11:59:30Z" })];
    await sync("--no-funding");
    service.now += DAY;
    service.positions = [position(1), closed({ fees: { paid: 11, estimated_exit: 0 } })];
    await sync("--no-funding");
    service.now += 30 * DAY;
    await sync("--no-funding");
    const rows = await rowsOf(directory, POSITIONS);
    const status = rows.map((row) => row.status).sort();
    expect(text(status)).toBe(text(["closed", "closed", "closed", "open", "open", "open", "open"]));
    expect((await rowsOf(directory, SNAPSHOTS)).map((row) => row.positions)).toEqual([2, 2, 2, 2]);
  });

  it("is not recorded when the listing ends early", async () => {
    const { service, directory, sync } = await scripted({ positions: [position(1)] });
    service.fails.set(/positions/, 500);
    expect((await sync("--no-funding")).code).toBe(7);
    expect(existsSync(directory)).toBe(false);
  });
});
