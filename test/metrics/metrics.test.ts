import {
  mkdirSync,
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
import { CAUSES, type CauseSpec } from "../../src/figures/causes.js";
import { type Answers, carryWith, settled } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { ago, DAY, long, MINUTE, short } from "../support/fresh-legs.js";
import { NOW } from "../support/now.js";
import { performance, position, uuidOf } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";
import { parsePage, type Read, valueIn } from "./parse.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

const fresh = { calculated_at: ago(MINUTE) };
const hedged = (n: number, more: object = {}): Record<string, unknown> =>
  position(n, {
    opened_at: ago(40 * DAY),
    legs: [long(), short()],
    performance: performance(fresh),
    ...more,
  });

const at100 = (rate: string) => settled(rate, 8, 34, "100");

/** One on both sides, long 2 at 100 and short 1.5 at 101, and one without a mark of its short leg. */
const TWO: Answers = {
  positions: [
    hedged(1, {
      asset: "BNB",
      legs: [
        long({ quantity: 2, open_price: 100, mark_price: 100 }),
        short({ quantity: 1.5, open_price: 101, mark_price: 101 }),
      ],
      performance: performance({
        ...{ ...fresh, funding_pnl: 7, fees: { paid: 1, estimated_exit: 2 }, net_pnl: 4.5 },
        spread_pnl: { realized: 0.5, unrealized: 0 },
        apr: -10.5,
      }),
    }),
    hedged(2, {
      asset: "ETH",
      legs: [
        long({ quantity: 0.3, open_price: 100, mark_price: 100 }),
        short({ quantity: 0.3, open_price: 100, mark_price: null, mark_price_updated_at: null }),
      ],
      performance: performance({ ...fresh, net_pnl: null }),
    }),
  ],
  histories: { 1: at100("0.01"), 2: at100("0.03") },
};

async function metrics(of: Answers, ...argv: string[]) {
  const outcome = await carryWith(of, ["metrics", ...argv]);
  return { ...outcome, page: outcome.code === 2 ? [] : parsePage(outcome.stdout) };
}

function tempDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "carry-metrics-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

describe("the metrics of two positions", () => {
  it("are what is worked out here by hand, and an unknown figure is absent", async () => {
    const { page, code } = await metrics(TWO);
    const get = (name: string, labels: Readonly<Record<string, string>> = {}) =>
      valueIn(page, `carry_${name}`, labels);
    expect(code).toBe(0);
    expect([get("up"), get("last_success_timestamp_seconds")]).toEqual([1, NOW / 1000]);
    expect(get("as_of_timestamp_seconds")).toBe((NOW - MINUTE) / 1000);
    expect([get("open_positions"), get("attention_positions")]).toEqual([2, 1]);
    // 200 + 151.5, and the other one at its open price, since it has no mark.
    expect([get("gross_notional_usd"), get("gross_notional_known_positions")]).toEqual([411.5, 2]);
    expect([get("net_notional_usd"), get("net_notional_known_positions")]).toEqual([48.5, 1]);
    // 0.5 at 100, and the sides of the other one agree.
    expect([get("unhedged_notional_usd"), get("unhedged_notional_known_positions")]).toEqual([
      50, 2,
    ]);
    expect([get("net_pnl_usd"), get("net_pnl_known_positions")]).toEqual([4.5, 1]);
    expect([get("funding_pnl_usd"), get("spread_pnl_usd")]).toEqual([7, 0.5]);
    expect([get("fees_paid_usd"), get("fees_estimated_exit_usd")]).toEqual([1, 2]);
    // Each event has the mark 100: −2 × 1 + 1.5 × 3 = 2.5 and −0.3 × 1 + 0.3 × 3 = 0.6, thrice a day.
    for (const window of ["24h", "7d", "30d"]) {
      expect(get("funding_run_usd_per_day", { window })).toBe(9.3);
      expect(get("funding_run_known_positions", { window })).toBe(2);
      const one = { window, position: uuidOf(1), asset: "BNB" };
      expect(get("position_funding_run_usd_per_day", one)).toBe(7.5);
    }
    const exchange = (name: string, exchange: string, side: string) =>
      get(`exchange_${name}`, { exchange, side });
    expect(exchange("notional_usd", "binance", "long")).toBe(230);
    expect(exchange("notional_usd", "binance", "short")).toBe(0);
    expect(exchange("notional_usd", "bybit", "short")).toBe(181.5);
    const [one, other] = [uuidOf(1), uuidOf(2)].map((position) => ({ position }));
    expect(get("position_net_pnl_usd", one)).toBe(4.5);
    expect(get("position_net_pnl_usd", other)).toBeUndefined();
    expect([get("position_unhedged_usd", one), get("position_imbalance_ratio", one)]).toEqual([
      50, 0.25,
    ]);
    expect([get("position_unhedged_usd", other), get("position_imbalance_ratio", other)]).toEqual([
      0, 0,
    ]);
    expect(get("attention_reasons", { reason: "imbalance" })).toBe(1);
    expect(get("not_judged_reasons", { reason: "mark_missing" })).toBe(1);
    expect(get("attention_reasons", { reason: "losing" })).toBe(0);
  });

  it("have every cause, also those that no position has", async () => {
    const { page } = await metrics({ positions: [] });
    const codes = (name: string) =>
      page.filter((it) => it.name === name).map(({ labels, value }) => [labels.reason, value]);
    const those = (isUnknown: boolean) =>
      Object.entries<CauseSpec>(CAUSES).flatMap(([cause, { severity }]) =>
        (severity === "unknown") === isUnknown ? [[cause, 0]] : [],
      );
    expect(codes("carry_attention_reasons")).toEqual(those(false));
    expect(codes("carry_not_judged_reasons")).toEqual(those(true));
    expect(valueIn(page, "carry_open_positions")).toBe(0);
  });

  it("are gauges with a help, each name once, each combination of labels once", async () => {
    const { stdout, page } = await metrics(TWO);
    const types = stdout.match(/^# TYPE .*$/gm) ?? [];
    const names = [...new Set(page.map(({ name }) => name))];
    expect(types).toEqual(names.map((name) => `# TYPE ${name} gauge`));
    expect(stdout.match(/^# HELP /gm)).toHaveLength(names.length);
    const keys = page.map(({ name, labels }) => JSON.stringify([name, labels]));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("keep any text of the service within its label", async () => {
    const asset = 'A"B\\C\nD} 1\u001b[2J';
    const { page } = await metrics({ positions: [hedged(1, { asset })] });
    expect(valueIn(page, "carry_position_net_pnl_usd", { asset })).toBe(81.5);
    const screen = await carryWith({ positions: [hedged(1, { asset })] }, ["metrics"], {
      terminal: 80,
    });
    expect(screen.stdout).toContain('asset="A\\"B\\\\C\\nD} 1\\x1b[2J"');
  });

  it("keep two exchanges apart whose names are no characters", async () => {
    const legs = [long({ exchange: "x\ud800" }), short({ exchange: "x\ud801" })];
    const { stdout } = await metrics({ positions: [hedged(1, { legs })] });
    const lines = Buffer.from(stdout).toString("utf8").split("\n");
    const series = lines.filter((line) => line.startsWith("carry_exchange_notional_usd{"));
    expect(series.map((line) => /exchange="(.*?)"/.exec(line)?.[1])).toEqual([
      ...["x\\\\ud800", "x\\\\ud800", "x\\\\ud801", "x\\\\ud801"],
    ]);
    expect(new Set(series.map((line) => line.split(" ")[0])).size).toBe(4);
  });
});

describe("the metrics of a portfolio", () => {
  it("are the totals of carry status", async () => {
    const status = JSON.parse((await carry(["status", "-o", "json"], { env: env() })).stdout);
    const page = parsePage((await carry(["metrics"], { env: env() })).stdout);
    const figures = ["gross_notional", "net_notional", "unhedged_notional", "funding_pnl"];
    for (const name of [...figures, "fees_paid", "fees_estimated_exit", "spread_pnl", "net_pnl"]) {
      expect(valueIn(page, `carry_${name}_usd`)).toBe(status.totals[name].value);
    }
    expect(valueIn(page, "carry_apr_ratio")).toBeCloseTo(status.totals.apr.value / 100, 12);
    // Parts of these are legs, which are more than positions.
    const { margin_to_add, next_24h } = status.totals;
    expect(valueIn(page, "carry_margin_to_add_known_legs")).toBe(margin_to_add.counted);
    expect(valueIn(page, "carry_next_24h_known_legs")).toBe(next_24h.counted);
    for (const window of ["24h", "7d", "30d"]) {
      const run = status.totals[`run_${window}`];
      expect(valueIn(page, "carry_funding_run_usd_per_day", { window })).toBe(run.value);
      expect(valueIn(page, "carry_funding_run_known_positions", { window })).toBe(run.counted);
    }
  });

  it("are in the base units of Prometheus: the age in seconds", async () => {
    const list = JSON.parse(
      (await carry(["list", "--view", "now", "-o", "json"], { env: env() })).stdout,
    );
    const page = parsePage((await carry(["metrics"], { env: env() })).stdout);
    const [{ position_id: position, age }] = list.rows;
    expect(valueIn(page, "carry_position_age_seconds", { position })).toBeCloseTo(
      age.value * 86_400,
      6,
    );
  });

  it("ask the service for what carry status asks for, and no more", async () => {
    const asked = async (command: string) => (await carryWith(TWO, [command])).requests.length;
    expect(await asked("metrics")).toBe(await asked("status"));
  });
});

describe("a part that cannot be fetched", () => {
  it("is counted as unknown on a page that is up, and told in a warning", async () => {
    const { page, code, stderr } = await metrics({
      ...TWO,
      histories: { 1: 503, 2: at100("0") },
    });
    expect([code, valueIn(page, "carry_up")]).toEqual([0, 1]);
    expect(stderr).toContain("funding of 1 of 2 markets");
    const names = page.map(({ name }) => name);
    expect(valueIn(page, "carry_missing_parts")).toBe(1);
    expect(names).not.toContain("carry_funding_run_usd_per_day");
    expect(valueIn(page, "carry_funding_run_known_positions", { window: "7d" })).toBe(0);
    expect(valueIn(page, "carry_not_judged_reasons", { reason: "events_missing" })).toBe(2);
    expect(valueIn(page, "carry_net_pnl_usd")).toBe(4.5);
  });

  it("is told of a leg that may be closed", async () => {
    const spread_pnl = { realized: 0, unrealized: 9999 };
    const doubtful = hedged(1, {
      performance: performance({ ...fresh, spread_pnl, net_pnl: 81.5 }),
    });
    const { page } = await metrics({ positions: [doubtful], details: { [uuidOf(1)]: 500 } });
    expect(valueIn(page, "carry_not_judged_reasons", { reason: "legs_unchecked" })).toBe(1);
    expect(valueIn(page, "carry_position_net_pnl_usd")).toBe(81.5);
  });

  it("leaves a bound, which says so", async () => {
    const unpriced = hedged(1, { legs: [long({ mark_price: null, open_price: null }), short()] });
    const { page } = await metrics({ positions: [hedged(2), unpriced] });
    const labels = { figure: "gross_notional", bound: "at_least" };
    expect(valueIn(page, "carry_bound", labels)).toBe(1);
    expect(valueIn(page, "carry_gross_notional_known_positions")).toBe(1);
  });
});

describe("carry metrics --file", () => {
  it.skipIf(process.platform === "win32")(
    "replaces the file as a whole, readable by everyone whatever the umask",
    async () => {
      const path = join(tempDirectory(), "carry.prom");
      writeFileSync(path, "old\n", { mode: 0o600 });
      const before = statSync(path).ino;
      const mask = process.umask(0o077);
      onTestFinished(() => void process.umask(mask));
      const { stdout, code } = await carryWith(TWO, ["metrics", "--file", path]);
      expect([code, stdout]).toEqual([0, ""]);
      expect(valueIn(parsePage(readFileSync(path, "utf8")), "carry_open_positions")).toBe(2);
      expect([statSync(path).mode & 0o777, statSync(path).ino === before]).toEqual([0o644, false]);
      expect(readdirSync(join(path, ".."))).toEqual(["carry.prom"]);
    },
  );

  it("leaves the old file as it is when the positions cannot be listed", async () => {
    const path = join(tempDirectory(), "carry.prom");
    writeFileSync(path, "old\n");
    const outcome = await carry(["metrics", "--file", path, "--base-url", "http://127.0.0.1:9"], {
      env: { CARRY_RETRIES: "0", CARRY_API_KEY: "k", CARRY_PORTFOLIO: uuidOf(9) },
    });
    expect([outcome.code, readFileSync(path, "utf8")]).toEqual([7, "old\n"]);
    expect(readdirSync(join(path, ".."))).toEqual(["carry.prom"]);
  });

  it("writes what is known when a part is missing", async () => {
    const path = join(tempDirectory(), "carry.prom");
    const of = { ...TWO, histories: { 1: 503, 2: at100("0") } };
    const { code } = await carryWith(of, ["metrics", "--file", path]);
    expect([code, valueIn(parsePage(readFileSync(path, "utf8")), "carry_up")]).toEqual([0, 1]);
  });

  it("names a place where it cannot write", async () => {
    const directory = tempDirectory();
    const missing = join(directory, "none", "carry.prom");
    const outcome = await carryWith(TWO, ["metrics", "--file", missing]);
    expect([outcome.code, outcome.stderr.split("\n")[0]]).toEqual([
      9,
      `error: cannot write ${missing}: a part of its path does not exist`,
    ]);
    mkdirSync(join(directory, "dir"));
    const wrong = await carryWith(TWO, ["metrics", "--file", join(directory, "dir")]);
    expect(wrong.code).toBe(9);
    expect(readdirSync(directory)).toEqual(["dir"]);
  });

  it.runIf(process.platform === "linux")(
    "names a directory in which nobody can write",
    async () => {
      const { code, stderr } = await carryWith(TWO, ["metrics", "--file", "/proc/carry.prom"]);
      expect([code, stderr]).toEqual([
        9,
        expect.stringContaining("cannot write /proc/carry.prom: "),
      ]);
    },
  );
});

describe("the rules of carry check", () => {
  const RULES = `
    [[rule]]
    name = "hedge"
    when = "imbalance > 2"
    [[rule]]
    name = "loss"
    when = "net_pnl < 0"
    [[rule]]
    name = "size"
    scope = "book"
    when = "positions > 1"`;

  function configWith(text: string): string {
    const directory = tempDirectory();
    writeFileSync(join(directory, "rules.toml"), text);
    return directory;
  }

  it("are counted", async () => {
    const config = configWith(RULES);
    const count = (page: readonly Read[]) =>
      ["hedge", "loss", "size"].map((rule) =>
        ["carry_rule_failed", "carry_rule_unknown"].map((name) => valueIn(page, name, { rule })),
      );
    const expected = [
      [1, 0],
      [0, 1],
      [1, 0],
    ];
    const named = await metrics(TWO, "--rules", join(config, "rules.toml"));
    expect(count(named.page)).toEqual(expected);
  });

  it("have no metrics without a file, and a file that is not valid is refused", async () => {
    const { page } = await metrics(TWO);
    expect(page.filter(({ name }) => name.startsWith("carry_rule"))).toEqual([]);
    const bad = join(configWith(RULES.replace("imbalance", "imbalanec")), "rules.toml");
    const outcome = await metrics(TWO, "--rules", bad);
    expect([outcome.code, outcome.stdout, outcome.requests]).toEqual([2, "", []]);
    expect(outcome.stderr).toContain("did you mean imbalance?");
  });
});
