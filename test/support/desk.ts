import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/server.js";
import { carry, type Outcome } from "./carry.js";
import { NOW } from "./now.js";

/** The names of the portfolios of a desk. */
export const DESK = ["main", "east", "west", "north", "south"] as const;

/** A service with five portfolios that a profile names, and what was requested of it. */
export interface Desk {
  /** Status of the answers for a portfolio, by its id; 200 for the others. */
  readonly refused: Map<string, number>;
  /** Changes the bodies of answers. */
  alter: ((url: string, body: string) => string) | undefined;
  /** Requests since {@link reset}. */
  readonly urls: string[];
  /** The most requests at a time since then. */
  most(): number;
  reset(): void;
  idOf(name: string): string;
  readonly sandbox: Sandbox;
  readonly env: Readonly<Record<string, string>>;
  run(...argv: string[]): Promise<Outcome>;
  /** Moves the time of the service and of carry, milliseconds since the epoch. */
  setTime(now: number): void;
}

/** Starts one desk for all tests of a file. */
export function deskForFile(positions = 40): () => Desk {
  let desk: (Desk & { close(): Promise<void> }) | undefined;
  beforeAll(async () => {
    desk = await startDesk(positions);
  });
  afterAll(() => desk?.close());
  return () => {
    if (desk === undefined) throw new Error("the desk is not running yet");
    return desk;
  };
}

async function startDesk(positions: number): Promise<Desk & { close(): Promise<void> }> {
  let now = NOW;
  const sandbox = await startSandbox({ now: () => now, portfolios: 5, positions });
  const urls: string[] = [];
  const refused = new Map<string, number>();
  const desk = { alter: undefined as Desk["alter"] };
  let [running, most] = [0, 0];
  const answer = async ({ url = "", headers }: IncomingMessage, response: ServerResponse) => {
    urls.push(url);
    running++;
    most = Math.max(most, running);
    const status = [...refused].find(([id]) => url.includes(id))?.[1];
    const { authorization = "" } = headers;
    const sent = await fetch(`${sandbox.url}${url}`, { headers: { authorization } });
    const body = await sent.text();
    running--;
    const date = sent.headers.get("date") ?? "";
    response.writeHead(status ?? sent.status, { date, "content-type": "application/json" });
    response.end(status === undefined ? (desk.alter?.(url, body) ?? body) : "{}");
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const directory = mkdtempSync(join(tmpdir(), "carry-desk-"));
  const env = {
    CARRY_BASE_URL: `http://127.0.0.1:${port}`,
    CARRY_API_KEY: sandbox.apiKey,
    CARRY_CONFIG_DIR: join(directory, "config"),
    CARRY_CACHE_DIR: join(directory, "cache"),
    CARRY_DATA_DIR: join(directory, "data"),
    CARRY_STATE_DIR: join(directory, "state"),
    CARRY_RETRIES: "0",
  };
  const run = (...argv: string[]) =>
    carry(argv, { env, clock: { now: () => now, elapsed: () => now } });
  for (const { name, id } of sandbox.portfolios) {
    await run("profile", "set", `portfolios.${name}`, id, "--profile", "desk");
  }
  await run("profile", "use", "desk");
  const reset = () => {
    urls.length = 0;
    most = 0;
    refused.clear();
    desk.alter = undefined;
  };
  const idOf = (name: string) => sandbox.portfolios.find((it) => it.name === name)?.id ?? "";
  return Object.assign(desk, {
    ...{ refused, urls, most: () => most, reset, idOf, sandbox, env, run },
    setTime(time: number) {
      now = time;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await sandbox.close();
      rmSync(directory, { recursive: true });
    },
  });
}
