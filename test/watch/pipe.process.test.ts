import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { alternatingService } from "../support/alternating.js";
import { runShell, startCarry } from "../support/process.js";

describe("carry watch in a pipe", () => {
  it("prints each event at once, until it is asked to end", async () => {
    const { env, rules } = await alternatingService(1000);
    const child = startCarry(["watch", "--rules", rules], env);
    onTestFinished(() => void child.kill("SIGKILL"));
    const { stdout } = child;
    if (stdout === null) throw new Error("there is no stdout to read");
    const events: unknown[] = [];
    for await (const line of createInterface(stdout)) {
      const { event, rule, summary } = JSON.parse(line);
      if (events.length === 0) expect(event).toBe("started");
      if (event === "started" || rule === "loss") events.push([event, summary]);
      if (events.length === 4) break;
    }
    expect(events).toEqual([
      ["started", undefined],
      ["alert", "net_pnl -2"],
      ["resolved", undefined],
      ["alert", "net_pnl -4"],
    ]);
    stdout.resume(); // or a write would wait for us
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([null, "SIGTERM"]);
  });

  it("ends with 0 when its reader is gone", async () => {
    const { env, rules } = await alternatingService(1000);
    const line = `carry watch --rules ${rules} -o ndjson | head -n 4; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await runShell(line, env);
    const lines = stdout.trim().split("\n");
    expect(lines).toHaveLength(5);
    expect(lines[4]).toBe("0");
    expect(stderr).toBe("");
  });
});
