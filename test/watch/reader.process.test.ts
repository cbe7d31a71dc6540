import { describe, expect, it } from "vitest";
import { tempHome } from "../settings/home.js";
import { alternatingService } from "../support/alternating.js";
import { runShell } from "../support/process.js";

const HOURLY = "carry watch 1h -o ndjson";

describe.runIf(process.platform === "linux")("a watch with nothing to write for an hour", () => {
  it.each([
    ["that has read enough", `${HOURLY} | head -n 1 >/dev/null`],
    ["that never reads", `${HOURLY} | sleep 1`],
  ])("ends with 0 soon after the end of a reader %s", async (_who, line) => {
    const { env, server } = await alternatingService(10);
    const { stdout, stderr } = await runShell(`${line}; echo "\${PIPESTATUS[0]}"`, env);
    expect([stdout, stderr]).toEqual(["0\n", ""]);
    expect(server.requests).toHaveLength(1);
  });

  it("ends with 0 soon after the end of the reader of a named pipe", async () => {
    const { env, server } = await alternatingService(10);
    const { path } = tempHome();
    const line = `cd ${path}; mkfifo pipe; (sleep 1 <pipe) & ${HOURLY} >pipe; echo $?`;
    const { stdout, stderr } = await runShell(line, env);
    expect([stdout, stderr]).toEqual(["0\n", ""]);
    expect(server.requests).toHaveLength(1);
  });
});

describe("a watch whose reader changes", () => {
  it.each([
    ["hands the pipe to a child and ends", "(sleep 0.5; exec head -n 3) <&0 & }"],
    ["becomes another program", "exec head -n 3; }"],
  ])("continues while there is a reader: one that %s", async (_what, reader) => {
    const { env, rules } = await alternatingService(60); // two rounds and some thirty looks a second
    const query = "(!rule || rule == 'loss') && event";
    const watch = `carry watch --rules ${rules} -o ndjson --query "${query}"`;
    const line = `${watch} | { read -r first; echo "$first"; ${reader}`;
    const { stdout, stderr } = await runShell(line, env);
    expect(stdout.trim().split("\n")).toEqual(['"started"', '"alert"', '"resolved"', '"alert"']);
    expect(stderr).toBe("");
  });
});
