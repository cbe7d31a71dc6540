// npm run bench: measures carry as a ratio to floors and peers, all in the same run.
//   --rounds <n>  number of runs of each short command (default 10)
//   --quick       skip the listing of a million positions and the installation
//   --json        print the figures as JSON
//   --check       also say what got worse since bench/results.md by more than the noise of both runs
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { archiveScan, archiveSync } from "./archive.mjs";
import { decisions } from "./decide.mjs";
import { agents, coldStatus, warmStatus } from "./faces.mjs";
import { installation, longListings, oneCall, paging, startUp, table } from "./figures.mjs";
import { asTable, findings, lastResults } from "./report.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);

const figures = [
  ...(await startUp(rounds * 2)),
  ...(await oneCall(rounds)),
  ...(await paging(0, rounds)),
  ...(await paging(20, Math.ceil(rounds / 3))),
  ...(await longListings(values.quick ? 100_000 : 1_000_000)),
  ...(await table(rounds)),
  ...(await warmStatus(rounds)),
  ...(await coldStatus(Math.ceil(rounds / 2))),
  ...(await agents(rounds)),
  ...(await archiveSync(values.quick ? 200 : 1000, Math.ceil(rounds / 3))),
  ...(await archiveScan(values.quick ? 200 : 10_000, 1000, 2)),
  ...(await decisions(rounds)),
  ...(values.quick ? [] : await installation()),
];

if (values.json) {
  console.log(JSON.stringify({ node: process.version, figures }, null, 2));
} else {
  const last = lastResults(readFileSync(new URL("results.md", import.meta.url), "utf8"));
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown CPU"}`);
  console.log(
    "Ratios of medians, all from this run; smaller is better. `±`: half of the rounds are",
  );
  console.log("within it. `last`: bench/results.md.");
  console.log(asTable(figures, last));
  if (values.check) console.log(findings(figures, last).join("\n"));
}
