import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { settled } from "../../support/answers.js";
import { carry, type Outcome } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { answer } from "../../support/faulty-server.js";
import { long, MINUTE, short } from "../../support/fresh-legs.js";
import { NOW } from "../../support/now.js";
import { performance, position } from "../../support/records.js";
import { watchedService } from "../../support/watched.js";

const sound = (n: number, more: object = {}) =>
  position(n, { legs: [long(), short()], performance: performance(), ...more });
/** Lost 1,000 USD by funding and prices, which is more than 10bp of its notional. */
const losing = (n: number) =>
  sound(n, {
    performance: performance({ net_pnl: -1015.5, funding_pnl: -996.5 }),
  });
const nameless = (n: number) => sound(n, { legs: [long({ market_id: null }), short()] });

interface Told {
  readonly event: string;
  readonly id: string;
  readonly rule: string;
  readonly severity?: string;
  readonly position_id: string;
  readonly since: string;
  readonly title: string;
}

/** A service, a state directory, and a command that adds each event to a file. */
async function desk(positions: readonly Record<string, unknown>[]) {
  const directory = mkdtempSync(join(tmpdir(), "carry-alerts-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const service = await watchedService(positions);
  service.served.funding = async () => answer(200, JSON.stringify({ data: settled("0") }));
  const out = join(directory, "told");
  const told = (): Told[] =>
    existsSync(out)
      ? readFileSync(out, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Told)
      : [];
  let minute = 0;
  return {
    ...service,
    directory,
    told,
    names: () =>
      told().map(
        ({ event, rule, position_id }) => `${event} ${rule} ${Number(position_id.slice(-12))}`,
      ),
    command: `cat >>"${out}"`,
    /** Runs a check, a minute after the one before. */
    check(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
      const now = NOW + minute++ * MINUTE;
      return carry(
        ["status", "--check", "--stale", "24h", "--stale-performance", "24h", ...words],
        {
          env: {
            ...service.env,
            PATH: process.env.PATH ?? "",
            CARRY_STATE_DIR: join(directory, "state"),
            ...env,
          },
          clock: { now: () => now },
        },
      );
    },
    stateFile() {
      const alerts = join(directory, "state", "alerts");
      const [name = ""] = readdirSync(alerts);
      return join(alerts, name);
    },
  };
}

describe("status --check --on-alert", () => {
  it("tells what is new, once, and its end, also from run to run", async () => {
    const it = await desk([losing(1), sound(2)]);
    const words = ["--on-alert", it.command];
    expect((await it.check(words)).code).toBe(10);
    expect((await it.check(words)).code).toBe(10);
    expect(it.names()).toEqual(["alert losing 1"]);
    it.served.positions = [losing(1), losing(2)];
    await it.check(words);
    it.served.positions = [sound(1), losing(2)];
    await it.check(words);
    it.served.positions = [sound(1)];
    expect((await it.check(words)).code).toBe(0);
    expect(it.names()).toEqual([
      "alert losing 1",
      "alert losing 2",
      "resolved losing 1",
      "resolved losing 2",
    ]);
    const [first, , resolved] = it.told();
    expect(resolved?.id).toBe(first?.id);
    expect(resolved?.since).toBe(first?.since);
    expect(new Set(it.told().map(({ id }) => id)).size).toBe(2);
    expect([first?.severity, resolved?.severity]).toEqual(["warning", "warning"]);
  });

  it("gives the command a line that matches `carry schema alert-event`, and says what is wrong", async () => {
    const it = await desk([losing(1)]);
    await it.check(["--on-alert", it.command]);
    expect((await contradictions("alert-event"))(it.told()[0])).toEqual([]);
    expect(it.told()[0]).toMatchObject({
      title: "BTC.00000000: losing",
      summary: "losing: funding and price PnL -1,000.00",
      since: "2026-06-01T12:00:00Z",
    });
  });

  it("does not resolve what can no longer be told", async () => {
    const it = await desk([losing(1)]);
    const words = ["--on-alert", it.command];
    await it.check(words);
    it.served.positions = [sound(1, { performance: performance({ net_pnl: null }) })];
    await it.check(words);
    it.served.positions = [losing(1)];
    await it.check(words);
    expect(it.names()).toEqual([
      "alert losing 1",
      "alert net_pnl_unavailable 1",
      "resolved net_pnl_unavailable 1",
    ]);
  });

  it("waits with --for, and between two alerts with --cooldown", async () => {
    const it = await desk([losing(1)]);
    const words = ["--on-alert", it.command, "--for", "2m", "--cooldown", "10m"];
    await it.check(words);
    await it.check(words);
    expect(it.names()).toEqual([]);
    await it.check(words); // alerted at minute 2
    it.served.positions = [sound(1)];
    await it.check(words);
    it.served.positions = [losing(1)];
    for (let minute = 4; minute <= 11; minute++) await it.check(words);
    expect(it.names()).toEqual(["alert losing 1", "resolved losing 1"]);
    await it.check(words);
    expect(it.names()).toEqual(["alert losing 1", "resolved losing 1", "alert losing 1"]);
  });

  it("keeps an event that was not told for the next run, with one warning, and the exit code", async () => {
    const it = await desk([losing(1), losing(2)]);
    const failing = `if [ -e "${it.directory}/up" ]; then ${it.command}; else echo no network >&2; exit 4; fi`;
    const { code, stderr } = await it.check(["--on-alert", failing]);
    expect(code).toBe(10);
    expect(stderr).toBe(
      [1, 2]
        .map(
          () =>
            'warning: the command of --on-alert for "BTC.00000000: losing", which waits: it ended with exit code 4: no network\n',
        )
        .join(""),
    );
    it.served.positions = [losing(1)];
    await it.check(["--on-alert", failing]);
    writeFileSync(join(it.directory, "up"), "");
    await it.check(["--on-alert", failing]);
    expect(it.names()).toEqual(["alert losing 1", "alert losing 2", "resolved losing 2"]);
  });

  it("waits for the command, and remembers that it was told, also when the report cannot be written", async () => {
    const it = await desk([losing(1)]);
    const env = {
      ...{ ...it.env, PATH: process.env.PATH ?? "" },
      CARRY_STATE_DIR: join(it.directory, "state"),
    };
    const write = async () => {
      throw new Error("disk full");
    };
    const command = `sleep 0.2; ${it.command}`;
    const words = ["--stale", "24h", "--stale-performance", "24h", "--on-alert", command];
    expect((await carry(["status", "--check", ...words], { env, write })).code).toBe(1);
    expect(it.names()).toEqual(["alert losing 1"]);
    await it.check(["--on-alert", command]);
    expect(it.names()).toEqual(["alert losing 1"]);
  });

  it("tells with a digest what is more than 100 events", async () => {
    const many = Array.from({ length: 101 }, (_, n) => losing(n + 1));
    const it = await desk(many);
    const failing = `if [ -e "${it.directory}/up" ]; then ${it.command}; else exit 4; fi`;
    writeFileSync(join(it.directory, "up"), "");
    await it.check(["--on-alert", failing]);
    expect(it.told()).toMatchObject([
      {
        event: "digest",
        title: "101 events were not delivered",
        counts: { alert: 101, resolved: 0 },
      },
    ]);
  });

  it("is blind after three checks that failed, and tells when it sees again", async () => {
    const it = await desk([sound(1)]);
    const words = ["--on-alert", it.command];
    await it.check(words);
    it.served.failure = answer(503, "");
    const codes = [];
    for (let run = 0; run < 4; run++)
      codes.push((await it.check(words, { CARRY_RETRIES: "0" })).code);
    expect(codes).toEqual([7, 7, 7, 7]);
    it.served.failure = undefined;
    await it.check(words);
    expect(it.names()).toEqual(["blind blind 0", "resolved blind 0"]);
    expect(it.told()[0]).toMatchObject({
      title: "carry does not see the portfolio",
      summary: expect.stringContaining("no round succeeded since 2026-06-01 12:00Z: "),
    });
  });

  it("beats with --heartbeat while the service answers, for a dead man's switch", async () => {
    const it = await desk([sound(1)]);
    const words = ["--on-alert", it.command, "--heartbeat", "2m"];
    for (let run = 0; run < 5; run++) {
      it.served.failure = run === 2 ? answer(503, "") : undefined;
      await it.check(words, { CARRY_RETRIES: "0" });
    }
    expect(it.told().map(({ event, since }) => [event, since])).toEqual([
      ["heartbeat", "2026-06-01T12:00:00Z"],
      ["heartbeat", "2026-06-01T12:03:00Z"],
    ]);
  });

  it("puts no text of the service into a command line, and makes it safe in variables", async () => {
    const evil = '$(touch pwned); "\u001b[2J\u202e\nx';
    const it = await desk([{ ...losing(1), asset: evil }]);
    const out = join(it.directory, "vars");
    await it.check([
      "--on-alert",
      `printf '%s|%s\\n' "$CARRY_ASSET" "$CARRY_TITLE" >"${out}"; ps -o args= -p $$ >>"${out}"`,
    ]);
    const [line, args] = readFileSync(out, "utf8").split("\n");
    expect(line).toBe(
      '$(touch pwned); "\\x1b[2J\\u202e\\nx|$(touch pwned); "\\x1b[2J\\u202e\\nx.00000000: losing',
    );
    expect(args).not.toContain("pwned");
  });

  it("stores rule, id and time in a file that only the user can read", async () => {
    const it = await desk([losing(1)]);
    await it.check(["--on-alert", it.command]);
    expect(statSync(it.stateFile()).mode & 0o777).toBe(0o600);
    const [, content = ""] = readFileSync(it.stateFile(), "utf8").split("\n");
    expect(JSON.parse(content)).toMatchObject({
      version: 1,
      problems: [{ rule: "losing", is_open: true, since: NOW, alerted_at: NOW }],
      waiting: [],
    });
    expect(content).not.toMatch(/BTC|1015|996|1,000/);
  });

  it.each([
    [
      "of a newer version",
      (text: string) => text.replace('state":1', 'state":2'),
      "was written by a newer version of carry (format 2)",
    ],
    [
      "that was cut off",
      (text: string) => text.slice(0, -20),
      "is damaged, or is no alert state file of carry",
    ],
    [
      "that was changed",
      (text: string) => text.replace("losing", "paying"),
      "is damaged, or is no alert state file of carry",
    ],
  ])(
    "tells nothing by a state %s, names it with exit code 9, and keeps it",
    async (_what, change, message) => {
      const it = await desk([losing(1)]);
      await it.check(["--on-alert", it.command]);
      const path = it.stateFile();
      const changed = change(readFileSync(path, "utf8"));
      writeFileSync(path, changed);
      const { code, stderr } = await it.check(["--on-alert", it.command]);
      expect(code).toBe(9);
      expect(stderr).toContain(`error: the alert state file ${path} ${message}\n`);
      expect(readFileSync(path, "utf8")).toBe(changed);
      expect(it.told()).toHaveLength(1);
    },
  );

  it("needs a place for its state", async () => {
    const it = await desk([losing(1)]);
    const { code, stderr } = await it.check(["--on-alert", it.command], {
      CARRY_STATE_DIR: "/dev/null/state",
    });
    expect([code, stderr]).toEqual([
      9,
      expect.stringMatching(/^error: cannot create \/dev\/null\/state\/alerts: /),
    ]);
    const without = await it.check(["--on-alert", it.command], { CARRY_STATE_DIR: "" });
    expect([without.code, without.stderr]).toEqual([
      9,
      "error: there is no directory to store what was delivered in\nhint: set CARRY_STATE_DIR to a directory that can be written\n",
    ]);
    expect(it.told()).toEqual([]);
  });

  it("remembers apart for each command", async () => {
    const it = await desk([losing(1)]);
    await it.check(["--on-alert", it.command]);
    await it.check(["--on-alert", `${it.command} `]);
    expect(it.names()).toEqual(["alert losing 1", "alert losing 1"]);
  });

  it.each([
    [["status", "--on-alert", "true"], "--on-alert works only with --check or --watch"],
    [["status", "--new"], "--new works only with --check or --watch"],
    [["status", "--for", "5m"], "--for works only with --check or --watch"],
    [["status", "--check", "--for", "5m"], "--for works only with --new, --on-alert or --watch"],
    [
      ["status", "--check", "--cooldown", "5m"],
      "--cooldown works only with --new, --on-alert or --watch",
    ],
    [
      ["status", "--check", "--heartbeat", "5m"],
      "--heartbeat works only with --on-alert or --watch",
    ],
    [
      ["status", "--check", "--watch"],
      "option '--watch [interval]' cannot be used with option '--check'",
    ],
    [["status", "--check", "--for", "soon"], '--for: "soon" is not a time up to 30d'],
    [["positions", "list", "--on-alert", "true"], "--on-alert works only with --watch"],
    [["positions", "list", "--watch", "--clear", "a"], "--clear works only with --alert"],
    [["positions", "list", "--watch", "--cooldown", "1h"], "--cooldown works only with --alert"],
  ])("refuses %j", async (words, message) => {
    const { code, stderr } = await carry(words, { env: { CARRY_API_KEY: "k" } });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("status --check --new", () => {
  it("prints what needs attention and was not told before, else nothing", async () => {
    const it = await desk([losing(1), sound(2)]);
    const first = await it.check(["--new"]);
    expect(first.code).toBe(10);
    expect(first.stdout).toContain("\nnew: 1 losing ");
    expect(await it.check(["--new"])).toMatchObject({ code: 0, stdout: "", stderr: "" });
    it.served.positions = [losing(1), losing(2)];
    const { code, stdout } = await it.check(["--new", "-o", "json"]);
    expect(code).toBe(10);
    const { attention, inputs, open_positions } = JSON.parse(stdout);
    expect(attention).toMatchObject([{ reasons: [{ code: "losing" }] }]);
    expect(attention[0].position_id).toMatch(/2$/);
    expect([inputs.new, open_positions]).toEqual([true, 2]);
  });

  it("tells once what cannot be judged, with exit code 11", async () => {
    const it = await desk([nameless(1)]);
    const first = await it.check(["--new"]);
    expect(first.code).toBe(11);
    expect(first.stdout).toContain("Nothing new needs attention. Unknown is now:");
    expect(await it.check(["--new"])).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });

  it("prints again what was not printed to the end", async () => {
    const it = await desk([losing(1)]);
    const env = { ...it.env, CARRY_STATE_DIR: join(it.directory, "state") };
    const write = async () => {
      throw new Error("disk full");
    };
    const words = ["status", "--check", "--new", "--stale", "24h", "--stale-performance", "24h"];
    expect((await carry(words, { env, write })).code).toBe(1);
    expect((await it.check(["--new"])).stdout).toContain("losing: funding and price PnL");
  });

  it("has no limit of 100", async () => {
    const it = await desk(Array.from({ length: 130 }, (_, n) => losing(n + 1)));
    const { stdout } = await it.check(["--new", "-o", "json"]);
    expect(JSON.parse(stdout).attention).toHaveLength(130);
  });
});
