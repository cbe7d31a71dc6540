import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ALL_CODES } from "../../../src/base/reason-codes.js";
import { SCHEMAS } from "../../../src/commands/schema/all-schemas.js";
import { declaredEntries } from "../../../src/features/explain/declared.js";
import { readEntries } from "../../../src/features/explain/entries.js";
import { PAGES } from "../../../src/features/explain/pages.js";
import { fieldsOf } from "../../../src/features/explain/schema-fields.js";
import { meaningsOf } from "../../../src/features/explain/words.js";
import { carry } from "../../support/carry.js";

const FEATURES = new URL("../../../src/features/", import.meta.url);
const ENTRIES = [...declaredEntries(), ...readEntries()];
const explain = (...argv: string[]) => carry(["explain", ...argv]);
const json = async (word: string) => JSON.parse((await explain(word, "-o", "json")).stdout);

describe("the words that are explained", () => {
  it("are of the page of every feature that has one", () => {
    const features = readdirSync(FEATURES).filter((name) =>
      readdirSync(new URL(`${name}/`, FEATURES)).includes("explain.md"),
    );
    expect(Object.keys(PAGES).sort()).toEqual(features.sort());
  });

  it("have every figure of every json on a page with its unit, but for limits that are echoed", async () => {
    const fields = await fieldsOf(SCHEMAS);
    const figures = fields.filter(
      ({ isFigure, description }) => isFigure && !/^(--|Setting )/.test(description),
    );
    const names = [...new Set(figures.map(({ name }) => name))];
    expect(names.length).toBeGreaterThan(40);
    const lacking = names.filter((name) =>
      meaningsOf(name, ENTRIES, { fields, rules: [] }).every(
        ({ page, unit }) => page === undefined || unit === undefined,
      ),
    );
    expect(lacking).toEqual([]);
  });

  it("are what help and schemas point to, and never files", async () => {
    const schemas = await Promise.all(
      SCHEMAS.map(async ({ schema }) => JSON.stringify(await schema())),
    );
    const help = (await carry(["schema", "commands"])).stdout;
    expect([...schemas, help].join().match(/docs\/reference[^"]*/g)).toBeNull();
    expect(help).toContain("carry explain <name>");
  });

  it("have every reason and every mark of a table", () => {
    const kindOf = (word: string) => meaningsOf(word, ENTRIES, { fields: [], rules: [] })[0]?.kind;
    for (const code of ALL_CODES) expect([code, kindOf(code)]).toEqual([code, "reason"]);
    const source = (path: string) => readFileSync(new URL(path, FEATURES), "utf8");
    const files = readdirSync(new URL("../", FEATURES), { recursive: true, encoding: "utf8" });
    const marks = files
      .filter((it) => it.endsWith(".ts"))
      .flatMap((it) => [...source(`../${it}`).matchAll(/\bsign: "(.)"/g)].map(([, sign]) => sign));
    expect(new Set(marks).size).toBeGreaterThan(7);
    for (const sign of new Set(marks)) expect([sign, kindOf(sign ?? "")]).toEqual([sign, "mark"]);
  });
});

describe("carry explain", () => {
  it("says what a figure is, its formula, unit, base, when it is unknown and what is left out", async () => {
    const { figure, meanings } = await json("now_apr");
    expect(figure).toBe("now_apr");
    expect(meanings[0]).toMatchObject({
      ...{ kind: "figure", page: "status", section: "Now" },
      formula: "Σ run(7d) × 365 ÷ Σ N × 100",
      ...{ unit: "percent_per_year", base: "notional" },
    });
  });

  it("says of a declared figure, a cause and a leg what their declaration says, and who prints them", async () => {
    const [stressed, ...others] = (await json("stressed")).meanings;
    expect(stressed).toMatchObject({
      ...{
        kind: "figure",
        page: "figures",
        unit: "usd",
        left_out: expect.stringMatching("funding"),
      },
      ...{ unknown: expect.anything(), printed_by: ["carry positions list --view now"] },
    });
    expect(others).toEqual([]);
    expect((await json("costs_funding")).meanings[0]).toMatchObject({ kind: "reason" });
    const sections = (word: { meanings: { section: string }[] }) =>
      word.meanings.map(({ section }) => section);
    expect(sections(await json("margin_to_add"))).toEqual(["Position", "Leg", "Sum of positions"]);
    for (const word of ["run_7d", "next_24h", "imbalance", "7d/d", "exit"]) {
      expect([word, (await json(word)).meanings[0]?.page]).toEqual([word, "figures"]);
    }
    const { stdout } = await explain("rate_7d", "--no-color");
    expect(stdout).toMatch(/unit +percent per year of size/);
  });

  it("knows the names of tables, with capitals and spaces, and the whole path of a field", async () => {
    for (const [word, page] of [
      ["Net PnL", "figures"],
      ["performance.net_pnl", "figures"],
      ["contract multiples", "get"],
    ] as const) {
      expect([word, (await json(word)).meanings[0].page]).toEqual([word, page]);
    }
  });

  it("shows a mark, a field that is of json alone, and a row for each page", async () => {
    expect((await explain("^", "--no-color")).stdout).toContain("contracts of different sizes");
    const { stdout } = await explain("covered_hours", "--no-color");
    expect(stdout).toContain("Hours covered by the data.");
    const rows = (await explain("net_pnl", "-o", "csv")).stdout.trim().split("\r\n");
    expect(rows.length).toBeGreaterThan(2);
    expect(rows[0]).toMatch(/^figure,kind,page,section,formula,unit,base,unknown/);
  });

  it("names the nearest of a word that nothing is called", async () => {
    const near = await explain("imballance");
    expect([near.code, near.stderr]).toEqual([
      2,
      'error: explain: nothing is called "imballance"\nhint: did you mean `carry explain imbalance`?\n',
    ]);
    const far = await explain("zzzzzzzzzz");
    expect([far.code, far.stdout]).toEqual([2, ""]);
  });
});
