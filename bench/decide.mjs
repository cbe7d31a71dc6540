// Figures of decisions over an archive: two markets compared over a year, and a rank of 200 markets over
// 30 days.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carry, FLOOR, figure, here, node } from "./figures.mjs";
import { inTurns } from "./measure.mjs";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A rank reads three days before its 30, to see how often a market settles. */
const READ_DAYS = 33;

/** Measures `funding compare` and `funding rank` over archives of a year, synced from a service. */
export async function decisions(rounds) {
  const server = spawn(process.execPath, [here("markets.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const folder = mkdtempSync(join(tmpdir(), "carry-bench-decide-"));
  try {
    const [line] = await once(server.stdout, "data");
    const env = {
      CARRY_BASE_URL: String(line).trim(),
      CARRY_CONFIG_DIR: join(folder, "config"),
      CARRY_CACHE_DIR: join(folder, "cache"),
    };
    const [two, all] = [join(folder, "two"), join(folder, "all")];
    const from = (place) => ({ ...env, CARRY_ARCHIVE: place });
    run(from(two), "archive", "sync", "1", "2", ...SYNC);
    run(from(all), "archive", "sync", "--all", ...SYNC);
    const end = new Date(Date.now() - HOUR).toISOString();
    const comparison = (place) => ({
      argv: [...carry, ...COMPARE, "--end", end],
      env: from(place),
    });
    const ranks = { argv: [...carry, "funding", "rank", "-o", "csv"], env: from(all) };
    const months = [Date.now() - READ_DAYS * DAY, Date.now()].map((time) =>
      new Date(time).toISOString().slice(0, "2026-01".length),
    );
    const measured = await inTurns(
      [
        [FLOOR, node("-e", "0")],
        ["two", comparison(two)],
        ["of 200", comparison(all)],
        ["rank", ranks],
        ["bare read", node(here("peers/parquet.mjs"), all, ...months)],
      ],
      rounds,
    );
    const year = "two markets compared over a year, from the archive";
    return [
      figure(year, measured, "two", FLOOR),
      figure(`${year} of 200`, measured, "of 200", FLOOR),
      figure(
        "a rank of 200 markets over 30 days from the archive",
        measured,
        "rank",
        "bare read",
        1.7,
      ),
    ];
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

const SYNC = ["--start", "365d", "-q"];
const COMPARE = ["funding", "compare", "1", "2", "--fee", "5bps", "--start", "364d"];

function run(env, ...words) {
  const [command, ...argv] = [...carry, ...words];
  const made = spawnSync(command, argv, { env: { ...process.env, ...env }, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`carry ${words.join(" ")}: ${made.stderr}`);
}
