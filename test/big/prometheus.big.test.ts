import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parsePage, valueIn } from "../metrics/parse.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { runCarry } from "../support/process.js";
import { PORTFOLIO, performance, position } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";
import {
  eventually,
  freePort,
  hasPrometheus,
  start,
  startAlertmanager,
  startHook,
  startPrometheus,
  tempDirectory,
} from "./prometheus.js";

const MONITORING = fileURLToPath(new URL("../../docs/monitoring/", import.meta.url));
const RULES = `
  [[rule]]
  name = "hedge"
  when = "imbalance > 1"
  [[rule]]
  name = "run"
  when = "run_7d < 0"`;

function rulesFile(): string {
  const path = join(tempDirectory(), "rules.toml");
  writeFileSync(path, RULES);
  return path;
}

const job = (name: string, target: string) => ({
  job_name: name,
  static_configs: [{ targets: [target] }],
});

describe.runIf(hasPrometheus)("Prometheus", () => {
  const { env } = sandboxForFile({ seed: 1, positions: 24, now: Date.now });

  /** Writes metrics to a file that a node exporter serves until the end of the test. */
  async function collected(...argv: string[]): Promise<{ target: string; file: string }> {
    const directory = tempDirectory();
    const file = join(directory, "carry.prom");
    expect((await runCarry(["metrics", "--file", file, ...argv], env())).code).toBe(0);
    const port = await freePort();
    start("prometheus-node-exporter", [
      ...["--collector.disable-defaults", "--collector.textfile"],
      `--collector.textfile.directory=${directory}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]);
    return { target: `127.0.0.1:${port}`, file };
  }

  it("promtool accepts the page, also with any text of the service", async () => {
    const check = (page: string) =>
      spawnSync("promtool", ["check", "metrics"], { input: page, encoding: "utf8" });
    const { stdout } = await runCarry(["metrics"], env());
    expect(parsePage(stdout).length).toBeGreaterThan(100);
    expect(check(stdout)).toMatchObject({ status: 0, stdout: "", stderr: "" });
    const asset = 'A"B\\C\nD{} 1\u001b[2J ä 😀 #';
    const odd = position(1, { asset, performance: performance() });
    const { url } = await faultyServer((socket, request) =>
      socket.write(
        answer(
          200,
          JSON.stringify(
            /positions/.test(request) ? { data: [odd], next_cursor: null } : { data: [] },
          ),
        ),
      ),
    );
    const page = await runCarry(["metrics"], {
      ...{ CARRY_BASE_URL: url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
    });
    expect(valueIn(parsePage(page.stdout), "carry_position_net_pnl_usd", { asset })).toBe(81.5);
    expect(check(page.stdout)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });

  it("promtool accepts the alert rules, and their tests pass", () => {
    const promtool = (...argv: string[]) =>
      execFileSync("promtool", argv, { cwd: MONITORING, encoding: "utf8", stdio: "pipe" });
    expect(promtool("check", "rules", "carry.rules.yml")).toMatch(/SUCCESS: 10 rules found/);
    expect(promtool("test", "rules", "carry.rules.test.yml")).toContain("SUCCESS");
  });

  it("scrapes node exporter's textfile: each value as printed, and the dashboard has them", async () => {
    const { target, file } = await collected("--rules", rulesFile());
    const { query } = await startPrometheus({
      global: { scrape_interval: "1s" },
      scrape_configs: [job("node", target)],
    });
    await eventually("a scrape", async () => {
      return (await query("carry_up == 1")).length === 1 ? true : undefined;
    });
    const page = parsePage(readFileSync(file, "utf8"));
    const stored = await query('{job="node",__name__=~"carry_.*"}');
    const keyOf = (name: string, labels: Readonly<Record<string, string>>) =>
      JSON.stringify([name, Object.entries(labels).sort()]);
    const found = new Map(
      stored.map(({ metric: { __name__ = "", job: _, instance: __, ...labels }, value }) => [
        keyOf(__name__, labels),
        value,
      ]),
    );
    expect(found.size).toBe(page.length);
    const wrong = page.filter(
      ({ name, labels, value }) => found.get(keyOf(name, labels)) !== value,
    );
    expect(wrong).toEqual([]);
    expect(await query('carry_rule_failed{rule="hedge"} > 0')).toHaveLength(1);
    expect(await query('carry_rule_unknown{rule="run"} > 0')).toHaveLength(1);
    const dashboard = JSON.parse(readFileSync(join(MONITORING, "dashboard.json"), "utf8")) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    for (const { title, targets } of dashboard.panels) {
      for (const { expr } of targets) {
        const { length } = await query(expr.replace(/ > 0$/, " >= 0"));
        expect([title, expr, length > 0]).toEqual([title, expr, true]);
      }
    }
  });

  it("alerts by the shipped rules, through Alertmanager to a hook", async () => {
    const { target } = await collected("--rules", rulesFile());
    const hook = await startHook();
    const alertmanager = await startAlertmanager(hook.url);
    const shipped = readFileSync(join(MONITORING, "carry.rules.yml"), "utf8");
    await startPrometheus(
      {
        global: { scrape_interval: "1s", evaluation_interval: "1s" },
        rule_files: ["carry.rules.yml"],
        scrape_configs: [job("carry", target)],
        alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] },
      },
      { "carry.rules.yml": shipped.replaceAll(/for: \w+/g, "for: 0s") }, // without the wait
    );
    const wanted = ["CarryCostsMoney", "CarryRuleFailed", "CarryRuleUnknown", "CarryNotJudged"];
    await eventually("the alerts", async () => {
      const names = new Set(hook.alerts.map(({ labels }) => labels.alertname ?? ""));
      return wanted.every((name) => names.has(name)) ? true : undefined;
    });
    const firing = hook.alerts.filter(({ status }) => status === "firing");
    const uneven = firing.find(({ labels }) => labels.reason === "imbalance");
    expect(uneven?.labels).toMatchObject({ alertname: "CarryCostsMoney", severity: "warning" });
    expect(uneven?.annotations.summary).toMatch(
      /^imbalance: \d+ of the open positions\. carry status says which\.$/,
    );
    const failed = firing.find(({ labels }) => labels.alertname === "CarryRuleFailed");
    expect(failed?.labels.rule).toBe("hedge");
    expect(firing.some(({ labels }) => labels.alertname === "CarryPartly")).toBe(false);
  });
});
