import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempDirectory } from "../archive/temp-archive.js";
import { readsSnapshots, visibleCommands } from "../support/command-leaves.js";
import { NOW } from "../support/now.js";
import { DAY, recordedSandboxForFile, timesBetween } from "../support/recorded-sandbox.js";

const lines = (await visibleCommands())
  .filter(readsSnapshots)
  .flatMap(({ spec }) => (spec.examples ?? []).map(({ line }) => line));

/* A day at a time, at midnight; the last look was in the morning. */
const TIMES = timesBetween(NOW - 20.5 * DAY, NOW - DAY / 2, DAY);
const recorded = recordedSandboxForFile(TIMES, { end: NOW });

/** Splits an example into words as a shell does; examples only use single quotes. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");
}

describe("the examples of commands that read snapshots", () => {
  it.each(lines)("%s works as it stands", async (line) => {
    const saved = join(tempDirectory(), "yesterday.json");
    const listing = await recorded().carry(["positions", "list", "--performance", "-o", "json"]);
    writeFileSync(saved, listing.stdout);
    const [, ...argv] = words(line.replace("yesterday.json", saved));
    const { code, stdout, stderr } = await recorded().carry(argv);
    expect({ code, stderr: stderr.includes("error:") }).toEqual({ code: 0, stderr: false });
    expect(stdout).not.toBe("");
  });
});
