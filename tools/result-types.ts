import { BACKTEST } from "../src/features/backtest/record.js";
import { OUTLOOK } from "../src/features/outlook/record.js";
import { pnlAnswer } from "../src/features/pnl/record.js";
import { rankAnswer } from "../src/features/rank/record.js";
import { RISK } from "../src/features/risk/record.js";
import { STATUS } from "../src/features/status/record.js";
import type { Schema } from "../src/output/schema.js";
import { figure, sum } from "../src/views/measure-fields.js";

const HEAD =
  "// Generated from the records of the features by `npm run reference`. Do not edit.\n// What each field is: `carry schema` and `carry explain`.\n";

type Properties = Readonly<Record<string, Schema>>;

const MEASURE = objectOf(figure("", "", () => ({ value: null, unit: "usd" })).schema);
const SUM = objectOf(sum("", "", () => ({ value: null, unit: "usd", counted: 0, of: 0 })).schema);

/** Schemas that have a name, the one with more fields first. */
const NAMED = [
  { name: "Sum", ...SUM },
  { name: "Measure", ...MEASURE },
];

const RESULTS: readonly (readonly [name: string, about: string, schema: Schema])[] = [
  ["StatusResult", "`carry status -o json`.", STATUS.schema()],
  ["OutlookResult", "`carry positions outlook -o json`.", OUTLOOK.schema()],
  ["RiskResult", "`carry positions risk -o json`.", RISK.schema()],
  ["PnlResult", "`carry positions pnl -o json`.", pnlAnswer("day").schema()],
  ["RankResult", "`carry funding rank -o json`.", rankAnswer("pair").schema()],
  ["MarketRankResult", "`carry funding rank --by market -o json`.", rankAnswer("market").schema()],
  ["BacktestResult", "`carry funding backtest -o json`.", BACKTEST.schema()],
];

/** Returns TypeScript source of the types of what the figures return, made from their JSON Schemas. */
export function resultTypes(): string {
  const isMore = (name: string) =>
    !(name in MEASURE.properties) || SUM.required.has(name) !== MEASURE.required.has(name);
  const more = Object.fromEntries(Object.entries(SUM.properties).filter(([name]) => isMore(name)));
  return [
    HEAD,
    "/** A figure with what it rests on, as far as that applies. */",
    `export interface Measure ${fieldsOf(MEASURE.properties, MEASURE.required, "")}\n`,
    "/** A sum over several things. */",
    `export interface Sum extends Measure ${fieldsOf(more, SUM.required, "")}\n`,
    "/** A number with its unit. */",
    "export interface Quantity<U> {\n  readonly value: number;\n  readonly unit: U;\n}\n",
    ...RESULTS.flatMap(([name, about, schema]) => {
      const { properties, required } = objectOf(schema);
      const all =
        "portfolios" in properties
          ? { ...properties, portfolios: withNamedTotals(name, properties) }
          : properties;
      return [`/** ${about} */`, `export interface ${name} ${fieldsOf(all, required, "")}\n`];
    }),
  ].join("\n");
}

/** Returns the schema of the portfolios of a result, whose totals have the type of its own. */
function withNamedTotals(name: string, { portfolios, totals }: Properties): Schema {
  const { items } = portfolios as { readonly items: Schema };
  const { properties } = objectOf(items);
  const own = { ...totals, description: properties.totals?.description };
  if (JSON.stringify(own) !== JSON.stringify(properties.totals)) return { ...portfolios };
  const named = { description: own.description, reference: `${name}["totals"]` };
  return { ...portfolios, items: { ...items, properties: { ...properties, totals: named } } };
}

function objectOf(schema: Schema | undefined) {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Properties;
    readonly required?: readonly string[];
  };
  return { properties, required: new Set(required) };
}

function fieldsOf(properties: Properties, required: ReadonlySet<string>, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const about = String(schema.description ?? "").replace(
      " Formulas: docs/reference/figures.",
      "",
    );
    const isNamed = /^\w+$/.test(name) && !/^\d/.test(name);
    const key = `${isNamed ? name : JSON.stringify(name)}${required.has(name) ? "" : "?"}`;
    const rest = required.has(name) ? "" : " | undefined";
    const doc = about === "" ? "" : `${inner}/** ${about} */\n`;
    return `${doc}${inner}readonly ${key}: ${typeIn(schema, inner)}${rest};`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function typeIn(schema: Schema, indent: string): string {
  const {
    type,
    enum: values,
    const: only,
    items,
    reference,
  } = schema as Readonly<Record<string, unknown>>;
  if (typeof reference === "string") return reference;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return values.map((it) => JSON.stringify(it)).join(" | ");
  const types = (Array.isArray(type) ? type : [type]) as readonly string[];
  return types.map((one) => typeNamed(one, schema, items as Schema, indent)).join(" | ");
}

function typeNamed(type: string, schema: Schema, items: Schema, indent: string): string {
  if (type === "integer") return "number";
  if (type === "array") return arrayOf(typeIn(items, indent));
  return type === "object" ? objectType(schema, indent) : type;
}

function arrayOf(item: string): string {
  return /[|&] /.test(item) ? `readonly (${item})[]` : `readonly ${item}[]`;
}

function objectType(schema: Schema, indent: string): string {
  const { properties, required } = objectOf(schema);
  if (Object.keys(properties).join() === "value,unit") {
    return `Quantity<${typeIn(properties.unit ?? {}, indent)}>`;
  }
  const known = NAMED.find((it) => isWithin(it, { properties, required }));
  if (known === undefined) return fieldsOf(properties, required, indent);
  const more = Object.entries(properties).filter(([name]) => !(name in known.properties));
  if (more.length === 0) return known.name;
  return `${known.name} & ${fieldsOf(Object.fromEntries(more), required, indent)}`;
}

type Parts = ReturnType<typeof objectOf>;

/** Reports whether an object has all fields of another one. */
function isWithin({ properties, required }: Parts, whole: Parts): boolean {
  return (
    Object.keys(properties).every((name) => name in whole.properties) &&
    [...required].every((name) => whole.required.has(name))
  );
}
