import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createKeeper } from "../../src/alerts/keeper.js";
import { EMPTY_STATE } from "../../src/alerts/state.js";
import { createSecrets } from "../../src/base/secrets.js";
import { createAlerts } from "../../src/watch/alerts.js";
import { inFull, serviceOf, settled } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { answer } from "../support/faulty-server.js";
import { ago, long, MINUTE, short } from "../support/fresh-legs.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO, performance, position, uuidOf } from "../support/records.js";
import { play } from "../support/watch-events.js";
import {
  earning,
  type Positions,
  type WatchedService,
  watch,
  watchedService,
} from "../support/watched.js";
import { createTestClock, watching } from "../support/watching.js";

const LOSING = ["--alert", "performance.net_pnl < `-100`"];

function directoryForTest() {
  const path = mkdtempSync(join(tmpdir(), "carry-watch-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const out = join(path, "told");
  return {
    path,
    command: `cat >>"${out}"`,
    env: { CARRY_STATE_DIR: join(path, "state"), PATH: process.env.PATH ?? "" },
    told: () =>
      existsSync(out)
        ? readFileSync(out, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as Record<string, string>)
        : [],
  };
}

const namesOf = (events: readonly Record<string, unknown>[]) => events.map(({ event }) => event);
const nets = (...values: readonly (number | null)[]) =>
  values.map((net) => [earning(1, "BTC", net)]);

describe("--alert in a pipe", () => {
  it("tells the beginning and the end of an alert", async () => {
    const { events } = await play(nets(0, -101, -102, -99), LOSING);
    expect(namesOf(events)).toEqual(["changed", "alert", "changed", "changed", "resolved"]);
    expect(events[4]).toMatchObject({
      expression: "performance.net_pnl < `-100`",
      position: { asset: "BTC" },
    });
  });

  it("changes nothing while a figure is unknown", async () => {
    const { events } = await play(nets(-101, null, -102, null, 5), LOSING);
    expect(namesOf(events).filter((it) => it !== "changed")).toEqual(["alert", "resolved"]);
  });

  it("ends with --clear only when that holds", async () => {
    const words = [...LOSING, "--clear", "performance.net_pnl > `-90`"];
    const { events } = await play(nets(-101, -95, -101, null, -95, -89), words);
    expect(namesOf(events).filter((it) => it !== "changed")).toEqual(["alert", "resolved"]);
    expect(namesOf(events).at(-1)).toBe("resolved");
  });

  it("waits with --for and --cooldown", async () => {
    const words = [...LOSING, "--for", "60s", "--cooldown", "3m"];
    const { events } = await play(
      nets(-101, 0, -101, -102, -103, 0, -101, -102, -103, -104, -105),
      words,
    );
    const minutes = events
      .filter(({ event }) => event !== "changed")
      .map(({ event, at }) => `${event} ${(Date.parse(String(at)) - NOW) / 1000}`);
    expect(minutes).toEqual(["alert 120", "resolved 150", "alert 300"]);
  });
});

describe("--alert with the name of a reason, or plain numbers", () => {
  it("alerts as status judges, with its sentence", async () => {
    const { events } = await play(nets(0, -101, 5), ["--alert", "net_pnl < -100"]);
    expect(namesOf(events).filter((it) => it !== "changed")).toEqual(["alert", "resolved"]);
    const funding = (funding_pnl: number) => {
      const fresh = { calculated_at: ago(MINUTE), spread_pnl: { realized: 0, unrealized: 0 } };
      return [
        position(1, { performance: performance({ ...fresh, funding_pnl, net_pnl: funding_pnl }) }),
      ];
    };
    const words = ["--alert", "losing", "--clear", "net_pnl > -90"];
    const { events: losing } = await play([funding(5), funding(-9_000), funding(5)], words);
    expect(namesOf(losing).filter((it) => it !== "changed")).toEqual(["alert", "resolved"]);
    expect(losing.find(({ event }) => event === "alert")).toMatchObject({
      expression: "losing",
      summary: expect.stringContaining("losing: funding and price PnL "),
    });
  });
});

describe("--alert over figures", () => {
  it("takes a null that is a value as a rule does: the condition does not hold", async () => {
    const held = (leverage: number | null) => [
      position(1, { legs: [long({ leverage }), short()] }),
    ];
    const words = ["--alert", "legs[0].leverage && legs[0].leverage > 5"];
    const { events } = await play([held(9), held(null)], words);
    expect(namesOf(events).filter((it) => it !== "changed")).toEqual(["alert", "resolved"]);
  });

  const flat = { open_price: 100, mark_price: 100 };
  /** A price PnL other than 0 means that a leg is closed, since no price has moved. */
  const held = (quantity: number, unrealized = 0): Positions => [
    position(1, {
      legs: [long({ ...flat, quantity }), short({ ...flat, quantity: 1 })],
      performance: performance({ spread_pnl: { realized: 0, unrealized } }),
    }),
  ];

  it("sees what is held, which is unknown while a leg may be closed", async () => {
    const rounds = [held(1), held(0.5), held(1, 9_999), held(0.5), held(1)];
    const { events } = await play(rounds, ["--alert", "imbalance > `5` && asset == 'BTC'"]);
    expect(namesOf(events).filter((it) => it !== "changed")).toEqual(["alert", "resolved"]);
    expect(events.at(-1)).toMatchObject({ event: "resolved" });
  });

  it("sees settled funding, and fetches it although no column shows it", async () => {
    const service = await watchedService(held(1));
    // The short leg pays 1 % of its notional with each event.
    service.served.funding = async (id) =>
      answer(200, JSON.stringify({ data: settled(id === 2 ? "-0.01" : "0") }));
    const argv = ["positions", "list", "--watch", "-o", "ndjson", "--exit-on-alert"];
    const outcome = await carry([...argv, "--alert", "run_24h < `-1` && state != 'steady'"], {
      env: service.env,
      clock: { now: () => NOW },
    });
    expect([outcome.code, new Set(service.markets)]).toEqual([10, new Set([1, 2])]);
  });

  it("refuses --no-performance for a figure", async () => {
    const { env } = await watchedService([]);
    const argv = ["positions", "list", "--watch", "--no-performance", "--alert", "imbalance > `5`"];
    const { code, stderr } = await carry(argv, { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining("needs the performance")]);
  });
});

describe("--alert on a terminal", () => {
  it("judges the legs of the full position, as the table has them", async () => {
    const flat = { open_price: 100, mark_price: 100, quantity: 1 };
    const spread_pnl = { realized: 0, unrealized: -50 };
    const listed = position(1, {
      legs: [long(flat), short(flat)],
      performance: performance({ spread_pnl }),
    });
    const full = inFull(listed) as { legs: [object, object] };
    const legs = [full.legs[0], { ...full.legs[1], close_price: 150, close_fee_paid: 1 }];
    const { url } = await serviceOf({
      positions: [listed],
      details: { [uuidOf(1)]: { ...full, legs } },
    });
    const it = watching(["positions", "list", "--watch", "--alert", "imbalance > 50"], {
      env: { CARRY_BASE_URL: url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
      clock: createTestClock(NOW),
    });
    await it.shows("1 alert: imbalance > 50");
  });

  it("rings once, and shows a notification without control characters", async () => {
    const it = await watch([{ ...earning(1, "B\u001b[2JTC\u0007", 0) }], LOSING);
    it.served.positions = [{ ...earning(1, "B\u001b[2JTC\u0007", -101) }];
    await it.passes(30_000);
    await it.shows("1 alert:");
    expect(it.screen.bells).toBe(1);
    expect(it.screen.notifications).toEqual([
      "carry: B\\x1b[2JTC\\x07.00000000: performance.net_pnl < `-100`",
    ]);
  });

  it("joins more than three notifications", async () => {
    const it = await watch(
      [1, 2, 3, 4].map((n) => earning(n, "BTC", -101)),
      LOSING,
    );
    expect(it.screen.bells).toBe(4);
    expect(it.screen.notifications).toEqual(["carry: 4 alerts"]);
  });

  it("lets no asset become a command of the terminal", async () => {
    const it = await watch([earning(1, '7;"calc.exe"', -101)], LOSING);
    expect(it.screen.notifications).toEqual([expect.stringMatching(/^carry: 7;"calc\.exe"\./)]);
  });

  it("shows none where the terminal would print it", async () => {
    const it = await watch([earning(1, "BTC", -101)], LOSING, { env: { TERM: "linux" } });
    expect([it.screen.bells, it.screen.notifications]).toEqual([1, []]);
  });
});

describe("positions list --watch --on-alert", () => {
  it("tells each event once, also after a restart, while rounds fail and a figure is unknown", async () => {
    const { env, command, told } = directoryForTest();
    const words = [...LOSING, "--on-alert", command];
    const first = await watch([earning(1, "BTC", -101)], words, { env });
    first.served.failure = answer(503, "");
    await first.passes(30_000);
    await first.shows("failed");
    first.press("q");
    await first.ended;
    const again = { ...first.env, ...env };
    for (const net of [-105, null, -120, 7, 8]) {
      first.served.failure = undefined;
      first.served.positions = [earning(1, "BTC", net)];
      const clock = createTestClock(NOW + 60_000);
      const argv = ["positions", "list", "--performance", "--watch", ...words];
      const terminal = watching(argv, { env: again, clock });
      await terminal.shows("updated");
      terminal.press("q");
      await terminal.ended;
    }
    expect(namesOf(told())).toEqual(["alert", "resolved"]);
    expect(told()[1]?.id).toBe(told()[0]?.id);
  });

  it("is blind after three intervals, and at once when the watch ends with a failure", async () => {
    const { env, command, told } = directoryForTest();
    const words = [...LOSING, "--on-alert", command];
    const it = await watch([earning(1, "BTC", 5)], ["1m", ...words], { env });
    it.served.failure = answer(503, "");
    await it.passes(5 * 60_000);
    await it.shows("failed");
    it.press("q");
    await it.ended;
    expect(namesOf(told())).toEqual(["blind"]);
    const argv = ["positions", "list", "--watch", "-o", "ndjson", ...words];
    const ends = async (status: number, body: string) => {
      it.served.failure = answer(status, body);
      const other = {
        ...it.env,
        ...env,
        CARRY_RETRIES: "0",
        CARRY_STATE_DIR: `${env.CARRY_STATE_DIR}${status}`,
      };
      return (await carry(argv, { env: other })).code;
    };
    expect(await ends(401, '{"code":"UNAUTHORIZED","message":"no"}')).toBe(3);
    expect(namesOf(told())).toEqual(["blind", "blind"]);
    expect(await ends(503, "")).toBe(7);
    expect(namesOf(told())).toEqual(["blind", "blind", "blind"]);
  });

  it("beats with --heartbeat on a terminal too", async () => {
    const { env, command, told } = directoryForTest();
    const words = ["1m", "--on-alert", command, "--heartbeat", "5m"];
    const it = await watch([earning(1, "BTC", 5)], words, { env });
    await it.passes(60_000);
    await it.shows("updated 12:01:00Z");
    it.press("q");
    await it.ended;
    expect(namesOf(told())).toEqual(["heartbeat"]);
  });

  it("goes on with one warning when its state can no longer be stored, and tells nothing twice", async () => {
    const { env, command, told } = directoryForTest();
    const it = await watch([earning(1, "BTC", -101)], [...LOSING, "--on-alert", command], { env });
    const alerts = join(env.CARRY_STATE_DIR, "alerts");
    const name = readdirSync(alerts).find((file) => file.endsWith(".json")) ?? "";
    rmSync(join(alerts, name));
    mkdirSync(join(alerts, name)); // cannot be replaced by a file
    const warned = it.shows("cannot write");
    for (const net of [-102, 5, 6]) {
      it.served.positions = [earning(1, "BTC", net)];
      await it.passes(30_000);
    }
    await warned;
    await it.shows("updated 12:01:30Z");
    it.press("q");
    expect(await it.ended).toBe(0);
    expect(namesOf(told())).toEqual(["alert", "resolved"]);
  });

  it("refuses to tell what another process tells", async () => {
    const { env, command } = directoryForTest();
    const words = [...LOSING, "--on-alert", command];
    const it = await watch([earning(1, "BTC", -101)], words, { env });
    const argv = ["positions", "list", "--performance", "--watch", ...words];
    let now = NOW;
    const { code, stderr } = await carry(argv, {
      env: { ...it.env, ...env },
      clock: {
        now: () => now,
        async sleep(ms) {
          now += ms;
        },
      },
    });
    expect([code, stderr]).toEqual([
      9,
      expect.stringMatching(
        /^error: another carry process \(\d+ on .+\) delivers these alerts\nhint: /,
      ),
    ]);
  });
});

it("a watch of which a portfolio could not be listed in three rounds is blind", () => {
  const io = {
    ...{ env: {}, clock: createTestClock(NOW), secrets: createSecrets() },
    signal: new AbortController().signal,
  };
  const keeper = createKeeper({ io, warn: () => {}, state: EMPTY_STATE });
  const west = { portfolio: "west", portfolio_id: PORTFOLIO };
  const forMsOf = () => 0;
  const alerts = createAlerts({
    ...{ keeper, hasCommand: true },
    find: ({ at }) => ({
      ...{ at, findings: [], forMsOf, lost: at === 0 ? [] : [west] },
    }),
  });
  const told = [0, 1, 2, 3, 4].map((n) => {
    alerts.update({ items: [], at: n * MINUTE, serviceTime: n * MINUTE });
    return keeper.state.waiting.map(({ event }) => event);
  });
  expect(told).toEqual([[], [], [], ["blind"], ["blind"]]);
});

describe("status --watch", () => {
  const legless = (n: number) => position(n, { legs: [], performance: performance() });
  async function start(positions: Positions, words: readonly string[] = [], env = {}) {
    return startWith(await watchedService(positions), words, env);
  }

  async function startWith(service: WatchedService, words: readonly string[], env = {}) {
    const clock = createTestClock(NOW);
    const argv = ["status", "--watch", ...words];
    const terminal = watching(argv, { env: { ...service.env, ...env }, clock });
    await terminal.shows("updated 12:00:00Z");
    return { ...service, ...terminal };
  }

  it("keeps what is earned, what needs attention and an event log on the screen", async () => {
    const it = await start([legless(1)]);
    expect(it.screen.lines()[0]).toMatch(/^now /);
    expect(it.screen.lines()[1]).toMatch(/^1 holds nothing · .*1 open$/);
    expect(it.screen.text()).toMatch(/^> BTC .* holds nothing$/m);
    expect(it.screen.text()).not.toContain("alerted"); // what is found at first is no event
    expect(it.screen.bells).toBe(1);
    expect(it.screen.lines().at(-1)).toMatch(/^\/ filter {2}o sort {2}Enter open /);
    it.served.positions = [];
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    expect(it.screen.lines()[1]).toBe("no open positions");
    expect(it.screen.text()).toMatch(/12:00:30Z {2}vanished {2}BTC/);
    it.served.positions = [legless(2)];
    await it.passes(30_000);
    await it.shows("updated 12:01:00Z");
    expect(it.screen.text()).toMatch(
      /12:01:00Z {2}alerted {3}BTC {2}open, but no leg holds anything/,
    );
    it.press("?");
    await it.shows("sort by a column");
    it.press("qq");
    expect(await it.ended).toBe(0);
    expect(it.screen.text()).toBe("left at 12:01:00Z: net PnL +81.50, 1 needs attention");
    expect(it.stderr()).toBe("");
  });

  it("says above what it is filtered by, and when nothing matches any more", async () => {
    const held = [legless(1), position(2, { asset: "ETH" })];
    const it = await start(held, ["--asset", "btc"]);
    expect(it.screen.lines()[1]).toMatch(/^1 holds nothing · .*1 open$/);
    expect(it.screen.text()).toMatch(/\bof 2 open positions: asset btc\b/);
    expect(it.screen.text()).not.toContain("ETH");
    it.served.positions = held.slice(1);
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    expect(it.screen.text()).toContain("none matches --asset btc");
    expect(it.screen.text()).not.toContain("all well");
  });

  it("keeps the figures and says why when a round fails", async () => {
    const it = await start([legless(1)]);
    it.served.failure = answer(503, "");
    await it.passes(30_000);
    await it.shows(/^failed.*figures of 12:00:00Z/m);
    expect(it.screen.text()).toMatch(/^> BTC .* holds nothing$/m);
  });

  it("tells a command once, also across restarts; --new is remembered apart", async () => {
    const { env, command, told } = directoryForTest();
    const service = await watchedService([legless(1)]);
    const bells: number[] = [];
    const tell = ["--on-alert", command];
    for (const words of [tell, tell, ["--new"], ["--new"]]) {
      const it = await startWith(service, words, env);
      it.press("q");
      await it.ended;
      bells.push(it.screen.bells);
    }
    expect(bells).toEqual([1, 0, 1, 0]);
    expect(told().map(({ event, rule }) => `${event} ${rule}`)).toEqual(["alert legs_missing"]);
  });

  describe("--rules", () => {
    function rulesFile(path: string, text: string): string {
      const file = join(path, "rules.toml");
      writeFileSync(file, text);
      return file;
    }
    const RULES = `
      [[rule]]
      name = "no-legs"
      severity = "critical"
      when = "length(legs) == \`0\`"
      [[rule]]
      name = "single"
      scope = "portfolio"
      when = "open_positions < \`2\`"
      [[rule]]
      name = "run"
      when = "run_7d < \`0\`"`;

    it("shows what rules say, and tells it once, that about the portfolio too", async () => {
      const { path, env, command, told } = directoryForTest();
      const rules = rulesFile(path, RULES);
      const service = await watchedService([legless(1)]);
      const words = ["--rules", rules, "--on-alert", command];
      const it = await startWith(service, words, env);
      expect(it.screen.lines()[1]).toMatch(/^2 rules failed · 1 rule unknown · 1 holds nothing/);
      expect(it.screen.text()).toMatch(/^> BTC .* no-legs: legs none; holds no/m);
      service.served.positions = [1, 2].map((n) =>
        position(n, { legs: [long({ market_id: null }), short()], performance: performance() }),
      );
      await it.passes(30_000);
      await it.shows("updated 12:00:30Z");
      expect(it.screen.lines()[1]).toMatch(/^1 rule unknown · /);
      expect(it.screen.text()).toMatch(/12:00:30Z {2}cleared {3}BTC\.\S+ {2}no-legs \(after/);
      expect(it.screen.text()).toMatch(/12:00:30Z {2}cleared {3}portfolio +single \(after/);
      it.press("q");
      await it.ended;
      const again = await startWith(service, words, env);
      again.press("q");
      await again.ended;
      const ofRules = told().filter(({ rule }) => ["no-legs", "single", "run"].includes(`${rule}`));
      expect(ofRules).toMatchObject([
        { event: "alert", rule: "no-legs", asset: "BTC", severity: "critical" },
        { event: "alert", rule: "single", asset: "", summary: "open_positions 1" },
        { event: "resolved", rule: "no-legs" },
        { event: "resolved", rule: "single" },
      ]);
    });

    it("obeys typed limits, --for and --cooldown, and the severity and clear of a reason", async () => {
      const { path, env, command, told } = directoryForTest();
      const text = `
        [[rule]]
        name = "losing"
        when = "losing"
        limit = "20usd"
        severity = "critical"
        clear = "net_pnl > 100"
        [[rule]]
        name = "small"
        when = "length(legs) == 2"`;
      const words = ["--rules", rulesFile(path, text), "--on-alert", command];
      const lost = (funding_pnl: number) => {
        const more = { calculated_at: ago(MINUTE), spread_pnl: { realized: 0, unrealized: 0 } };
        const own = performance({ ...more, funding_pnl, net_pnl: funding_pnl });
        const legs = [long({ market_id: null }), short({ market_id: null })];
        return [position(1, { legs, performance: own })];
      };
      const service = await watchedService(lost(-30));
      const toldWith = async (more: readonly string[], ...next: readonly number[]) => {
        service.served.positions = lost(-30);
        const before = told().length;
        const it = await startWith(service, [...words, ...more], env);
        for (const [n, funding] of next.entries()) {
          service.served.positions = lost(funding);
          await it.passes(30_000);
          await it.shows(`updated 12:0${Math.floor((n + 1) / 2)}:${n % 2 === 0 ? 3 : 0}0Z`);
        }
        it.press("q");
        await it.ended;
        const events = told().slice(before);
        return events.map(({ event, rule, severity }) => `${event} ${rule} ${severity}`);
      };
      expect(await toldWith(["--loss", "50usd", "--for", "1h"])).toEqual([]);
      expect(await toldWith(["--loss", "50usd"])).toEqual(["alert small warning"]);
      expect(await toldWith([], 5, 200)).toEqual([
        ...["alert losing critical", "resolved losing critical"],
      ]);
      const since = told().at(-1)?.at;
      expect(since).toBe("2026-06-01T12:01:00Z");
    });

    it.each([
      [["--watch"], "losing", 'rule "losing" has the name of a reason of carry status'],
      [["--check"], "hedge", "--rules works only with --watch"],
    ])("with %j refuses a rule called %s", async (words, name, message) => {
      const rules = rulesFile(directoryForTest().path, `[[rule]]\nname = "${name}"\nwhen = "pair"`);
      const { env } = await watchedService([]);
      const { code, stderr } = await carry(["status", ...words, "--rules", rules], { env });
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    });
  });

  it("resolves nothing of the whole book in a watch of one asset", async () => {
    const { env, command, told } = directoryForTest();
    const service = await watchedService([legless(1), { ...legless(2), asset: "ETH" }]);
    const tell = ["--on-alert", command];
    const whole = await startWith(service, tell, env);
    whole.press("q");
    await whole.ended;
    const argv = ["watch", "--asset", "btc", ...tell];
    const clock = createTestClock(NOW);
    const part = watching(argv, { env: { ...service.env, ...env }, clock });
    await part.shows("updated 12:00:00Z");
    part.press("q");
    await part.ended;
    expect(told().map(({ event, asset }) => `${event} ${asset}`)).toEqual([
      ...["alert BTC", "alert ETH", "alert BTC"],
    ]);
  });

  it("tells again with --new what could not be written to the end", async () => {
    const { env } = directoryForTest();
    const service = await watchedService([legless(1)]);
    const alertsOf = async (breaks: boolean) => {
      let text = "";
      const controller = new AbortController();
      await carry(["status", "--watch", "--new", "-o", "ndjson"], {
        env: { ...service.env, ...env },
        signal: controller.signal,
        async write(line) {
          if (breaks) throw new Error("disk full");
          text += line;
        },
        clock: {
          now: () => NOW,
          async sleep(_ms, signal) {
            controller.abort(new Error("over"));
            signal?.throwIfAborted();
          },
        },
      });
      const lines = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
      return lines.flatMap(({ event, rule }) => (event === "alert" ? [rule] : []));
    };
    const told = [await alertsOf(true), await alertsOf(false), await alertsOf(false)];
    expect(told[0]).toEqual([]);
    expect(told[1]).toContain("legs_missing");
    expect(told[2]).toEqual([]);
  });

  it("writes its alerts as events elsewhere, without the positions", async () => {
    const service = await watchedService([legless(1)]);
    const controller = new AbortController();
    let now = NOW;
    const { stdout } = await carry(["status", "--watch", "-o", "ndjson"], {
      env: service.env,
      signal: controller.signal,
      clock: {
        now: () => now,
        async sleep(ms, signal) {
          now += ms;
          if (service.served.positions.length === 0) controller.abort(new Error("over"));
          service.served.positions = [];
          signal?.throwIfAborted();
        },
      },
    });
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(namesOf(lines)).toContain("started");
    const alert = lines.find(({ rule }) => rule === "legs_missing");
    expect(alert).toMatchObject({
      event: "alert",
      asset: "BTC",
      since: "2026-06-01T12:00:00Z",
      summary: "open, but no leg holds anything",
    });
    expect(alert).not.toHaveProperty("position");
    const end = lines.find(({ event }) => event === "resolved");
    expect(end).toMatchObject({ rule: "legs_missing", asset: "BTC", since: alert.since }); // gone
  });

  it.each([
    [["-o", "csv"], "a watch prints events as JSON, not as csv"],
    [["--columns", "asset"], "--columns: a watch of the open positions has its own columns"],
    [["--sort", "asset"], "--sort: a watch of the open positions has its own columns"],
  ])("refuses %j", async (words, message) => {
    const { env } = await watchedService([]);
    const { code, stderr } = await carry(["status", "--watch", ...words], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
