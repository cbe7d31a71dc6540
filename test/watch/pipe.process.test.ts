import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { answer, faultyServer } from "../support/faulty-server.js";
import { preloading } from "../support/preload.js";
import { runShell, startCarry } from "../support/process.js";
import { PORTFOLIO, performance, position } from "../support/records.js";

/** Starts a service whose only position has earned as many dollars as there were requests. */
async function service(): Promise<Record<string, string>> {
  const server = await faultyServer((socket, _request, count) => {
    const data = [position(1, { performance: performance({ net_pnl: count }) })];
    socket.write(answer(200, JSON.stringify({ data, next_cursor: null })));
  });
  return {
    CARRY_BASE_URL: server.url,
    CARRY_API_KEY: "k",
    CARRY_PORTFOLIO: PORTFOLIO,
    NODE_OPTIONS: preloading("fast-clock.cjs"),
    TEST_SPEED: "1000",
  };
}

describe("positions list --watch in a pipe", () => {
  it("prints each event at once, until it is asked to end", async () => {
    const child = startCarry(["positions", "list", "--watch", "--performance"], await service());
    onTestFinished(() => void child.kill("SIGKILL"));
    const { stdout } = child;
    if (stdout === null) throw new Error("there is no stdout to read");
    const earned: unknown[] = [];
    for await (const line of createInterface(stdout)) {
      const { event, changes } = JSON.parse(line);
      if (event === "started") continue;
      expect(event).toBe("changed");
      earned.push(changes["performance.net_pnl"]);
      if (earned.length === 3) break;
    }
    expect(earned).toEqual([
      { old: 1, new: 2 },
      { old: 2, new: 3 },
      { old: 3, new: 4 },
    ]);
    stdout.resume(); // or a write would wait for us
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([null, "SIGTERM"]);
  });

  it("ends with 0 when its reader is gone", async () => {
    const line = `carry positions list --watch --performance -o ndjson | head -n 2; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await runShell(line, await service());
    const lines = stdout.trim().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe("0");
    expect(stderr).toBe("");
  });
});
