import { MOST_MB } from "./cost.js";
import type { Costs } from "./costs.js";
import type { Fault, FaultGroup } from "./fault.js";

const INTRODUCTION = `# Faults

Each row is a fault that the tests make for real: with raw sockets, TLS with an authority of its own,
a proxy on loopback, real pipes, signals and pseudo-terminals. The page is written from the list that
they play (\`test/faults/list/\`) by \`UPDATE_DOCS=1 npx vitest run test/faults/played test/faults/costs test/faults/faults-page\`.
What holds for all of them, and what to do, is in [docs/reliability.md](../../docs/reliability.md).

In the tables \`<service>\` is the origin of the base URL. The last two columns are the peak of the
resident memory and the time from start to end of the process, as measured once (Node 20, x86-64, two
cores, rounded up; waits between attempts passed 100 times as fast). A test fails when a row takes more
than ${MOST_MB} MB, or longer than \`--timeout\` and 2 seconds.
`;

/** Returns the page test/faults/README.md. */
export function faultsPage(groups: readonly FaultGroup[], costs: Costs): string {
  return [INTRODUCTION, ...groups.map((group) => section(group, costs))].join("\n");
}

function section({ title, faults }: FaultGroup, costs: Costs): string {
  const rows = faults.map((fault) => row(fault, costs)).join("\n");
  const head = "| fault | what the user sees | stdout | exit | memory | time |";
  return `## ${title}\n\n${head}\n|---|---|---|---|---|---|\n${rows}\n`;
}

function row(fault: Fault, costs: Costs): string {
  const { mb, ms } = costs[fault.id] ?? {};
  const memory = mb === undefined ? "–" : `${mb} MB`;
  const time = ms === undefined ? "–" : `${(ms / 1000).toFixed(1)} s`;
  const cells = [cell(fault.what), seen(fault), stdoutOf(fault), fault.exit, memory, time];
  return `| ${cells.join(" | ")} |`;
}

function seen({ sees, exit }: Fault): string {
  if (sees === "") return exit === 0 ? "–" : "nothing";
  return sees
    .split("\n")
    .map((line) => `\`${cell(line.replaceAll("`", "'"))}\``)
    .join("<br>");
}

function stdoutOf(fault: Fault): string {
  if ("play" in fault) return fault.stdout;
  return { nothing: "nothing", part: "a part", whole: "the whole" }[fault.stdout ?? "nothing"];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
