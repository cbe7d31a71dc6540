import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { answer, faultyServer } from "../support/faulty-server.js";
import { isInstalled } from "../support/needs.js";
import { preloading } from "../support/preload.js";
import { PORTFOLIO, position } from "../support/records.js";
import { type Desk, deskForTest, SCRIPTS } from "../support/scripts.js";

/** Starts a service that lists one position, fails once, and then lists it again. */
async function service(): Promise<Record<string, string>> {
  const page = answer(200, JSON.stringify({ data: [position(1)], next_cursor: null }));
  let listings = 0;
  const { url } = await faultyServer((socket, request) => {
    const isFailing = request.includes("/positions?") && ++listings === 2;
    socket.write(isFailing ? answer(500, "{}") : page);
  });
  return {
    CARRY_BASE_URL: url,
    CARRY_API_KEY: "k",
    CARRY_PORTFOLIO: PORTFOLIO,
    NODE_OPTIONS: preloading("fast-clock.cjs"),
    TEST_SPEED: "100",
  };
}

/** Runs the script until it printed some lines. @returns them without their times */
async function firstLines(desk: Desk, count: number): Promise<readonly string[]> {
  const script = desk.start(join(SCRIPTS, "events.sh"), []);
  const end = () => {
    if ((script.exitCode ?? script.signalCode) === null)
      process.kill(-Number(script.pid), "SIGTERM");
  };
  onTestFinished(end);
  if (script.stdout === null) throw new Error("there is no stdout to read");
  const lines: string[] = [];
  for await (const line of createInterface(script.stdout)) {
    expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z /);
    lines.push(line.slice(line.indexOf(" ") + 1));
    if (lines.length === count) break;
  }
  script.stdout.resume();
  end();
  await once(script, "close");
  return lines.map((line) =>
    line.replace(/attempt \d.*Z$/, "attempt <time>").replace(/\d+d old/, "<age> old"),
  );
}

describe.runIf(isInstalled("jq", ["--version"], "events.sh was"))("events.sh", () => {
  it("prints what alerts, a failure, and that it is over", async () => {
    expect(await firstLines(deskForTest(await service()), 5)).toEqual([
      "started",
      "alert BTC net PnL unknown",
      "alert BTC mark prices up to <age> old: long binance, short bybit",
      "HTTP_500, next attempt <time>",
      "recovered",
    ]);
  });
});
