import type { Fault, FaultGroup } from "./fault.js";

const INTRODUCTION = `# Reliability

What \`carry\` does when networks, services and terminals do what they really do. This page is made
from the list that the tests play (\`test/faults/list/\`): each fault is made for real, with raw
sockets, TLS with an authority of its own, a proxy on loopback, real pipes and signals.
\`UPDATE_DOCS=1 npx vitest run test/faults/reliability-page\` writes it anew.

What holds for every row:

- An error is one line of cause and, where there is something to do, one line of hint. With \`-o json\`
  and \`-o ndjson\` it is one JSON object on stderr with the same exit code.
- A json array is closed only when the listing is whole; of several things asked for by name, those
  that were found are one, and the exit code tells of the rest. A table is printed whole or not at all. csv
  and ndjson end with a whole line; that they are not the whole is told by the exit code and by
  stderr, with the number of items that were printed and the cursor to go on from.
- Connection errors, time-outs, bodies that were cut off, 429, 500, 502, 503 and 504 are tried again,
  the page always as a whole: \`--retries\` times (3), after waits of 0 to 0.25, 0.5, 1, … 8 seconds,
  and not later than 5 minutes after the first try. A \`Retry-After\` of up to 60 seconds is obeyed,
  where it asks for a longer wait than that; a longer one is told instead of waited for. \`-v\` tells
  each attempt. Certificates, proxies' refusals and names that do not exist are not tried again.
- \`--timeout\` is for a whole attempt, from connecting to the last byte, redirects included.
- A body is read up to 64 MiB, before and after decompression, and headers up to 16 kB; JSON may be
  nested 100 levels deep.
- HTTP_PROXY, HTTPS_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS work as everywhere; loopback is never
  asked through a proxy.

In the tables \`<service>\` is the origin of the base URL.
`;

/** The page docs/reliability.md. */
export function reliabilityPage(groups: readonly FaultGroup[]): string {
  return [INTRODUCTION, ...groups.map(section)].join("\n");
}

function section({ title, faults }: FaultGroup): string {
  const rows = faults.map(row).join("\n");
  return `## ${title}\n\n| fault | what the user sees | stdout | exit |\n|---|---|---|---|\n${rows}\n`;
}

function row(fault: Fault): string {
  return `| ${cell(fault.what)} | ${seen(fault)} | ${stdoutOf(fault)} | ${fault.exit} |`;
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
