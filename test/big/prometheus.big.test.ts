import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { parsePage, valueIn } from "../metrics/parse.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { runCarry, startCarry } from "../support/process.js";
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
  when = "imbalance > \`1\`"
  [[rule]]
  name = "run"
  when = "run_7d < \`0\`"`;

const job = (name: string, target: string) => ({
  job_name: name,
  static_configs: [{ targets: [target] }],
});

describe.runIf(hasPrometheus)("Prometheus", () => {
  const { env } = sandboxForFile({ seed: 1, positions: 24, now: Date.now });

  /** Serves metrics as a process until the end of the test. */
  async function serve(
    variables: Readonly<Record<string, string>>,
    ...argv: string[]
  ): Promise<string> {
    const port = await freePort();
    const child = startCarry(["metrics", "--listen", String(port), ...argv], variables);
    onTestFinished(() => void child.kill("SIGKILL"));
    const target = `127.0.0.1:${port}`;
    await eventually("the server of metrics", async () => {
      return (await fetch(`http://${target}/`)).status === 404 ? true : undefined;
    });
    return target;
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
    expect(promtool("check", "rules", "carry.rules.yml")).toMatch(/SUCCESS: 1[1-9] rules found/);
    expect(promtool("test", "rules", "carry.rules.test.yml")).toContain("SUCCESS");
  });

  it("scrapes the server in both formats, and node exporter's textfile: each value as printed", async () => {
    const directory = tempDirectory();
    const rules = join(directory, "rules.toml");
    writeFileSync(rules, RULES);
    const plain = await serve(env(), "--rules", rules);
    const open = await serve(env(), "--rules", rules, "--openmetrics");
    const prom = join(directory, "carry.prom");
    expect((await runCarry(["metrics", "--rules", rules, "--file", prom], env())).code).toBe(0);
    const port = await freePort();
    start("prometheus-node-exporter", [
      ...["--collector.disable-defaults", "--collector.textfile"],
      `--collector.textfile.directory=${directory}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]);
    const { query } = await startPrometheus({
      global: { scrape_interval: "1s" },
      scrape_configs: [job("plain", plain), job("open", open), job("node", `127.0.0.1:${port}`)],
    });
    await eventually("three scrapes", async () => {
      const up = await query("carry_up == 1");
      return up.length === 3 ? true : undefined;
    });
    const page = parsePage(readFileSync(prom, "utf8"));
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
    const counts = await query('count by (job) ({__name__=~"carry_.*"})');
    expect(counts.map(({ value }) => value)).toEqual([page.length, page.length, page.length]);
    expect(await query('carry_rule_failed{rule="hedge",job="plain"} > 0')).toHaveLength(1);
    expect(await query('carry_rule_unknown{rule="run",job="open"} > 0')).toHaveLength(1);
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

  it("sees a portfolio that cannot be fetched as a target that is down", async () => {
    const { url } = await faultyServer((socket) => socket.write(answer(503, "{}")));
    const variables = { CARRY_BASE_URL: url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO };
    const target = await serve({ ...variables, CARRY_RETRIES: "0" });
    const { query } = await startPrometheus({
      global: { scrape_interval: "1s" },
      scrape_configs: [job("carry", target)],
    });
    const [up] = await eventually("a scrape", async () => {
      const found = await query('up{job="carry"}');
      return found.length === 0 ? undefined : found;
    });
    expect(up?.value).toBe(0);
    expect(await query('{__name__=~"carry_.*"}')).toEqual([]);
  });

  it("alerts by the shipped rules, through Alertmanager to a hook", async () => {
    const directory = tempDirectory();
    const own = join(directory, "rules.toml");
    writeFileSync(own, RULES);
    const target = await serve(env(), "--rules", own);
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
    const wanted = ["CarryUnhedged", "CarryRuleFailed", "CarryRuleUnknown", "CarryNotJudged"];
    await eventually("the alerts", async () => {
      const names = new Set(hook.alerts.map(({ labels }) => labels.alertname ?? ""));
      return wanted.every((name) => names.has(name)) ? true : undefined;
    });
    const firing = hook.alerts.filter(({ status }) => status === "firing");
    const unhedged = firing.find(({ labels }) => labels.alertname === "CarryUnhedged");
    expect(unhedged?.labels).toMatchObject({ severity: "critical", reason: "unbalanced" });
    expect(unhedged?.annotations.summary).toMatch(
      /^unbalanced: \d+ of the open positions\. carry status says which\.$/,
    );
    const failed = firing.find(({ labels }) => labels.alertname === "CarryRuleFailed");
    expect(failed?.labels.rule).toBe("hedge");
    expect(firing.some(({ labels }) => labels.alertname === "CarryPartly")).toBe(false);
  });
});
