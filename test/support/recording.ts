import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carry, type Surroundings } from "./carry.js";

/** Takes a look that is recorded: a snapshot of the positions, without their funding. */
export async function recordLook({ env, ...rest }: Surroundings): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "carry-recording-"));
  const profiles = { looks: { record: "on" } };
  const config = JSON.stringify({ version: 1, current: "looks", profiles });
  writeFileSync(join(directory, "config.json"), config, { mode: 0o600 });
  try {
    const { code, stderr } = await carry(["positions", "list", "--performance", "-o", "json"], {
      ...rest,
      env: { ...env, CARRY_CONFIG_DIR: directory, CARRY_PROFILE: "looks" },
    });
    if (code !== 0 || stderr.includes("NOT_RECORDED")) throw new Error(stderr);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
