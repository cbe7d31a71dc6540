import { describe, expect, it } from "vitest";
import { SCHEMAS } from "../../src/commands/schema/schemas.js";
import { SUBJECT_NAMES, SUBJECTS } from "../../src/figures/catalog/all.js";
import { CAUSES } from "../../src/figures/causes.js";
import { type Declared, isFigure } from "../../src/figures/figure.js";
import { DOUBTS, UNKNOWN } from "../../src/figures/unknown.js";
import { SETTING_NAMES } from "../../src/run/settings/table.js";
import { randomMarkets, randomPositions } from "../recomputed/random-portfolio.js";
import { carry } from "../support/carry.js";
import { listedService } from "../support/listed-service.js";
import { NOW } from "../support/now.js";
import { uuidOf } from "../support/records.js";

interface Meaning {
  readonly kind: string;
  readonly subject?: string;
  readonly name: string;
  readonly unit?: string;
  readonly base?: string;
}

const explain = (...argv: string[]) => carry(["explain", ...argv]);

async function meaningsOf(word: string): Promise<readonly Meaning[]> {
  const { stdout, stderr } = await explain(word, "-o", "json");
  if (stdout === "") throw new Error(`${word}: ${stderr}`);
  return JSON.parse(stdout).meanings;
}

const subjectsOf = async (word: string) =>
  (await meaningsOf(word)).map(({ kind, subject }) => subject ?? kind);

const DECLARED = SUBJECT_NAMES.flatMap((subject): [string, Declared<never>][] =>
  SUBJECTS[subject].map((it) => [subject, it]),
);

describe("carry explain", () => {
  it("says what a figure is, its formula, unit, base, when it is unknown and what is left out", async () => {
    const { stdout } = await explain("rate_7d", "-o", "json");
    const { word, meanings } = JSON.parse(stdout);
    expect(word).toBe("rate_7d");
    expect(meanings[0]).toEqual({
      ...{ kind: "figure", subject: "position", name: "rate_7d", heading: "%/yr" },
      is: "Funding of the last 7 days, a year, in percent of the size; not compounded.",
      formula: "run_7d × 365 ÷ size × 100",
      ...{ unit: "percent_per_year", base: "size" },
      unknown_when: "run_7d or the size is unknown, or less than a day has settled",
      left_out: "fees and price PnL, which are not of a year",
    });
  });

  it("says of a cause how grave it is and what its value is, and of a setting its values and default", async () => {
    expect(await meaningsOf("costs_funding")).toEqual([
      {
        ...{ kind: "cause", name: "costs_funding", severity: "warning" },
        ...{ is: CAUSES.costs_funding.help, worth: "|run_7d|, USD a day" },
      },
    ]);
    expect((await meaningsOf("timeout"))[0]).toMatchObject({
      ...{ kind: "setting", default: "30s", environment: "CARRY_TIMEOUT" },
      values: "a duration such as 500ms, 30s, 5m or 2h",
    });
  });

  it("says of a name that several subjects, causes or settings have what each means", async () => {
    expect(await subjectsOf("margin_to_add")).toEqual(["position", "leg", "sum"]);
    expect(await subjectsOf("portfolio")).toEqual(["position", "sum", "move", "setting"]);
    expect(await subjectsOf("imbalance")).toEqual(["position", "cause", "setting"]);
    expect(await subjectsOf("mark_stale")).toEqual(["cause", "unknown", "estimate"]);
  });

  it("knows the headings of tables, capitals and spaces, and the path of a field", async () => {
    const named = async (word: string) => [
      word,
      ...new Set((await meaningsOf(word)).map(({ name }) => name)),
    ];
    for (const expected of [
      ["7d/d", "run_7d"],
      ["exit", "fees_estimated_exit", "exit"],
      ["Net PnL", "net_pnl"],
      ["performance.net_pnl", "net_pnl"],
      ["run_7d.value", "run_7d"],
      ["stale mark", "mark_stale"],
      ["why", "cause"],
      ["totals.run_7d.se", "se"],
      ["±", "next_7d_low", "next_7d_high", "rate_next_7d_low", "rate_next_7d_high"],
    ]) {
      expect(await named(expected[0] ?? "")).toEqual(expected);
    }
  });

  it("says what each of the five signs is, with Unicode and without", async () => {
    const signs = [
      ["●", "*"],
      ["!", "!"],
      ["○", "o"],
      ["–", "-"],
      ["~", "~"],
    ];
    for (const [sign = "", ascii = ""] of signs) {
      const [first] = await meaningsOf(sign);
      expect(first).toMatchObject({ kind: "sign", name: sign });
      expect((await meaningsOf(ascii))[0]).toEqual(first);
    }
  });

  it("knows every name that is declared", async () => {
    const names = [
      ...DECLARED.map(([, { id }]) => id),
      ...[...Object.keys(CAUSES), ...Object.keys(UNKNOWN), ...Object.keys(DOUBTS)],
      ...SETTING_NAMES,
    ];
    for (const name of new Set(names)) expect(await meaningsOf(name)).not.toEqual([]);
  });

  it("knows every word that a schema or a help page says it explains", async () => {
    const others = SCHEMAS.filter(({ name }) => name !== "check"); // its at_stake is no declared figure
    const declared = await Promise.all(others.map(({ schema }) => schema()));
    const help = (await carry(["schema", "commands"])).stdout;
    const said = `${JSON.stringify(declared)}${help}`.matchAll(/carry explain ([a-z][\w]*)/g);
    const words = [...new Set([...said].flatMap(([, word]) => word ?? []))];
    expect(words.length).toBeGreaterThan(40);
    const unknown: string[] = [];
    for (const word of words) {
      if ((await explain(word, "-o", "json")).code !== 0) unknown.push(word);
    }
    expect(unknown).toEqual([]);
  });

  it("prints a page for eyes, and a row for each meaning for programs", async () => {
    const { stdout } = await explain("rate_7d", "--no-color");
    expect(stdout).toMatch(/^rate_7d: position\n/);
    expect(stdout).toMatch(/\nunit +percent per year of size\n/);
    expect(stdout).toContain("\n\nrate_7d: sum\n");
    const rows = (await explain("net_pnl", "-o", "csv")).stdout.trim().split("\r\n");
    expect(rows[0]).toMatch(/^kind,subject,name,heading,is,formula,unit,base,unknown_when/);
    expect(rows.length).toBe(1 + (await meaningsOf("net_pnl")).length);
  });

  it("names the nearest of a word that nothing is called", async () => {
    expect(await explain("imballance")).toMatchObject({
      ...{ code: 2, stdout: "" },
      stderr:
        'error: explain: nothing is called "imballance"\nhint: did you mean `carry explain imbalance`?\n',
    });
    const far = await explain("zzzzzzzzzz");
    expect([far.code, far.stdout]).toEqual([2, ""]);
    expect(far.stderr).toContain("hint: words are names in json, headings of columns");
  });
});

describe("the declarations", () => {
  it("have each name once within a subject", () => {
    for (const subject of SUBJECT_NAMES) {
      const ids = SUBJECTS[subject].map(({ id }) => id);
      expect([subject, ids.filter((id, at) => ids.indexOf(id) < at)]).toEqual([subject, []]);
    }
  });

  const LINES = [
    ...["status", "list --by asset", "list --by exchange", "list --view pnl"],
    ...["list --view risk --stress down=binance", "list --legs --why", "list --view funding"],
    ...["list --view next", `positions rotate ${uuidOf(1)}`, "funding rank --fee 5bps"],
    ...["funding rank --grid", "funding compare 1 2 --start 30d"],
  ];

  it("say the unit and the base of every figure that json has", async () => {
    const events = [...randomMarkets(12, NOW)];
    const markets = events.map(([id, own]) => ({ id, asset: "BTC", events: own }));
    const positions = randomPositions(40, 12, NOW).map(({ listed }) => listed);
    const { run } = await listedService({ markets, positions });
    const lacking = new Set<string>();
    let seen = 0;
    for (const line of LINES) {
      const { stdout, stderr } = await run([...line.split(" "), "-o", "json", "-q"]);
      expect([line, stdout === "" ? stderr : ""]).toEqual([line, ""]);
      for (const { name, unit, base } of figuresIn(JSON.parse(stdout))) {
        seen++;
        const isSaid = DECLARED.some(
          ([, it]) =>
            it.id === name && isFigure(it) && it.spec.unit === unit && it.spec.base === base,
        );
        if (!isSaid) lacking.add(`${line}: ${name}, ${unit} of ${base}`);
      }
    }
    expect(seen).toBeGreaterThan(500);
    expect([...lacking]).toEqual([]);
  });
});

type Printed = Pick<Meaning, "name" | "unit" | "base">;

/** Returns the figures of an answer. */
function figuresIn(node: unknown, name = ""): Printed[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((it) => figuresIn(it, name));
  const within = Object.entries(node)
    .filter(([key]) => key !== "inputs")
    .flatMap(([key, it]) => figuresIn(it, key));
  const isFigure = "value" in node && "unit" in node;
  return isFigure ? [{ ...(node as unknown as Printed), name }, ...within] : within;
}
