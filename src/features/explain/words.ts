import { ALIASES } from "./aliases.js";
import { DECLARED } from "./declared.js";
import { type Entry, normal } from "./entries.js";

/** What one page says of a word. */
export interface Meaning {
  /** As it was requested. */
  readonly figure: string;
  readonly kind: "figure" | "state" | "reason" | "mark" | "word";
  /** Feature whose page says so; undefined for a field of json alone. */
  readonly page: string | undefined;
  readonly section: string | undefined;
  /** What it is, in the words of the json of the commands that print it. */
  readonly is: readonly string[];
  readonly formula: string | undefined;
  readonly unit: string | undefined;
  readonly base: string | undefined;
  /** Unit and base as the page has them: `percent of the instants`. */
  readonly measured: string | undefined;
  /** When it is `–`. */
  readonly unknown: string | undefined;
  readonly leftOut: string | undefined;
  readonly text: readonly string[];
  readonly printedBy: readonly string[];
}

/** A field of a JSON Schema. */
export interface SchemaField {
  readonly name: string;
  readonly description: string;
  readonly printedBy: string;
  /** Whether it is a figure with a unit. */
  readonly isFigure: boolean;
}

/** Fields of schemas, and those that rules name. */
interface Named {
  readonly fields: readonly SchemaField[];
  readonly rules: readonly SchemaField[];
}

/**
 * Returns what is said of a word: by each page that has it, or else by the schemas and the names of rules.
 * @param keys of the columns that have the word as their heading
 */
export function meaningsOf(
  word: string,
  entries: readonly Entry[],
  { fields, rules }: Named,
  keys: readonly string[] = [],
): Meaning[] {
  const names = [word, ...keys].map(normal);
  const wanted = new Set(
    names.flatMap((name) => [name, ...(ALIASES[name.replaceAll(" ", "_")] ?? [])]),
  );
  const isNamed = ({ name, description }: SchemaField) =>
    names.includes(normal(name)) && !description.startsWith("--");
  const own = fields.filter(isNamed);
  const isWanted = ({ names, page }: Entry) =>
    names.some((it) => wanted.has(it) || wanted.has(`${page}/${it}`));
  const named = withoutFormer(entries.filter(isWanted));
  const told = named.filter(({ table }) => table !== undefined);
  const some = told.length > 0 ? told : named;
  const isOwn = (entry: Entry) => entry.names.includes(normal(word));
  if (some.length > 0) {
    const ordered = [...some.filter(isOwn), ...some.filter((it) => !isOwn(it))];
    return ordered.map((entry) => meaningOf(word, entry, printedOn(entry, own)));
  }
  const all = [...own, ...rules.filter(isNamed)];
  return all.length === 0 ? [] : [meaningOf(word, undefined, all)];
}

/** Pages of what list, status and get printed before figures were declared; other faces still print it. */
const FORMER = new Set(["list", "status", "get", "summary", "risk", "upcoming"]);

/** Returns entries without those of former pages, where a declaration has the word. */
function withoutFormer(named: readonly Entry[]): readonly Entry[] {
  const isDeclared = named.some(({ page }) => page === DECLARED);
  return isDeclared ? named.filter(({ page }) => !FORMER.has(page)) : named;
}

/** Commands whose last word is not the name of their feature. */
const PRINTED_AS: Readonly<Record<string, string>> = {
  "funding-history": "history",
};

/** Returns the fields of the command whose page it is; all where it prints none. */
function printedOn({ page, cells }: Entry, fields: readonly SchemaField[]): readonly SchemaField[] {
  if (page === DECLARED) {
    return fields.filter(({ description }) => description.startsWith(cells[0]?.[1] ?? ""));
  }
  const command = PRINTED_AS[page] ?? page;
  const own = fields.filter(({ printedBy }) => printedBy.split(" ").at(-1) === command);
  return own.length > 0 ? own : fields;
}

/** Returns every explained word, to find the nearest to an unknown one. */
export function knownWords(entries: readonly Entry[], { fields, rules }: Named): string[] {
  const names = [...fields, ...rules].map(({ name }) => name);
  return [...new Set([...names, ...entries.flatMap((it) => it.names)])];
}

const UNITS = [
  [/^USD a day/, "usd_per_day"],
  [/^percent a year/, "percent_per_year"],
  [/^percent(?!_)/, "percent"],
  [/^USD$/, "usd"],
  [/^daily sd/, "daily_sd"],
] as const;

const BASES = [
  [/of (?:the gross )?notional/, "notional"],
  [/of (?:the )?margin/, "margin"],
  [/of service_capital/, "service_capital"],
] as const;

function meaningOf(
  word: string,
  entry: Entry | undefined,
  fields: readonly SchemaField[],
): Meaning {
  const cell = (heading: RegExp) => entry?.cells.find(([it]) => heading.test(it))?.[1];
  const what = cell(/^what$/);
  const said = fields.map((it) => it.description.replace(/ Formula: carry explain \S+$/, ""));
  const is = what === undefined ? [...new Set(said)] : [what];
  const base = cell(/^base$/);
  const formula = cell(/^(formula|of a position|when|is|needs attention when)$/);
  const unit = cell(/^unit$/);
  const isFigure = entry?.table === "figure" || fields.some((it) => it.isFigure);
  const first = (list: typeof UNITS | typeof BASES) =>
    list.find(([it]) => it.test(unit ?? ""))?.[1];
  const left = entry?.text.find((it) => /^(Left out|Limitations)/.test(it));
  return {
    figure: word,
    kind: kindOf(entry, isFigure),
    page: entry?.page,
    section: entry?.section,
    ...{ is, formula },
    unit: first(UNITS) ?? unit,
    base: base ?? first(BASES),
    measured: base === undefined ? unit : `${unit} of ${base}`,
    unknown: cell(/–|unknown/),
    leftOut: cell(/^left out$/) ?? left,
    text: entry?.text ?? [],
    printedBy: [...new Set(fields.map((it) => it.printedBy))],
  };
}

function kindOf(entry: Entry | undefined, isFigure: boolean): Meaning["kind"] {
  if (entry?.table === "code") return "reason";
  if (entry?.table === "state" || entry?.table === "mark") return entry.table;
  return isFigure ? "figure" : "word";
}
