import { expect, it } from "vitest";
import { SCHEMAS } from "../../../src/commands/schema/all-schemas.js";
import { DECLARED, declaredEntries } from "../../../src/features/explain/declared.js";
import { readEntries } from "../../../src/features/explain/entries.js";
import { PAGES } from "../../../src/features/explain/pages.js";
import { fieldsOf } from "../../../src/features/explain/schema-fields.js";
import { type Meaning, meaningsOf } from "../../../src/features/explain/words.js";
import { randomMarkets, randomPositions } from "../../recomputed/random-portfolio.js";
import { listedService } from "../../support/listed-service.js";
import { NOW } from "../../support/now.js";
import { uuidOf } from "../../support/records.js";

const ENTRIES = [...declaredEntries(), ...readEntries()];

it("every table of figures has a formula and says when each is unknown", () => {
  for (const [page, text] of Object.entries(PAGES)) {
    for (const [header] of text.matchAll(/^\| figure .*$/gm)) {
      expect([page, header]).toEqual([
        page,
        expect.stringMatching(/\| (formula|of a position|is) /),
      ]);
      expect([page, header]).toEqual([page, expect.stringMatching(/`–` (if|when)|unknown if/)]);
    }
  }
});

it("no cell of a table of figures is empty", () => {
  const figures = ENTRIES.filter(({ table }) => table === "figure");
  expect(figures.length).toBeGreaterThan(100);
  const empty = figures.filter(
    ({ cells }) => cells.length < 2 || cells.some(([, it]) => it === ""),
  );
  expect(empty.map(({ page, names }) => `${page}: ${names[0]}`)).toEqual([]);
});

it("every page with figures says what is left out", () => {
  const pages = new Set(ENTRIES.flatMap(({ table, page }) => (table === "figure" ? page : [])));
  const silent = [...pages].filter(
    (it) => it !== DECLARED && !/^(Left out|Limitations)\b/m.test(PAGES[it] ?? ""),
  );
  expect(silent).toEqual([]);
});

interface Printed {
  readonly name: string;
  readonly command: string;
  readonly unit: string;
  readonly base?: string;
  readonly bound?: string;
  readonly se?: number;
}

/** Returns the figures of an answer. */
function figuresIn(node: unknown, command: string, name = ""): Printed[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((it) => figuresIn(it, command, name));
  const within = Object.entries(node)
    .filter(([key]) => key !== "inputs" && key !== "limits")
    .flatMap(([key, it]) => figuresIn(it, command, key));
  const isFigure = "value" in node && "unit" in node;
  return isFigure ? [{ ...(node as unknown as Printed), name, command }, ...within] : within;
}

const LINES = [
  "status",
  "list --by asset",
  "list --by exchange",
  "list --view pnl",
  "list --view risk --stress down=binance",
  "list --legs --why",
  "list --view funding",
  "list --view next",
  `get ${uuidOf(1)} --days`,
  `positions rotate ${uuidOf(1)}`,
  `get ${uuidOf(1)} --check`,
  "funding rank --fee 5bps",
  "funding rank --grid",
  "funding compare 1 2 --start 30d",
];

it("every figure of json has its unit, base, bound and uncertainty on a page", async () => {
  const events = [...randomMarkets(12, NOW)];
  const markets = events.map(([id, own]) => ({ id, asset: "BTC", events: own }));
  const positions = randomPositions(40, 12, NOW).map(({ listed }) => listed);
  const { run } = await listedService({ markets, positions });
  const printed: Printed[] = [];
  for (const line of LINES) {
    const [command = ""] = line.split(" -");
    const words = command.split(" ").filter((it) => !/\d/.test(it));
    const { stdout, stderr } = await run([...line.split(" "), "-o", "json", "-q"]);
    expect([line, stdout === "" ? stderr : ""]).toEqual([line, ""]);
    printed.push(...figuresIn(JSON.parse(stdout), `carry ${words.join(" ")}`));
  }
  const fields = await fieldsOf(SCHEMAS);
  const lacking = printed.flatMap((it) => {
    const own = fields.filter(({ name }) => name === it.name);
    const all = meaningsOf(it.name, ENTRIES, { fields: own, rules: [] });
    const isIts = ({ unit, base }: Meaning) => unit === it.unit && base === it.base;
    const found = all.find(isIts) ?? all[0];
    const page = PAGES[found?.page ?? ""] ?? "";
    const isDeclared = found?.page === DECLARED; // whose bound and se the schema says
    const at = `${it.command}: ${it.name} on ${found?.page}`;
    const facts: readonly (readonly [boolean, string])[] = [
      [it.unit === "fraction" || found?.unit === it.unit, `${it.unit}, not ${found?.unit}`],
      [it.base === undefined || found?.base === it.base, `of ${it.base}, not ${found?.base}`],
      [isDeclared || it.bound === undefined || /\bbound\b/i.test(page), "bound"],
      [isDeclared || it.se === undefined || /standard error/i.test(page), "standard error"],
    ];
    return facts.filter(([isTold]) => !isTold).map(([, fact]) => `${at}: ${fact}`);
  });
  expect([...new Set(lacking)].sort()).toEqual([]);
});
