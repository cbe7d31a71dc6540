import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { tempHome } from "../settings/home.js";
import { finish, startCarry } from "../support/process.js";

interface Row {
  readonly check: string;
}

describe("doctor with an invalid start-up file of the shell", () => {
  it.each([
    ["a pipe that nobody writes to", "mkfifo .bashrc"],
    ["a device without an end", "ln -s /dev/zero .bashrc"],
    ["a directory", "mkdir .bashrc"],
  ])("does not read %s, and reads the next one", async (_what, make) => {
    const home = tempHome();
    execFileSync("sh", ["-c", make], { cwd: home.path });
    writeFileSync(join(home.path, ".profile"), "source <(carry completion bash)\n");
    const child = startCarry(["doctor", "--profile", "sandbox", "-o", "json"], {
      ...home.env,
      SHELL: "/bin/bash",
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const rows = JSON.parse((await finish(child)).stdout) as Row[];
    expect(rows.find(({ check }) => check === "completion")).toMatchObject({
      mark: "ok",
      detail: `installed for bash by ${join(home.path, ".profile")}`,
    });
  });
});
