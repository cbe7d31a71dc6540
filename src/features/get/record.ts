import type { PairBasis } from "../../analytics/market/pair-basis.js";
import type { Measure } from "../../analytics/measure.js";
import type { BreakEven, PacedBreakEven } from "../../analytics/position/break-even.js";
import type { Item } from "../../client/listing/item-pages.js";
import type { PositionDetail } from "../../client/resources/position.js";
import { sourced } from "../../output/formats/exact-json.js";
import { type Field, group, jsonOf, objectSchema, plain } from "../../output/record.js";
import type { Sourced } from "../../output/text/sourced.js";
import { basisField } from "../../views/market/basis-fields.js";
import { figure } from "../../views/measure-fields.js";

/** What `--figures` adds to a position. */
export interface PositionFigures {
  readonly basis: PairBasis;
  readonly breakEven: BreakEven;
  /** At run(7d), at run(30d), and at the pace of the worst week; undefined if unknown. */
  readonly paces: Readonly<
    Record<"at_7d" | "at_30d" | "at_worst_week", PacedBreakEven | undefined>
  >;
}

const KIND =
  "past: not below zero; back: back at zero; in: at zero; never. At run(7d), else run(24h); null if unknown.";

function pace(name: keyof PositionFigures["paces"], what: string): Field<PositionFigures> {
  const at = ({ paces }: PositionFigures) => paces[name];
  const days = (it: PositionFigures): Measure => {
    return { value: at(it)?.days ?? null, unit: "days", bound: at(it)?.bound };
  };
  return figure(name, `Days until the net PnL is at zero at ${what}; null for never.`, days, [
    plain("never", "flag|null", "Whether it never is; null if that is unknown.", (it) => {
      const found = at(it);
      return found === undefined ? null : found.days === null;
    }),
  ]);
}

const FIGURES: readonly Field<PositionFigures>[] = [
  basisField(({ basis }) => basis),
  group("break_even", "When the net PnL is at zero.", [
    plain("kind", ["past", "back", "in", "never", null], KIND, ({ breakEven: { kind } }) => {
      return kind === "unknown" ? null : kind;
    }),
    pace("at_7d", "the funding of 7 days"),
    pace("at_30d", "the funding of 30 days"),
    pace("at_worst_week", "that of the worst week"),
  ]),
];

/** Returns a position as it was sent, with its figures. */
export function withFigures(
  { value, source }: Item<PositionDetail>,
  figures: PositionFigures,
): Sourced<PositionDetail> {
  const own = sourced(jsonOf(FIGURES, figures));
  const whole = { position: value, figures: own.value };
  const text = `{"position":${source},"figures":${own.source}}`;
  return { value: whole as unknown as PositionDetail, source: text };
}

/** Returns the JSON Schema of `positions get --figures`: of one position, or of several. */
export function figuresSchema() {
  const position = { type: "object", description: "As sent: carry schema position-detail." };
  const item = {
    type: "object",
    required: ["position", "figures"],
    properties: { position, figures: objectSchema(FIGURES) },
  };
  const $ref = "#/$defs/item";
  return { anyOf: [{ $ref }, { type: "array", items: { $ref } }], $defs: { item } };
}
