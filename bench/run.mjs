// npm run bench: measures carry as a ratio to floors and peers, all in the same run.
//   --rounds <n>  number of runs of each short command (default 10)
//   --quick       only the starts, one call, 10,000 positions, status and agents
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

const short = [
  ...(await startUp(rounds * 2)),
  ...(await oneCall(rounds)),
  ...(await paging(0, rounds)),
  ...(await warmStatus(rounds)),
  ...(await agents(rounds)),
];
const long = values.quick
  ? []
  : [
      ...(await paging(20, Math.ceil(rounds / 3))),
      ...(await longListings(1_000_000)),
      ...(await table(rounds)),
      ...(await coldStatus(Math.ceil(rounds / 2))),
      ...(await archiveSync(1000, Math.ceil(rounds / 3))),
      ...(await archiveScan(10_000, 1000, 2)),
      ...(await decisions(rounds)),
      ...(await installation()),
    ];
const figures = [...short, ...long];

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
