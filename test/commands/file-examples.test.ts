import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { splitCommandLine } from "../../src/run/settings/kinds.js";
import { carry } from "../support/carry.js";
import { usesFiles, visibleCommands } from "../support/command-leaves.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

const lines = (await visibleCommands())
  .filter(usesFiles)
  .flatMap(({ spec }) => (spec.examples ?? []).map(({ line }) => line));

describe.skipIf(process.platform === "win32")("the examples of check, metrics and report", () => {
  it.each(lines)("%s works as it stands", async (line) => {
    const home = mkdtempSync(join(tmpdir(), "carry-files-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const collector = join(home, "node-exporter");
    mkdirSync(collector);
    const here = line
      .replace("/var/lib/prometheus/node-exporter", collector)
      .replace("rules.toml", join(home, "config", "rules.toml"))
      .replace("'mail -s carry me@example.com'", `'cat > ${home}/mail'`);
    const [, ...words] = splitCommandLine(here) ?? [];
    const surroundings = {
      env: {
        ...env(),
        PATH: process.env.PATH ?? "",
        CARRY_CONFIG_DIR: join(home, "config"),
        CARRY_STATE_DIR: join(home, "state"),
      },
    };
    const rules = join(home, "config", "rules.toml");
    mkdirSync(join(home, "config"));
    if (!words.includes("--init"))
      await carry(["check", "--init", "--rules", rules, "-q"], surroundings);
    const before = process.cwd();
    process.chdir(home);
    const { code, stdout } = await carry(words, surroundings).finally(() => process.chdir(before));
    if (words.includes("--init")) {
      expect([code, existsSync(join(home, "config", "rules.toml"))]).toEqual([0, true]);
    } else if (words[0] === "report") {
      const pages = readdirSync(home).filter((name) => name.endsWith(".html"));
      expect([code, pages.length]).toEqual([0, 1]);
    } else if (words.includes("--file")) {
      const text = readFileSync(join(collector, "carry.prom"), "utf8");
      expect([code, text.startsWith("# HELP carry_up ")]).toEqual([0, true]);
    } else {
      expect(code).toBe(words[0] === "check" ? 10 : 0);
      expect(stdout).not.toBe("");
      if (line.includes("mail")) expect(readFileSync(join(home, "mail"), "utf8")).toContain("{");
    }
  });
});
