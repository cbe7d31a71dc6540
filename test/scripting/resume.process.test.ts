import { existsSync, type FSWatcher, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CARRY } from "../support/bundle.js";
import { finish } from "../support/process.js";
import { sandboxForFile } from "../support/sandbox.js";
import { type Desk, deskForTest, SCRIPTS } from "../support/scripts.js";

// Seven pages, each of which takes long enough for a kill in the middle.
const { env } = sandboxForFile({ positions: 700, latencyMs: 150 });

/** Resolves once a file is there. */
async function appears(desk: Desk, name: string): Promise<void> {
  let watcher: FSWatcher | undefined;
  await new Promise<void>((resolve) => {
    watcher = watch(desk.place, () => existsSync(join(desk.place, name)) && resolve());
    if (existsSync(join(desk.place, name))) resolve();
  });
  watcher?.close();
}

async function whole(): Promise<string> {
  const words = ["positions", "list", "--performance", "-o", "ndjson"];
  const { stdout } = await deskForTest(env()).run(process.execPath, [CARRY, ...words]);
  expect(stdout.trimEnd().split("\n")).toHaveLength(700);
  return stdout;
}

const isLinux = process.platform === "linux"; // elsewhere a page may be there twice

describe.runIf(isLinux)("resume.sh", () => {
  it("has every line once when it and carry were killed, and it is run again", async () => {
    const desk = deskForTest(env());
    const first = desk.start(join(SCRIPTS, "resume.sh"), []);
    await appears(desk, "positions.cursor");
    process.kill(-Number(first.pid), "SIGKILL"); // the script and carry
    await finish(first);
    expect(existsSync(join(desk.place, "positions.ndjson"))).toBe(false);

    const { code } = await desk.script("resume.sh");
    expect([code, desk.read("positions.ndjson")]).toEqual([0, await whole()]);
    expect(existsSync(join(desk.place, "positions.cursor"))).toBe(false);
  });

  it("goes on by itself when carry alone was killed", async () => {
    const desk = deskForTest({ ...env(), PAUSE: "0" });
    const shim = join(desk.bin, "carry");
    const [first = "", rest = ""] = readFileSync(shim, "utf8").split(/(?<=\n)/);
    writeFileSync(shim, `${first}echo $$ >> "${desk.place}/pids"\n${rest}`);

    const script = desk.start(join(SCRIPTS, "resume.sh"), []);
    await appears(desk, "positions.cursor");
    process.kill(Number(desk.read("pids")), "SIGKILL");
    expect((await finish(script)).code).toBe(0);
    expect(desk.read("pids").trimEnd().split("\n")).toHaveLength(2);
    expect(desk.read("positions.ndjson")).toBe(await whole());
  });

  it("ends with the exit code of a failure that stays, and keeps no whole file", async () => {
    const desk = deskForTest({ ...env(), CARRY_API_KEY: "wrong" });
    const { code } = await desk.script("resume.sh");
    expect([code, existsSync(join(desk.place, "positions.ndjson"))]).toEqual([3, false]);
  });
});
