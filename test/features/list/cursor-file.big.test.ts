import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { CARRY } from "../../support/bundle.js";
import { carry, NO_CONFIG } from "../../support/carry.js";
import { randomOf } from "../../support/random.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { env } = sandboxForFile({ positions: 300, latencyMs: 4 });

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "carry-cursor-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const IDS = ["positions", "list", "-o", "csv", "--columns", "position_id", "--eol", "lf"];
const wholeListing = async () => (await carry(IDS, { env: env() })).stdout;

const KILLS = 200;

describe("a listing into a file that is killed at random moments", () => {
  it(
    `has each line once when it is run until it ends (${KILLS} kills)`,
    async () => {
      const whole = await wholeListing();
      const place = directory();
      const cursor = join(place, "cursor");
      const random = randomOf(17);
      let killed = 0;
      for (let round = 0; killed < KILLS; round++) {
        const out = join(place, `out-${round}.csv`);
        writeFileSync(out, "");
        // A process that is killed after the last line has removed the file, too.
        const isDone = () => !existsSync(cursor) && readFileSync(out, "utf8") !== "";
        do {
          const code = await listAndKill(out, cursor, 120 + random.below(400));
          if (code === null) killed++;
          else expect(code).toBe(0);
        } while (!isDone());
        expect(readFileSync(out, "utf8")).toBe(whole);
        expect(existsSync(cursor)).toBe(false);
      }
    },
    60_000 + KILLS * 3_000,
  );

  it("leaves alone what others appended meanwhile, and loses no line", async () => {
    const whole = await wholeListing();
    const place = directory();
    const [out, cursor] = [join(place, "out.csv"), join(place, "cursor")];
    writeFileSync(out, "");
    for (let wait = 300; ; wait += 100) {
      const code = await listAndKill(out, cursor, wait);
      const hasBegun = readFileSync(out, "utf8").includes("position_id");
      if (code === 0 || (hasBegun && !existsSync(cursor))) break; // or killed after the last line
      appendFileSync(out, "# a line of another program\n");
    }
    const lines = new Set(readFileSync(out, "utf8").split("\n"));
    expect(whole.split("\n").filter((line) => !lines.has(line))).toEqual([]);
  });
});

/** Runs the listing, and kills it after a time. @returns null when it was killed */
async function listAndKill(out: string, cursor: string, ms: number): Promise<number | null> {
  const file = openSync(out, "a");
  const words = [...IDS, "--page-size", "5", "--cursor-file", cursor, "-q"];
  const child = spawn(process.execPath, [CARRY, ...words], {
    env: { PATH: process.env.PATH ?? "", CARRY_CONFIG_DIR: NO_CONFIG, ...env() },
    stdio: ["ignore", file, "inherit"],
  });
  closeSync(file);
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  return code;
}
