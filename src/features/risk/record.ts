import type { AfterMove } from "../../analytics/position/bankruptcy.js";
import type { Risk } from "../../analytics/position/risk.js";
import type { Stressed } from "../../analytics/position/stress.js";
import {
  answer,
  each,
  type Field,
  group,
  inner,
  optional,
  own,
  plain,
  within,
} from "../../output/record.js";
import { MARGIN_LIMIT } from "../../views/limit-fields.js";
import { figure, sum } from "../../views/measure-fields.js";
import { NET, UNHEDGED_BY_ASSET } from "../../views/net-exposure.js";
import { returnOnMarginField } from "../../views/position/return-on-margin.js";
import {
  FILTERED,
  LEG,
  POSITION,
  portfoliosField,
  SERVICE_TIME,
  STALE,
} from "../../views/row-fields.js";
import { FIGURES } from "../../views/totals-fields.js";
import { riskLegFields } from "./legs.js";
import type { ShownRisk } from "./shown.js";
import { stressName, stressText } from "./stress.js";
import { unhedgedFields, unhedgedRow } from "./unhedged.js";

const AT_NO_TIME = { now: 0 };
const ELSEWHERE =
  "down: sum of what is unhedged on the other exchanges in absolute values, USD, of the positions with a leg there.";
const WITHOUT_THOSE = "Number of legs whose margin is unknown, without those of no leverage.";
const UNCHECKED = "Number of positions of which a leg may be closed and could not be checked.";

const BANKRUPTS = "price: positions of which the bankruptcy price of a leg lies within the move.";
const AFTER =
  "price: sum of what is unhedged without these legs at the moved price, in absolute values, USD.";

const BANKRUPT: Field<AfterMove>[] = [
  ...within(({ position }: AfterMove) => position, POSITION),
  each("legs", "Legs whose bankruptcy price lies within the move.", (it) => it.bankrupt, LEG),
  figure("unhedged", "What is unhedged without them at the moved price, USD; signed.", (it) => {
    return { value: it.unhedged, unit: "usd" };
  }),
];

type NamedStress = Stressed & Pick<ShownRisk, "handles">;

const STRESS: Field<NamedStress>[] = [
  plain("stress", "text", "The stress, as accepted by --stress.", (it) => stressName(it.stress)),
  plain("kind", ["price", "basis", "funding", "down"], "Kind of the stress.", ({ stress }) => {
    return stress.kind;
  }),
  plain("text", "text", "What it is, and what it leaves out.", (it) => stressText(it, it.handles)),
  optional(
    sum("gain", "Gain or loss under the stress, USD.", ({ result }) => result),
    isGain,
  ),
  optional(
    sum("unhedged_elsewhere", ELSEWHERE, ({ result }) => result),
    (it) => !isGain(it),
  ),
  optional(
    sum(
      "held_there",
      "down: gross notional held on the exchange, USD.",
      (it) => it.held ?? it.result,
    ),
    ({ held }) => held !== undefined,
  ),
  optional(
    each("bankrupt", BANKRUPTS, ({ bankrupt }) => bankrupt ?? [], BANKRUPT),
    ({ bankrupt }) => bankrupt !== undefined,
  ),
  optional(
    sum("unhedged_after", AFTER, (it) => it.remaining ?? it.result),
    ({ remaining }) => remaining !== undefined,
  ),
];

function isGain({ stress }: Stressed): boolean {
  return stress.kind !== "down";
}

const HELD = /^(gross|net|unhedged)_notional$/;

const TOTALS: Field<Risk>[] = [
  own("positions", "count", "Number of positions."),
  plain("legs", "count", "Number of held legs.", ({ legs }) => legs.length),
  plain("thin", "count", "Number of legs with a low margin.", ({ legs }) => {
    return legs.filter(({ isThin }) => isThin === true).length;
  }),
  plain("unknown", "count", WITHOUT_THOSE, ({ legs }) => {
    return legs.filter((it) => it.isThin === undefined && it.unknown !== "no_leverage").length;
  }),
  plain("without_leverage", "count", "Number of legs without leverage.", ({ legs }) => {
    return legs.filter(({ unknown }) => unknown === "no_leverage").length;
  }),
  ...within(
    ({ totals }: Risk) => totals.figures,
    FIGURES.filter(({ name }) => HELD.test(name)),
  ),
  ...within(({ totals }: Risk) => totals, [UNHEDGED_BY_ASSET]),
  sum("margin", "Initial margin at mark, USD; counted and of are legs.", ({ margin }) => margin),
  returnOnMarginField(({ returnOnMargin }) => returnOnMargin),
  plain("legs_unchecked", "count", UNCHECKED, ({ totals }) => totals.unchecked),
];

/** `positions risk`. */
export const RISK = answer<ShownRisk>("risk", [
  group("inputs", "What the figures rest on.", [
    MARGIN_LIMIT,
    FILTERED,
    STALE,
    ...within(({ risk }: ShownRisk) => risk.totals, [NET]),
    plain("stress", "texts", "--stress.", ({ risk }) => {
      return risk.stressed.map(({ stress }) => stressName(stress));
    }),
    SERVICE_TIME,
  ]),
  each(
    "rows",
    "Held legs: low margins first, then by distance, unknown ones last.",
    ({ rows }) => rows,
    riskLegFields(AT_NO_TIME),
  ),
  each(
    "unhedged",
    "Every position, the largest unhedged amount first; unknown and unchecked ones before.",
    ({ risk, ownerOf }) =>
      risk.unhedged.map((it) => unhedgedRow(it, ownerOf(it.position.position_id))),
    unhedgedFields(AT_NO_TIME),
  ),
  each(
    "stress",
    "The stresses.",
    ({ risk, handles }) => risk.stressed.map((it): NamedStress => ({ ...it, handles })),
    STRESS,
  ),
  inner("totals", "Sums over the positions.", ({ risk }: ShownRisk) => risk, TOTALS),
  portfoliosField((it) => it.portfolios ?? [{ ...it.ownerOf(), totals: it.risk }], TOTALS),
]);
