import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isInstalled } from "../support/needs.js";
import { sandboxForFile } from "../support/sandbox.js";
import { type Desk, DOWN, deskForTest, SCRIPTS } from "../support/scripts.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });
const script = (name: string) => readFileSync(join(SCRIPTS, name), "utf8");

/** Makes `carry` exit with a code, as the first part of a test that shows what follows. */
function exits(desk: Desk, code: number, output = ""): void {
  writeFileSync(join(desk.bin, "carry"), `#!/bin/sh\nprintf '${output}'\nexit ${code}\n`);
}

describe("the line of carry.crontab", () => {
  const [, line = ""] = script("carry.crontab").match(/^\*\/15 \* \* \* \* (.*)$/m) ?? [];
  const [, path = ""] = script("carry.crontab").match(/^PATH=(.*)$/m) ?? [];

  /** Returns the text that cron would mail: what the line prints. */
  async function mail(desk: Desk): Promise<string> {
    const { stdout, stderr } = await desk.run("/bin/sh", ["-c", line], {
      PATH: `${desk.bin}:${path}`,
    });
    return stdout + stderr;
  }

  it("has no sign that cron takes for the end of the line", () => {
    expect(line).toContain("carry check");
    expect(line).not.toContain("%");
  });

  it("mails the report when something needs attention", async () => {
    const text = await mail(deskForTest(env()));
    expect(text).toMatch(/^exit code 10: \d+ failed · /);
    expect(text).toMatch(/imbalance +PEPE\.7572 .* 5\.8 % apart$/m);
  });

  it("mails the error when the service is down", async () => {
    expect(await mail(deskForTest({ ...env(), ...DOWN }))).toMatch(
      /^exit code 7: error: cannot reach http:\/\/127\.0\.0\.1:1: the connection was refused\n/,
    );
  });

  it.each([2, 3, 9, 11, 137])("mails also when exit code %d comes without a text", async (code) => {
    const desk = deskForTest(env());
    exits(desk, code);
    expect(await mail(desk)).toBe(`exit code ${code}: \n`);
  });

  it("prints nothing when nothing needs attention", async () => {
    const desk = deskForTest(env());
    exits(desk, 0, "3 open positions\\n");
    expect(await mail(desk)).toBe("");
  });

  it("mails that carry is not in the PATH", async () => {
    const desk = deskForTest(env());
    const { stdout } = await desk.run("/bin/sh", ["-c", line], { PATH: "/nonexistent" });
    expect(stdout).toMatch(/^exit code 127: .*carry: not found\n$/);
  });
});

describe("the line of carry.crontab that keeps the archive", () => {
  const [, line = ""] = script("carry.crontab").match(/^17 6 \* \* \* (.*)$/m) ?? [];

  it("mails nothing after a sync, and the error when the service is down", async () => {
    const desk = deskForTest(env());
    const silent = { code: 0, stdout: "", stderr: "" };
    expect(await desk.run("/bin/sh", ["-c", line])).toMatchObject(silent);
    const status = await desk.run("carry", ["archive", "status", "-o", "json"]);
    expect(JSON.parse(status.stdout).portfolios).toMatchObject([{ snapshots: 1 }]);
    const { stdout, stderr } = await desk.run("/bin/sh", ["-c", line], DOWN);
    expect(stdout + stderr).toMatch(/^error: /);
  });
});

const UNITS = ["carry-check.service", "carry-check.timer", "carry-mail@.service"];

describe("the units of systemd", () => {
  const [, command = ""] = script("carry-check.service").match(/^ExecStart=(.*)$/m) ?? [];

  it("fail with the exit code and the text of the check, so that OnFailure mails them", async () => {
    for (const [variables, exit, text] of [
      [env(), 10, /^\d+ failed · /],
      [{ ...env(), ...DOWN }, 7, /^error: cannot reach /],
    ] as const) {
      const desk = deskForTest(variables);
      const argv = command.split(" ").map((word) => word.replace("/usr/local/bin", desk.bin));
      const { code, stdout, stderr } = await desk.run(argv[0] ?? "", argv.slice(1));
      expect(code).toBe(exit);
      expect(stdout + stderr).toMatch(text);
    }
  });

  it("take the key from a file that only they can read", async () => {
    const desk = deskForTest({ ...env(), CARRY_API_KEY: "" });
    writeFileSync(join(desk.place, "key"), `${env().CARRY_API_KEY}\n`, { mode: 0o400 });
    const { code } = await desk.run("carry", ["check", "--quiet"], {
      CARRY_API_KEY_FILE: join(desk.place, "key"),
    });
    expect(code).toBe(10);
    expect(script("carry-check.service")).toContain("CARRY_API_KEY_FILE=%d/key");
  });

  it.runIf(isInstalled("systemd-analyze", ["--version"], "the units were"))(
    "are valid to systemd",
    async () => {
      const desk = deskForTest(env());
      for (const name of UNITS) {
        const text = script(name).replace("/usr/local/bin", desk.bin);
        writeFileSync(join(desk.place, name), text);
      }
      const units = UNITS.map((name) => join(desk.place, name.replace("@", "@test")));
      writeFileSync(units[2] ?? "", script("carry-mail@.service"));
      const { code, stdout, stderr } = await desk.run("systemd-analyze", ["verify", ...units]);
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
    },
  );
});

describe("the Dockerfile", () => {
  it("runs a command of carry, with the key from a file", async () => {
    const words = (name: string): string[] =>
      JSON.parse(script("Dockerfile").match(new RegExp(`^${name} (\\[.*\\])$`, "m"))?.[1] ?? "[]");
    const [program = "", ...rest] = [...words("ENTRYPOINT"), ...words("CMD")];
    const { code, stdout } = await deskForTest(env()).run(program, rest);
    expect(code).toBe(10);
    expect(stdout).toMatch(/^\d+ failed · /);
  });
});
