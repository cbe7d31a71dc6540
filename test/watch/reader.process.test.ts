import { describe, expect, it } from "vitest";
import { tempHome } from "../settings/home.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { preloading } from "../support/preload.js";
import { runShell } from "../support/process.js";
import { PORTFOLIO, performance, position } from "../support/records.js";

/**
 * Starts a service whose only position has earned as many dollars as there were requests.
 * @param speed number of seconds of the watch per second
 */
async function service(speed: number) {
  const server = await faultyServer((socket, _request, count) => {
    const data = [position(1, { performance: performance({ net_pnl: count }) })];
    socket.write(answer(200, JSON.stringify({ data, next_cursor: null })));
  });
  const env = {
    CARRY_BASE_URL: server.url,
    CARRY_API_KEY: "k",
    CARRY_PORTFOLIO: PORTFOLIO,
    NODE_OPTIONS: preloading("fast-clock.cjs"),
    TEST_SPEED: String(speed),
  };
  return { env, requests: server.requests };
}

const HOURLY = "carry positions list --watch 1h -o ndjson";

describe.runIf(process.platform === "linux")("a watch with nothing to write for an hour", () => {
  it.each([
    ["that has read enough", `${HOURLY} --alert asset | head -n 1 >/dev/null`],
    ["that never reads", `${HOURLY} | sleep 1`],
  ])("ends with 0 soon after the end of a reader %s", async (_who, line) => {
    const { env, requests } = await service(10);
    const { stdout, stderr } = await runShell(`${line}; echo "\${PIPESTATUS[0]}"`, env);
    expect([stdout, stderr]).toEqual(["0\n", ""]);
    expect(requests).toHaveLength(1);
  });

  it("ends with 0 soon after the end of the reader of a named pipe", async () => {
    const { env, requests } = await service(10);
    const { path } = tempHome();
    const line = `cd ${path}; mkfifo pipe; (sleep 1 <pipe) & ${HOURLY} >pipe; echo $?`;
    const { stdout, stderr } = await runShell(line, env);
    expect([stdout, stderr]).toEqual(["0\n", ""]);
    expect(requests).toHaveLength(1);
  });
});

describe("a watch whose reader changes", () => {
  it.each([
    ["hands the pipe to a child and ends", "(sleep 0.5; exec head -n 3) <&0 & }"],
    ["becomes another program", "exec head -n 3; }"],
  ])("continues while there is a reader: one that %s", async (_what, reader) => {
    const { env } = await service(60); // two rounds and some thirty looks a second
    const line = `carry positions list --watch --performance | { read -r first; echo "$first"; ${reader}`;
    const { stdout, stderr } = await runShell(line, env);
    const [started, ...changes] = stdout.trim().split("\n");
    expect(started).toMatch(/^\{"event":"started",/);
    expect(changes.map((it) => JSON.parse(it).changes["performance.net_pnl"].new)).toEqual([
      2, 3, 4,
    ]);
    expect(stderr).toBe("");
  });
});
