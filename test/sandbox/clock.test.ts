import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Interrupted } from "../../src/base/terminal/io.js";
import { LINES, offered } from "../completion/asking.js";
import { carry, type Outcome } from "../support/carry.js";
import { createTestClock, watching } from "../support/watching.js";
import { DAY, sandbox } from "./harness.js";

const AT = "2026-03-10T12:00:25Z";
const SET = { CARRY_SANDBOX_AT: AT };
const FROZEN = { ...SET, CARRY_SANDBOX_FREEZE: "1" };
const TODAY = Date.parse("2027-01-05T08:00:00Z");
const IN_SANDBOX = ["--profile", "sandbox"];

const COMMANDS = [
  "status",
  "status -o json",
  "positions list",
  "positions list --performance -o json",
  "list --view funding",
  "list --view next",
  "funding history 1 --start 7d",
].map((line) => line.split(" "));

const on = (now: number, env: Record<string, string>) => ({ env, clock: { now: () => now } });

/** Returns the environment of a client in another process than the sandbox. */
function clientOf(service: { url: string; apiKey: string; portfolioId: string }) {
  return {
    CARRY_BASE_URL: service.url,
    CARRY_API_KEY: service.apiKey,
    CARRY_PORTFOLIO: service.portfolioId,
  };
}

function tempDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "carry-clock-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe("a sandbox whose time is set and stands", () => {
  it.each(COMMANDS)("answers the same bytes today and tomorrow: %s %s %s", async (...words) => {
    const argv = [...words, ...IN_SANDBOX];
    const today = await carry(argv, on(TODAY, FROZEN));
    const tomorrow = await carry(argv, on(TODAY + 1.3 * DAY, FROZEN));
    expect(today.code).toBe(0);
    expect(tomorrow.stdout).toBe(today.stdout);
    expect((await carry(argv, on(TODAY, {}))).stdout).not.toBe(today.stdout);
  });

  it("has the positions that completion offers", async () => {
    const { stdout } = await carry(["positions", "list", "-o", "json", ...IN_SANDBOX], {
      env: FROZEN,
    });
    const positions = JSON.parse(stdout) as Record<string, string>[];
    expect(offered(`--profile sandbox ${LINES["position-id"]}`, { env: FROZEN })).toEqual(
      positions.map((it) => `${it.asset}.${it.position_id?.slice(0, 4)}\t${it.status}`),
    );
  });

  it("stands at the time of the start where only CARRY_SANDBOX_FREEZE is set", async () => {
    let now = TODAY;
    const argv = ["positions", "list", "--performance", "-o", "json", ...IN_SANDBOX];
    const { stdout } = await carry(argv, {
      env: { CARRY_SANDBOX_FREEZE: "1" },
      clock: { now: () => now++ },
    });
    const calculated = JSON.parse(stdout).map(
      (it: { performance: { calculated_at: string } }) => it.performance.calculated_at,
    );
    expect(new Set(calculated)).toEqual(new Set(["2027-01-05T08:00:00.000Z"]));
  });

  it("does not stop a watch on a terminal", async () => {
    const clock = createTestClock(TODAY);
    const it = watching(["watch", "1m", ...IN_SANDBOX], { env: FROZEN, clock });
    await it.shows("updated 12:00:25Z");
    await it.shows("next in 1m");
    await it.passes(20_000);
    await it.shows("next in 40s");
    await it.passes(41_000);
    await it.shows("next in 59s");
    expect(it.screen.text()).toContain("updated 12:00:25Z");
    it.press("q");
    expect(await it.ended).toBe(0);
  });
});

describe("a sandbox whose time is set", () => {
  it("runs on from there", async () => {
    const controller = new AbortController();
    let [now, waits, written] = [TODAY, 0, ""];
    await carry(["watch", "1m", ...IN_SANDBOX], {
      env: SET,
      signal: controller.signal,
      clock: {
        now: () => now,
        sleep: async (ms) => {
          now += ms;
          waits += 1;
          if (waits === 3) controller.abort(new Interrupted("SIGINT"));
        },
      },
      write: async (text) => {
        written += text;
      },
    });
    const times = written
      .trim()
      .split("\n")
      .map((it) => JSON.parse(it).at as string);
    expect(times[0]).toBe("2026-03-10T12:00:25Z");
    expect(times.every((at) => at < "2026-03-10T12:03")).toBe(true);
  });

  it("begins at a day by the computer's clock with today, yesterday and now", async () => {
    const argv = ["positions", "list", "--performance", "-o", "json", "--limit", "1", "-q"];
    for (const [at, start] of [
      ["today", "2027-01-05T00:00:00.000Z"],
      ["yesterday", "2027-01-04T00:00:00.000Z"],
      ["now", "2027-01-05T08:00:00.000Z"],
    ]) {
      const env = { CARRY_SANDBOX_AT: at ?? "" };
      const { stdout } = await carry([...argv, ...IN_SANDBOX], on(TODAY, env));
      expect(JSON.parse(stdout)[0].performance.calculated_at).toBe(start);
    }
  });

  it.each([
    ["CARRY_SANDBOX_AT", "7d", "a time such as 2026-01-31, 2026-01-31T08:00:00Z, now, today or"],
    ["CARRY_SANDBOX_AT", "2026-02-30", "a time such as 2026-01-31, 2026-01-31T08:00:00Z, now,"],
    ["CARRY_SANDBOX_FREEZE", "yes", "1 or 0"],
  ])("refuses %s=%s, and says what is allowed", async (name, value, allowed) => {
    for (const argv of [["status", ...IN_SANDBOX], ["sandbox"]]) {
      const { code, stdout, stderr } = await carry(argv, { env: { [name]: value } });
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`error: ${name}: "${value}" is not ${allowed}`);
    }
    expect((await carry(["help", "environment"], { env: { [name]: value } })).code).toBe(0);
  });
});

describe("carry sandbox with a time", () => {
  /** Runs it until it has written how to reach it, and `use` is over. */
  async function served(
    argv: readonly string[],
    env: Record<string, string>,
    use: (shown: string) => Promise<void> = async () => {},
  ): Promise<Outcome & { readonly shown: string }> {
    const ending = new AbortController();
    let shown = "";
    const outcome = await carry(["sandbox", ...argv], {
      ...on(TODAY, env),
      signal: ending.signal,
      write: async (text) => {
        shown += text;
        await use(shown);
        ending.abort();
      },
    });
    return { ...outcome, shown };
  }

  it.each([
    ["options", ["--at", AT, "--freeze"], {}],
    ["variables", [], FROZEN],
    ["options before variables", ["--at", AT, "--freeze"], { CARRY_SANDBOX_AT: "2020-01-01" }],
  ])("sends it as Date, set by %s, and says how a client sets it too", async (_by, argv, env) => {
    let date: string | null = "";
    const { code, shown } = await served([...argv, "-o", "json"], env, async (text) => {
      date = (await fetch(`${JSON.parse(text).url}/v1/assets`)).headers.get("date");
    });
    expect([code, date]).toEqual([0, "Tue, 10 Mar 2026 12:00:25 GMT"]);
    expect(JSON.parse(shown)).toMatchObject({ at: "2026-03-10T12:00:25.000Z", freeze: true });
    expect((await served(argv, env)).shown).toContain(
      "  export CARRY_SANDBOX_AT=2026-03-10T12:00:25.000Z\n  export CARRY_SANDBOX_FREEZE=1\n",
    );
  });

  it("prints nothing of it without one", async () => {
    expect((await served([], {})).shown).not.toContain("CARRY_SANDBOX");
    const { shown } = await served(["-o", "json"], {});
    expect(Object.keys(JSON.parse(shown))).not.toContain("at");
  });

  it("is not warned of the base URL of a profile, which it does not use", async () => {
    const env = { ...FROZEN, CARRY_BASE_URL: "https://service.example" };
    expect((await served([], env)).stderr).toBe("");
  });

  it.each([
    ["7d", "--at", "is not a time such as 2026-01-31"],
    ["2026-13-01", "--at", "is not a time such as 2026-01-31"],
  ])("refuses %s for %s", async (value, option, why) => {
    const { code, stderr } = await carry(["sandbox", option, value]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${option}: "${value}" ${why}`);
  });
});

describe("a client of a sandbox in another process", () => {
  it("has the same bytes as the built-in profile, today and tomorrow", async () => {
    const service = await sandbox();
    for (const words of COMMANDS) {
      const built = await carry([...words, ...IN_SANDBOX, "-q"], on(TODAY, FROZEN));
      for (const now of [TODAY, TODAY + DAY]) {
        const env = { ...clientOf(service), ...FROZEN };
        const { code, stdout, stderr } = await carry([...words, "-q"], on(now, env));
        const named = built.stdout.replaceAll('"portfolio":"main"', '"portfolio":null');
        expect([code, stdout, stderr]).toEqual([0, named, ""]); // only its profile has a name for it
      }
    }
  });

  it("takes the variables whether option or environment names the address", async () => {
    const { url, apiKey, portfolioId } = await sandbox();
    const portfolio = { CARRY_PORTFOLIO: portfolioId, CARRY_API_KEY: apiKey };
    const argv = ["funding", "history", "1", "--start", "7d"];
    const outcomes = [
      await carry(argv, on(TODAY, { ...FROZEN, ...portfolio, CARRY_BASE_URL: url })),
      await carry([...argv, "--base-url", url], on(TODAY, { ...FROZEN, ...portfolio })),
    ];
    const [first] = outcomes;
    expect(first?.stdout).toContain("2026-03-10");
    for (const { stdout, stderr } of outcomes) {
      expect([stdout, stderr]).toEqual([first?.stdout, first?.stderr]);
    }
  });

  it("neither reads nor writes caches, which are dated by the computer's clock", async () => {
    const service = await sandbox();
    const cache = join(tempDirectory(), "cache");
    const env = { ...clientOf(service), CARRY_CACHE_DIR: cache };
    const kept = () => (existsSync(cache) ? readdirSync(cache, { recursive: true }).length : 0);
    for (const argv of [["funding", "markets"], ["status"]]) {
      expect((await carry(argv, on(service.clock.time, { ...env, ...FROZEN }))).code).toBe(0);
    }
    expect(kept()).toBe(0);
    const argv = ["funding", "markets", "-v"];
    await carry(argv, on(service.clock.time, env));
    expect(kept()).toBeGreaterThan(0);
    const cached = "from the local cache";
    expect((await carry(argv, on(service.clock.time, env))).stderr).toContain(cached);
    expect((await carry(argv, on(TODAY, { ...env, ...FROZEN }))).stderr).not.toContain(cached);
  });

  it("is not told by doctor that its clock is wrong", async () => {
    const service = await sandbox();
    service.clock.time += 3 * 3_600_000; // the sandbox ran on
    const env = { ...clientOf(service), ...SET };
    const { stdout } = await carry(["doctor", "-o", "json"], on(TODAY, env));
    const rows = JSON.parse(stdout) as { check: string; mark: string; detail: string }[];
    expect(rows.find(({ check }) => check === "clock")).toMatchObject({
      mark: "ok",
      detail: "set to the time of a sandbox (CARRY_SANDBOX_AT, CARRY_SANDBOX_FREEZE)",
    });
  });
});

describe("the variables of a sandbox's time elsewhere", () => {
  const ignored = (what: string) =>
    `warning: ${what} ignored: the time of a sandbox counts for --profile sandbox, and where --base-url or CARRY_BASE_URL is a loopback address\n`;

  const warnings = (stderr: string) => stderr.match(/^warning: .*\n/gm)?.join("") ?? "";

  it.each([
    [FROZEN, "https://service.example/v2", "CARRY_SANDBOX_AT and CARRY_SANDBOX_FREEZE are"],
    [SET, "http://127.0.0.1.example", "CARRY_SANDBOX_AT is"],
    [{ CARRY_SANDBOX_FREEZE: "1" }, "https://10.0.0.1", "CARRY_SANDBOX_FREEZE is"],
  ])("are ignored with one warning: %o, %s", async (env, url, what) => {
    const { stderr } = await carry(["profile", "list", "--base-url", url], { env });
    expect(warnings(stderr)).toBe(ignored(what));
  });

  it("are ignored where an option names another service than the built-in profile's", async () => {
    const url = "https://service.example";
    const argv = ["profile", "list", "--profile", "sandbox", "--base-url", url];
    const { stderr } = await carry(argv, { env: SET });
    expect(warnings(stderr)).toBe(ignored("CARRY_SANDBOX_AT is"));
  });

  it("are ignored without a service, and do not hide what is missing", async () => {
    const { code, stderr } = await carry(["status"], { env: SET });
    expect(code).toBe(3);
    expect(stderr).toContain(ignored("CARRY_SANDBOX_AT is"));
    expect(stderr).toContain("error: carry is not set up: no base URL is set");
  });

  it("are named for programs by a code", async () => {
    const env = { ...SET, CARRY_BASE_URL: "https://service.example" };
    const { stderr } = await carry(["profile", "list", "-o", "json"], { env });
    const [line = ""] = stderr.split("\n");
    expect(JSON.parse(line).warning.code).toBe("SANDBOX_TIME");
  });

  it("count for nothing when they are empty or off", async () => {
    const env = { CARRY_SANDBOX_AT: "", CARRY_SANDBOX_FREEZE: "0" };
    const { code, stderr } = await carry(["profile", "list", "--base-url", "https://a.example"], {
      env,
    });
    expect([code, warnings(stderr)]).toEqual([0, ""]);
  });
});
