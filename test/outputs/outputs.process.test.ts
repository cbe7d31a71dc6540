import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../src/base/time/periods.js";
import { exampleRules } from "../../src/commands/check/example.js";
import { SCHEMAS } from "../../src/commands/schema/schemas.js";
import { SCENARIO_NAMES } from "../../src/sandbox/scenarios.js";
import { contradictions } from "../support/closed-schema.js";
import { visibleCommands } from "../support/command-leaves.js";
import { NOW } from "../support/now.js";
import { DAY, type RecordedSandbox, recordedSandboxForFile } from "../support/recorded-sandbox.js";
import { differences } from "../support/same-content.js";
import { LINES, LOOKS, OTHERS } from "./lines.js";

/* Every answer in every format agrees with its schema and with the other formats. With
   OUTPUTS_KEPT_IN=<directory> what is printed is kept there, a file for each output: a run before a
   change and one after it can be compared with `diff -r`. */

const DAYS = [NOW - 3 * DAY, NOW - 2 * DAY, NOW - DAY, NOW - DAY / 2];
const PORTFOLIOS = {
  clear: { times: DAYS, positions: 14 },
  scenarios: { times: DAYS, positions: 24, scenarios: [...SCENARIO_NAMES] },
  empty: { times: [NOW - 2 * MINUTE_MS, NOW - MINUTE_MS], positions: 0 },
};

const files = mkdtempSync(join(tmpdir(), "carry-outputs-"));
const rules = join(files, "rules.toml");
writeFileSync(rules, exampleRules());
afterAll(() => rmSync(files, { recursive: true, force: true }));

interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns every column of what a line prints: a name that no column has is refused with them. */
async function columnsOf(recorded: RecordedSandbox, argv: readonly string[]): Promise<string> {
  const { stderr } = await recorded.carry([...argv, "-o", "csv", "--columns", "?"]);
  return /the columns are (.*)/.exec(stderr)?.[1]?.replaceAll(", ", ",") ?? "";
}

/** Prints a line in each look; what differs from run to run is replaced. */
async function looksOf(recorded: RecordedSandbox, line: string): Promise<[string, Printed][]> {
  const argv = line.replace("<rules>", rules).split(" ");
  const columns = await columnsOf(recorded, argv);
  const looks: [string, Printed][] = [];
  for (const [look, options] of Object.entries(LOOKS)) {
    const scratch = mkdtempSync(join(files, "synced-"));
    const typed = [...argv, ...options].map((word) => (word === "<columns>" ? columns : word));
    const terminal = look === "terminal" ? { terminal: 120, rows: 50 } : {};
    const env = line === LINES["archive-sync"] ? { CARRY_ARCHIVE: scratch } : {};
    const { code, stdout, stderr } = await recorded.carry(typed, { ...terminal, env });
    const shown = (text: string) =>
      text
        .replaceAll(recorded.env.CARRY_BASE_URL ?? "", "<service>")
        .replaceAll(recorded.directory, "<archive>")
        .replaceAll(scratch, "<scratch>")
        .replaceAll(rules, "<rules>");
    looks.push([look, { code, stdout: shown(stdout), stderr: shown(stderr) }]);
  }
  return looks;
}

/** Endings of the files that are kept, by look. */
const ENDINGS: Readonly<Record<string, string>> = {
  ...{ json: "json", ndjson: "ndjson", csv: "csv" },
  ...{ "tsv-by-default": "tsv", tsv: "columns.tsv" },
  ...{ terminal: "terminal.txt", pipe: "pipe.txt", columns: "columns.txt" },
};

/** Writes what was printed into the directory of OUTPUTS_KEPT_IN: data as they are, notes beside them. */
function keep(line: string, look: string, name: string, { stdout, stderr, code }: Printed): void {
  const { OUTPUTS_KEPT_IN: chosen } = process.env;
  if (chosen === undefined) return;
  const directory = join(chosen, name);
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `${line}.${ENDINGS[look]}`);
  writeFileSync(file, stdout);
  writeFileSync(`${file}.stderr`, `exit ${code}\n${stderr}`);
}

it("covers every command", async () => {
  const typed = Object.values(LINES).map((line) => `${line} `);
  const missing = (await visibleCommands())
    .filter(({ spec }) => spec.shortFor === undefined)
    .map(({ name }) => name)
    .filter((name) => !typed.some((line) => line.startsWith(`${name} `)) && !OTHERS.includes(name));
  expect(missing).toEqual([]);
});

/** Returns the schemas of commands by their names. */
async function schemaNames(): Promise<ReadonlyMap<string, string>> {
  const all = await visibleCommands();
  return new Map(
    SCHEMAS.flatMap(({ name, printedBy }) => {
      const command = all.find((it) => `carry ${it.name}` === printedBy);
      return command === undefined ? [] : [[command.name, name] as const];
    }),
  );
}

/** Schemas of what only an option makes a command print. */
const BY_OPTION: Readonly<Record<string, string>> = {
  "history-by-day": "funding-day",
  "get-days": "get-days",
  "get-check": "get-check",
  "archive-plan": "archive-plan",
  "archive-verify": "archive-verify",
};

/** Returns how what a line prints contradicts its schema, and how its formats differ. */
async function faultsOf(line: string, typed: string, outputs: ReadonlyMap<string, string>) {
  const printed = (look: string) => outputs.get(`${line}.${look}`) ?? "";
  const [json, ndjson] = [printed("json"), printed("ndjson")];
  if (json === "") return [];
  const command = [...(await schemaNames())].find(([name]) => `${typed} `.startsWith(`${name} `));
  const ofView = / --(view|by) /.test(typed) && typed.startsWith("list") ? "list-view" : undefined;
  const schema = BY_OPTION[line] ?? ofView ?? command?.[1] ?? `no schema of ${typed}`;
  const told = (await contradictions(schema))(JSON.parse(json)).filter(
    (it) => !/^funding-(day|markets|arbitrage)/.test(schema) || !it.includes("does not describe"),
  );
  const isAnswer = /"(rows|attention)":\[/.test(json) && json.startsWith("{");
  const [csv, tsv] = [printed("csv"), printed("tsv-by-default")];
  const differing = isAnswer && csv !== "" ? differences({ json, csv, tsv, ndjson }).found : [];
  const names = [...json.matchAll(/"(\d[^"]*)":/g)].map(([, name]) => `the name ${name}`);
  return [...told, ...differing, ...names].map((it) => `${line}: ${it}`);
}

describe.for(Object.entries(PORTFOLIOS))("a portfolio: %s", ([name, { times, ...options }]) => {
  const recorded = recordedSandboxForFile(times, { ...options, seed: 1, end: NOW });

  it("is printed by each command in each format, by its schema and with the same content", {
    timeout: 240_000,
  }, async () => {
    await recorded().carry("archive sync 1 4 -q".split(" "));
    const found = await recorded().carry(
      "list --view funding -o json --query rows[?run_7d.value]|[0].position_id".split(" "),
    );
    const outputs = new Map<string, string>();
    for (const [line, typed] of Object.entries(LINES)) {
      const id: unknown = JSON.parse(found.stdout || "null");
      if (typeof id !== "string" && typed.includes("<id>")) continue;
      const command = typed.replace("<id>", String(id));
      for (const [look, printed] of await looksOf(recorded(), command)) {
        outputs.set(`${line}.${look}`, printed.stdout);
        keep(line, look, name, printed);
      }
    }
    const faults = await Promise.all(
      Object.entries(LINES).map(([line, typed]) => faultsOf(line, typed, outputs)),
    );
    expect(faults.flat()).toEqual([]);
  });
});
