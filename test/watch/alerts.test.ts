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
import { EMPTY_STATE } from "../../src/alerts/book.js";
import { createKeeper } from "../../src/alerts/keeper.js";
import { createSecrets } from "../../src/base/secrets.js";
import { createAlerts } from "../../src/watch/alerts.js";
import { inFull, serviceOf } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { answer } from "../support/faulty-server.js";
import { ago, long, MINUTE, short } from "../support/fresh-legs.js";
import { groupOf } from "../support/group.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO, performance, position, uuidOf } from "../support/records.js";
import {
  earning,
  type Positions,
  type WatchedService,
  watch,
  watchedService,
} from "../support/watched.js";
import { createTestClock, watching } from "../support/watching.js";

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

/** Returns the words that apply a rule about the net PnL. */
function lossRule(path: string): readonly string[] {
  const file = join(path, "loss.toml");
  writeFileSync(file, '[[rule]]\nname = "loss"\nwhen = "net_pnl < -100"');
  return ["--rules", file];
}

/** Returns the names of the events of a rule, oldest first. */
const eventsOf = (rule: string, all: readonly Record<string, unknown>[]) =>
  all.filter((it) => it.rule === rule).map(({ event }) => event);
const legless = (n: number, asset = "BTC") =>
  position(n, { asset, legs: [], performance: performance() });

describe("alerts on a terminal", () => {
  it("ring once, and are shown in a notification without control characters", async () => {
    const it = await watch([]);
    it.served.positions = [legless(1, "B\u001b[2JTC\u0007")];
    await it.passes(30_000);
    await it.shows("alerted");
    await it.passes(30_000);
    await it.shows("updated 12:01:00Z");
    expect(it.screen.bells).toBe(1);
    expect(it.screen.notifications).toEqual([
      expect.stringMatching(/^carry: B\\x1b\[2JTC\\x07\.00000000: /),
    ]);
  });

  it("are joined in one notification if there are more than three", async () => {
    const it = await watch([1, 2, 3, 4].map((n) => legless(n)));
    expect(it.screen.bells).toBe(4);
    expect(it.screen.notifications).toEqual(["carry: 4 alerts"]);
  });

  it("let no asset become a command of the terminal", async () => {
    const it = await watch([legless(1, '7;"calc.exe"')]);
    expect(it.screen.notifications).toEqual([expect.stringMatching(/^carry: 7;"calc\.exe"\./)]);
  });

  it("show no notification where the terminal would print it", async () => {
    const it = await watch([legless(1)], [], { env: { TERM: "linux" } });
    expect([it.screen.bells, it.screen.notifications]).toEqual([1, []]);
  });

  it("judge the legs of the full position, as the table has them", async () => {
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
    const it = watching(["watch"], {
      env: { CARRY_BASE_URL: url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
      clock: createTestClock(NOW),
    });
    await it.shows("1 unhedged");
  });
});

describe("carry watch --on-alert", () => {
  it("tells each event once, also after a restart, while rounds fail and a figure is unknown", async () => {
    const { path, env, command, told } = directoryForTest();
    const words = [...lossRule(path), "--on-alert", command];
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
      const terminal = watching(["watch", ...words], { env: again, clock });
      await terminal.shows("updated");
      terminal.press("q");
      await terminal.ended;
    }
    expect(eventsOf("loss", told())).toEqual(["alert", "resolved"]);
  });

  it("is blind after three rounds that failed in a row, also after restarts, and tells its end", async () => {
    const { env, command, told } = directoryForTest();
    const words = ["--on-alert", command];
    const it = await watch([], ["1m", ...words], { env });
    it.served.failure = answer(503, "");
    await it.passes(2 * 60_000);
    await it.shows("failed 2 times");
    it.press("q");
    await it.ended;
    expect(told()).toEqual([]);
    const variables = { ...it.env, ...env, CARRY_RETRIES: "0" };
    const { code } = await carry(["watch", "1m", "-o", "ndjson", ...words], { env: variables });
    expect(code).toBe(7);
    expect(eventsOf("blind", told())).toEqual(["blind"]);
    it.served.failure = undefined;
    const clock = createTestClock(NOW + 10 * 60_000);
    const again = watching(["watch", "1m", ...words], { env: variables, clock });
    await again.shows("updated");
    again.press("q");
    await again.ended;
    expect(eventsOf("blind", told())).toEqual(["blind", "resolved"]);
  });

  it("goes on with one warning when its state can no longer be stored, and tells nothing twice", async () => {
    const { path, env, command, told } = directoryForTest();
    const words = [...lossRule(path), "--on-alert", command];
    const it = await watch([earning(1, "BTC", -101)], words, { env });
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
    expect(eventsOf("loss", told())).toEqual(["alert", "resolved"]);
  });

  it("refuses to tell what another process tells", async () => {
    const { env, command } = directoryForTest();
    const words = ["--on-alert", command];
    const it = await watch([legless(1)], words, { env });
    let now = NOW;
    const { code, stderr } = await carry(["watch", ...words], {
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

it("a watch of which a portfolio could not be listed in three rounds is blind", async () => {
  const io = {
    ...{ env: {}, clock: createTestClock(NOW), secrets: createSecrets() },
    signal: new AbortController().signal,
  };
  const keeper = createKeeper({ io, warn: () => {}, state: EMPTY_STATE });
  const west = { portfolio: "west", portfolio_id: PORTFOLIO };
  const alerts = createAlerts({ keeper, rules: [], forMs: 0, hasCommand: true });
  const told: string[][] = [];
  for (const n of [0, 1, 2, 3, 4]) {
    const lost = n === 0 ? [] : [west];
    await alerts.update({ at: n * MINUTE, book: { all: groupOf([]), positions: [], lost } });
    told.push(keeper.state.waiting.map(({ event }) => event));
  }
  expect(told).toEqual([[], [], [], ["blind"], ["blind"]]);
});

describe("carry watch", () => {
  async function start(positions: Positions, words: readonly string[] = [], env = {}) {
    return startWith(await watchedService(positions), words, env);
  }

  async function startWith(service: WatchedService, words: readonly string[], env = {}) {
    const clock = createTestClock(NOW);
    const argv = ["watch", ...words];
    const terminal = watching(argv, { env: { ...service.env, ...env }, clock, columns: 120 });
    await terminal.shows("updated 12:00:00Z");
    return { ...service, ...terminal };
  }

  it("keeps what is earned, what needs attention and an event log on the screen", async () => {
    const it = await start([legless(1)]);
    expect(it.screen.lines()[0]).toMatch(/^1 open /);
    expect(it.screen.lines()[1]).toBe("1 no legs");
    expect(it.screen.text()).toMatch(/^>● BTC\.0000 .* no legs$/m);
    expect(it.screen.text()).not.toContain("alerted"); // what is found at first is no event
    expect(it.screen.bells).toBe(1);
    expect(it.screen.lines().at(-1)).toMatch(/^\? keys {2}q quit {2}Enter open /);
    it.served.positions = [];
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    expect(it.screen.lines()[0]).toBe("no open positions");
    expect(it.screen.text()).toMatch(/12:00:30Z {2}vanished {2}BTC\.0000/);
    it.served.positions = [legless(2)];
    await it.passes(30_000);
    await it.shows("updated 12:01:00Z");
    expect(it.screen.text()).toMatch(/12:01:00Z {2}alerted {3}BTC\.0000 {2}no legs/);
    it.press("?");
    await it.shows("sort by a column");
    it.press("qq");
    expect(await it.ended).toBe(0);
    expect(it.screen.taken).toBe(false);
    expect(it.stderr()).toBe("");
  });

  it("says above what it is filtered by, and when nothing matches any more", async () => {
    const held = [legless(1), position(2, { asset: "ETH" })];
    const it = await start(held, ["--asset", "btc"]);
    expect(it.screen.lines()[1]).toBe("1 no legs");
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
    await it.shows(/^failed.*figures 30s old$/m);
    expect(it.screen.text()).toMatch(/^>● BTC\.0000 .* no legs$/m);
  });

  it("tells a command once, also across restarts", async () => {
    const { env, command, told } = directoryForTest();
    const service = await watchedService([legless(1)]);
    const bells: number[] = [];
    for (let time = 0; time < 2; time++) {
      const it = await startWith(service, ["--on-alert", command], env);
      it.press("q");
      await it.ended;
      bells.push(it.screen.bells);
    }
    expect(bells).toEqual([1, 0]);
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
      when = "length(legs) == 0"
      [[rule]]
      name = "single"
      scope = "book"
      when = "positions < 2"
      [[rule]]
      name = "run"
      when = "run_7d < 0"`;

    it("shows what rules say, and tells it once, that about the portfolio too", async () => {
      const { path, env, command, told } = directoryForTest();
      const rules = rulesFile(path, RULES);
      const service = await watchedService([legless(1)]);
      const words = ["--rules", rules, "--on-alert", command];
      const it = await startWith(service, words, env);
      expect(it.screen.lines()[1]).toMatch(/^2 rules failed · .*1 no legs/);
      expect(it.screen.text()).toMatch(
        /^>● BTC\.0000 .* {2}no-legs: length\(legs\) == 0; no legs$/m,
      );
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
        { event: "alert", rule: "single", asset: "", summary: "single: positions 1" },
        { event: "resolved", rule: "no-legs" },
        { event: "resolved", rule: "single" },
      ]);
    });

    it("judges by them instead of the causes of status, and obeys their severity and --for", async () => {
      const { path, env, command, told } = directoryForTest();
      const text = `
        [[rule]]
        name = "losing"
        when = "net_pnl < -20"
        severity = "critical"
        [[rule]]
        name = "small"
        when = "length(legs) == 2"`;
      const words = ["--rules", rulesFile(path, text), "--on-alert", command];
      const lost = (funding_pnl: number) => {
        const more = { calculated_at: ago(MINUTE), spread_pnl: { realized: 0, unrealized: 0 } };
        const own = performance({ ...more, funding_pnl });
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
      expect(await toldWith(["--for", "1h"])).toEqual([]);
      expect(await toldWith([])).toEqual(["alert losing critical", "alert small warning"]);
      expect(await toldWith([], 10)).toEqual(["resolved losing critical"]);
      expect(told().at(-1)?.at).toBe("2026-06-01T12:00:30Z");
    });

    it("says what a rule found that has the name of a cause", async () => {
      const text = '[[rule]]\nname = "losing"\nwhen = "length(legs) == 0"';
      const it = await start([legless(1)], ["--rules", rulesFile(directoryForTest().path, text)]);
      expect(it.screen.lines()[1]).toMatch(/^1 rule failed · /);
      expect(it.screen.text()).toMatch(/^>● BTC\.0000 .* losing: length\(legs\) == 0; no legs$/m);
    });
  });

  it("resolves nothing of the whole book in a watch of one asset", async () => {
    const { env, command, told } = directoryForTest();
    const service = await watchedService([legless(1), legless(2, "ETH")]);
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

  it("writes its alerts as events elsewhere, without the positions", async () => {
    const service = await watchedService([legless(1)]);
    const controller = new AbortController();
    let now = NOW;
    const { stdout } = await carry(["watch", "-o", "ndjson"], {
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
    expect(lines[0]).toMatchObject({ event: "started" });
    const alert = lines.find(({ rule }) => rule === "legs_missing");
    expect(alert).toMatchObject({
      event: "alert",
      asset: "BTC",
      since: "2026-06-01T12:00:00Z",
      summary: "no legs",
    });
    expect(alert).not.toHaveProperty("position");
    const end = lines.find(({ event }) => event === "resolved");
    expect(end).toMatchObject({ rule: "legs_missing", asset: "BTC", since: alert.since }); // gone
  });
});
