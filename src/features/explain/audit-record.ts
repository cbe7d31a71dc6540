import type { BySide } from "../../analytics/market/by-side.js";
import { lastingHandle } from "../../base/names/handle.js";
import { marketHandle, type NamedMarket } from "../../base/names/market-name.js";
import type { Position } from "../../client/resources/position.js";
import { answer, each, type Field, optional, own, plain, within } from "../../output/record.js";
import type { Column, View } from "../../output/table/column.js";
import { pairsSection, tableSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { marketFields } from "../../views/market/market-fields.js";
import { figure } from "../../views/measure-fields.js";
import { bothSides, POSITION } from "../../views/row-fields.js";
import type { Audit, AuditInput, AuditStep } from "./audits/audit.js";

/** A figure of a position, or of a pair of markets, with everything that it is computed from. */
export type Audited = AuditedPosition | AuditedPair;

interface Named extends Audit {
  readonly figure: string;
}
interface AuditedPosition extends Named {
  readonly position: Position;
}
interface AuditedPair extends Named {
  readonly markets: BySide<NamedMarket>;
}

const LEG_HELP = "Leg or market that it is of; absent for a value of the whole.";

const INPUT: Field<AuditInput>[] = [
  own("input", "text", "Name of the value; event, missing event, or period."),
  plain("side", "text?", LEG_HELP, ({ leg }) => leg?.side),
  plain("exchange", "text?", LEG_HELP, ({ leg }) => leg?.exchange),
  plain("market_id", "integer?", "Market of the event.", ({ leg }) => leg?.market_id ?? undefined),
  plain("time", "time?", "Time of the event, or end of the period.", ({ time }) => time),
  plain("rate", "text?", "Funding rate, as sent.", ({ rate }) => rate ?? undefined),
  plain("mark_price", "text?", "Mark price of the event.", ({ mark }) => mark ?? undefined),
  plain("quantity", "number?", "Quantity of the leg.", ({ quantity }) => quantity ?? undefined),
  own(
    "amount",
    "number|null",
    "Funding of the event, USD; of a pair as a fraction of the notional; or the value. Null if it is unknown.",
  ),
  plain("in_sum", "flag", "Whether it is in the sum.", ({ inSum }) => inSum),
];

const STEP: Field<AuditStep>[] = [
  own("step", "text", "What is calculated."),
  own("formula", "text", "How, in words of the inputs and the steps before."),
  plain("value", "number|null", "Result; null if it is unknown.", ({ value }) =>
    typeof value === "string" ? null : value,
  ),
  optional(
    plain("case", "text?", "Result that is no number.", ({ value }) =>
      typeof value === "string" ? value : undefined,
    ),
  ),
];

const FIGURE = own<Named>("figure", "text", "Name of the figure.");
const AUDIT: Field<Audit>[] = [
  each("inputs", "What it is computed from.", ({ inputs }) => inputs, INPUT),
  each("steps", "The way to the value.", ({ steps }) => steps, STEP),
  figure("value", "The figure as commands show it.", ({ value }) => value),
];

const OF_POSITION = answer<AuditedPosition>("explain", [
  FIGURE,
  ...within(({ position }: AuditedPosition) => position, POSITION),
  ...AUDIT,
]);

const OF_PAIR = answer<AuditedPair>("explain", [
  FIGURE,
  ...bothSides<AuditedPair>((side) => marketFields(({ markets }) => markets[side])),
  ...AUDIT,
]);

/** Audits as answers. */
export const AUDIT_ANSWERS = [OF_POSITION, OF_PAIR] as const;

/** Returns the json of an audit. */
export const auditJson = (audited: Audited) =>
  "position" in audited ? OF_POSITION.json(audited) : OF_PAIR.json(audited);

/** An input or a step as a row. */
export type AuditRow = Partial<AuditInput> & Partial<AuditStep> & { readonly of: string };

/** Returns the inputs, the steps and the value as rows. */
export function auditRows({ figure: name, inputs, steps, value }: Audited): AuditRow[] {
  return [
    ...inputs.map((it) => ({ ...it, of: "input" })),
    ...steps.map((it) => ({ ...it, of: "step" })),
    { of: "value", step: name, formula: value.unit, value: value.value },
  ];
}

const column = (
  key: string,
  kind: Column<AuditRow>["kind"],
  value: Column<AuditRow>["value"],
  header = key.replaceAll("_", " "),
): Column<AuditRow> => ({ key, header, kind, value });

const COLUMNS: Column<AuditRow>[] = [
  column("of", "text", (it) => it.of),
  column("name", "text", (it) => it.input ?? it.step),
  column("side", "text", (it) => it.leg?.side),
  column("exchange", "text", (it) => it.leg?.exchange),
  column("market_id", "any", (it) => it.leg?.market_id, "market"),
  column("time", "time", (it) => (it.time === undefined ? null : new Date(it.time).toISOString())),
  column("rate", "any", (it) => it.rate),
  column("mark_price", "any", (it) => it.mark),
  column("quantity", "any", (it) => it.quantity?.toFixed()),
  column("amount", "any", (it) => it.amount?.toFixed()),
  column("in_sum", "any", (it) => it.inSum, "in sum"),
  column("formula", "prose", (it) => it.formula),
  column("value", "any", (it) => (it.value == null ? it.value : String(it.value))),
];
const KEYS = COLUMNS.map(({ key }) => key);

/** View of an audit: a page, or its rows. */
export function auditView(audited?: Audited): View<AuditRow> {
  return {
    rows: (row) => [row],
    columns: COLUMNS,
    defaults: { table: KEYS, csv: KEYS },
    ...(audited && { page: () => auditSections(audited) }),
    empty: "Nothing.",
  };
}

function subjectOf(audited: Audited): string {
  if ("position" in audited) return lastingHandle(audited.position);
  const { long, short } = audited.markets;
  return [long, short].map(marketHandle).join(" and ");
}

function auditSections(audited: Audited): Section[] {
  const { figure: name, value } = audited;
  const rows = auditRows(audited);
  const inputs = rows.filter((it) => it.of === "input");
  const only = (...keys: string[]) => COLUMNS.filter(({ key }) => keys.includes(key));
  const isTimed = inputs.length > 0 && inputs.every(({ time }) => time !== undefined);
  const other = new Set(["of", "market_id", isTimed ? "name" : "in_sum"]);
  const shown = COLUMNS.filter(
    ({ key, value: of }) => !other.has(key) && inputs.some((it) => of(it) != null),
  );
  return [
    { ...tableSection(inputs, shown), title: `${name} of ${subjectOf(audited)}` },
    tableSection(
      rows.filter((it) => it.of === "step"),
      only("name", "formula", "value"),
      "Steps",
    ),
    pairsSection([
      {
        label: name,
        kind: "any",
        value: value.value?.toFixed(),
        note: [value.unit, value.base].filter((it) => it !== undefined).join(" of "),
      },
      ...(value.unknown === undefined
        ? []
        : [{ label: "– since", kind: "text" as const, value: value.unknown }]),
    ]),
  ];
}
