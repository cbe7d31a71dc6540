import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { answer, type FaultyServer, faultyServer } from "./faulty-server.js";
import { preloading } from "./preload.js";
import { PORTFOLIO, performance, position } from "./records.js";

/** A service whose only position loses money in each second round: in the second, the fourth, and so on. */
export interface Alternating {
  readonly server: FaultyServer;
  /** Environment of a watch of it. */
  readonly env: Readonly<Record<string, string>>;
  /** Path of rules of which "loss" fails in these rounds. */
  readonly rules: string;
}

/** Starts one. @param speed number of seconds of the watch per second */
export async function alternatingService(speed: number): Promise<Alternating> {
  const server = await faultyServer((socket, _request, count) => {
    const net_pnl = count % 2 === 0 ? -count : count;
    const data = [position(1, { legs: [], performance: performance({ net_pnl }) })];
    socket.write(answer(200, JSON.stringify({ data, next_cursor: null })));
  });
  const directory = mkdtempSync(join(tmpdir(), "carry-rules-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const rules = join(directory, "rules.toml");
  writeFileSync(rules, `[[rule]]\nname = "loss"\nwhen = "net_pnl < 0"\n`);
  const env = {
    CARRY_BASE_URL: server.url,
    CARRY_API_KEY: "k",
    CARRY_PORTFOLIO: PORTFOLIO,
    NODE_OPTIONS: preloading("fast-clock.cjs"),
    TEST_SPEED: String(speed),
  };
  return { server, env, rules };
}
