import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { isInstalled } from "../support/needs.js";

const PROGRAMS = ["promtool", "prometheus", "prometheus-alertmanager", "prometheus-node-exporter"];

/** Whether the parts of Prometheus can be run here; throws under CI when they cannot. */
export const hasPrometheus =
  process.platform === "linux" &&
  PROGRAMS.every((name) => isInstalled(name, ["--version"], "metrics with Prometheus are"));

export function tempDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "carry-prometheus-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Returns a port that was free a moment ago, for programs that cannot choose one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a program until the end of the test. */
export function start(program: string, argv: readonly string[]): ChildProcess {
  const child = spawn(program, argv, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  child.on("exit", (code) => {
    if (code) process.stderr.write(`${program} ended with ${code}:\n${output.slice(-2000)}\n`);
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  );
  return child;
}

/** Waits until an attempt returns something; its errors and undefined mean not yet. */
export async function eventually<T>(
  what: string,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  let last: unknown = "nothing yet";
  for (const end = Date.now() + 90_000; Date.now() < end; ) {
    try {
      const found = await attempt();
      if (found !== undefined) return found;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`waited in vain for ${what}: ${String(last)}`);
}

/** A sample that Prometheus has stored. */
export interface Stored {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A running Prometheus. */
export interface Prometheus {
  /** Returns the result of an expression. @throws for an expression that is not valid */
  query(expression: string): Promise<Stored[]>;
}

/** Starts Prometheus with a configuration until the end of the test. */
export async function startPrometheus(
  configuration: object,
  files: Readonly<Record<string, string>> = {},
): Promise<Prometheus> {
  const directory = tempDirectory();
  const port = await freePort();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const config = join(directory, "prometheus.yml");
  writeFileSync(config, JSON.stringify(configuration)); // JSON is YAML
  start("prometheus", [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(directory, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  return {
    async query(expression) {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`;
      const { data, error } = (await (await fetch(url)).json()) as {
        data?: { result: { metric: Record<string, string>; value: [number, string] }[] };
        error?: string;
      };
      if (data === undefined) throw new Error(`${expression}: ${error}`);
      return data.result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
    },
  };
}

/** An alert as Alertmanager sends it. */
export interface SentAlert {
  readonly status: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Receives the alerts of a webhook until the end of the test. */
export async function startHook(): Promise<{ url: string; alerts: readonly SentAlert[] }> {
  const alerts: SentAlert[] = [];
  const server = createServer(async (request, response) => {
    const { alerts: sent } = JSON.parse(await bodyOf(request)) as { alerts: SentAlert[] };
    alerts.push(...sent);
    response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/carry`, alerts };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}

/** Starts Alertmanager with one receiver; returns its address. */
export async function startAlertmanager(hook: string): Promise<string> {
  const directory = tempDirectory();
  const port = await freePort();
  const config = join(directory, "alertmanager.yml");
  const route = { receiver: "hook", group_by: ["alertname"], group_wait: "0s" };
  const receivers = [{ name: "hook", webhook_configs: [{ url: hook }] }];
  writeFileSync(config, JSON.stringify({ route, receivers }));
  start("prometheus-alertmanager", [
    `--config.file=${config}`,
    `--storage.path=${join(directory, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--cluster.listen-address=",
  ]);
  return `127.0.0.1:${port}`;
}
