import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { CARRY } from "../support/bundle.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { preloading } from "../support/preload.js";
import { PORTFOLIO, performance, position, uuidOf } from "../support/records.js";

const KILLS = 5;
const ROUNDS_BEFORE_A_KILL = 3;

interface Line {
  readonly event: string;
  readonly position_id?: string;
  readonly position?: { readonly performance: { readonly net_pnl: number } };
  readonly changes?: { readonly "performance.net_pnl": { readonly old: number } };
}

it("a watch killed in the middle of a round continues with its state file, without loss or repetition", async () => {
  const directory = mkdtempSync(join(tmpdir(), "carry-killed-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const output = join(directory, "events.ndjson");
  let child: ChildProcess | undefined;
  let rounds = 0;
  // Two pages per round. Both positions have earned as many dollars as rounds were started.
  const { url } = await faultyServer((socket, request) => {
    const isSecond = request.includes("cursor=second");
    if (!isSecond) rounds++;
    if (isSecond && rounds % ROUNDS_BEFORE_A_KILL === 0) return child?.kill("SIGKILL");
    const net_pnl = rounds;
    const data = [position(isSecond ? 2 : 1, { performance: performance({ net_pnl }) })];
    const next_cursor = isSecond ? null : "second";
    socket.write(answer(200, JSON.stringify({ data, next_cursor })));
  });
  for (let kill = 0; kill < KILLS; kill++) {
    const file = openSync(output, "a");
    const words = ["--initial", "--state-file", join(directory, "state"), "-o", "ndjson"];
    child = spawn(
      process.execPath,
      [CARRY, "positions", "list", "--watch", "5s", "--performance", ...words],
      {
        env: {
          CARRY_BASE_URL: url,
          CARRY_API_KEY: "k",
          CARRY_PORTFOLIO: PORTFOLIO,
          CARRY_CONFIG_DIR: "/nonexistent/carry-test-config",
          NODE_OPTIONS: preloading("fast-clock.cjs"),
          TEST_SPEED: "1000",
        },
        stdio: ["ignore", file, "inherit"],
      },
    );
    closeSync(file);
    expect((await once(child, "exit"))[1]).toBe("SIGKILL");
  }
  const lines = readFileSync(output, "utf8").trim().split("\n");
  const events = lines.map((line) => JSON.parse(line) as Line);
  expect(events.filter(({ event }) => event === "started")).toHaveLength(KILLS);
  for (const id of [uuidOf(1), uuidOf(2)]) {
    const [first, ...others] = events.filter(({ position_id }) => position_id === id);
    expect(first?.event).toBe("initial");
    expect(others).toHaveLength(KILLS * (ROUNDS_BEFORE_A_KILL - 1) - 1);
    let last = first?.position?.performance.net_pnl;
    for (const { event, changes, position: now } of others) {
      expect([event, changes?.["performance.net_pnl"].old]).toEqual(["changed", last]);
      last = now?.performance.net_pnl;
    }
  }
});
