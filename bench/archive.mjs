// Figures of the archive: a first sync, a sync with nothing new, and a scan of all rows.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carry, figure, here, memory, node, withService } from "./figures.mjs";
import { inTurns } from "./measure.mjs";

/** MiB that an archive command may use. */
const MOST_MEMORY = 200;

/** Measures a first sync of markets with 330 events each, and one with nothing new. */
export async function archiveSync(markets, rounds) {
  return withService(100, 0, async (base) => {
    const folder = mkdtempSync(join(tmpdir(), "carry-bench-archive-"));
    try {
      let turn = 0;
      const measured = await inTurns(
        [
          ["first", () => sync(base, join(folder, `first-${turn++}`), markets)],
          ["bare loop", node(here("peers/histories.mjs"), base, String(markets))],
        ],
        rounds,
      );
      const first = join(folder, "first-0");
      const before = filesIn(first);
      const again = await inTurns(
        [
          ["again", sync(base, first, markets)],
          ["bare loop", node(here("peers/histories.mjs"), base, String(markets))],
        ],
        rounds,
      );
      const written = filesIn(first).filter((name) => !before.includes(name) && isFunding(name));
      if (written.length > 0)
        throw new Error(`a sync with nothing new wrote ${written.join(", ")}`);
      const what = `${markets.toLocaleString("en")} markets x 330 events`;
      return [
        figure(`archive sync, ${what}`, measured, "first", "bare loop", 2.5),
        memory(`archive sync, ${what}`, measured.get("first"), MOST_MEMORY),
        figure("archive sync with nothing new", again, "again", "bare loop", 1.5),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Measures an exact scan of all rows of an archive against DuckDB over the same files. */
export async function archiveScan(markets, events, rounds) {
  return withService(
    100,
    0,
    async (base) => {
      const folder = mkdtempSync(join(tmpdir(), "carry-bench-archive-"));
      const place = join(folder, "archive");
      try {
        const { argv, env } = sync(base, place, markets);
        const [command, ...words] = argv;
        const made = spawnSync(command, words, {
          env: { ...process.env, ...env },
          encoding: "utf8",
        });
        if (made.status !== 0) throw new Error(`the archive was not made: ${made.stderr}`);
        const measured = await inTurns(
          [
            [
              "verify",
              {
                argv: [...carry, "archive", "status", "--verify"],
                env: { CARRY_ARCHIVE: place },
              },
            ],
            ["DuckDB", node(here("peers/duckdb.mjs"), place)],
          ],
          rounds,
        );
        const rows = (markets * events).toLocaleString("en");
        return [
          figure(`archive verify, ${rows} rows`, measured, "verify", "DuckDB", 3),
          memory(`archive verify, ${rows} rows`, measured.get("verify"), MOST_MEMORY),
        ];
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { events },
  );
}

function sync(base, place, markets) {
  const ids = Array.from({ length: markets }, (_, index) => String(index + 1));
  return {
    argv: [...carry, "archive", "sync", ...ids, "-q"],
    env: { CARRY_BASE_URL: base, CARRY_API_KEY: "bench", CARRY_ARCHIVE: place },
  };
}

function filesIn(place) {
  return readdirSync(place, { recursive: true }).map(String);
}

function isFunding(name) {
  return name.startsWith("funding") && name.endsWith(".parquet");
}
