import type { Handles } from "../../base/names/handle.js";
import type { Leg } from "../../client/resources/position.js";
import { type Field, own, plain, viewOf, within } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import type { FormatContext } from "../../output/text/format.js";
import type { Tone } from "../../output/text/paint.js";
import { NOT_ASKED } from "../../views/doubt.js";
import { figure } from "../../views/measure-fields.js";
import { measureMarks } from "../../views/measure-marks.js";
import { oneLegColumns } from "../../views/position/leg-columns.js";
import { handleField, idField } from "../../views/position/name-fields.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { LEG, legsChecked, PORTFOLIO, POSITION, picked } from "../../views/row-fields.js";
import { MARGIN_UNKNOWN, type RiskRow, whyUnknown } from "./row.js";

/** Names of the positions, and the time of the view. */
export interface RiskLook extends ServiceClock {
  readonly handles?: Handles;
}

/** View of the risk of held legs, one per row. */
export function riskLegsView(look: RiskLook): View<RiskRow> {
  const order = [
    ...["handle", "portfolio", "side", "exchange"],
    ...["distance", "distance_sd", "left", "thin", "*"],
  ];
  const isPast = ({ risk: { unknown } }: RiskRow) => unknown !== undefined;
  return viewOf(riskLegFields(look), { isPast, empty: "No held legs." }, order);
}

const toneOf = ({ risk: { isThin } }: RiskRow): Tone => (isThin === true ? "loss" : "plain");

/** The fields of a held leg. */
function riskLegFields({ handles, ...clock }: RiskLook): Field<RiskRow>[] {
  const held = { mark: ({ risk }: RiskRow): Mark[] => (risk.isUnchecked ? [NOT_ASKED] : []) };
  const atMark = { mark: ({ risk }: RiskRow): Mark[] => measureMarks(risk.notional, clock) };
  const heldAtMark = { mark: (row: RiskRow) => [...atMark.mark(row), ...held.mark(row)] };
  const looks: Readonly<Record<string, object>> = {
    leverage: { header: "lev" },
    mark_price: atMark,
  };
  return [
    handleField(handles, toneOf),
    ...PORTFOLIO,
    ...picked<RiskRow>(
      oneLegColumns(clock).map((it) => ({ ...it, ...looks[it.key] })),
      ["side", 0],
      ["exchange", 0],
      ["symbol", 7],
      ["leverage", 3],
      ["open_price", 8],
      ["mark_price", 6],
    ),
    ...within(({ position }: RiskRow) => position, POSITION),
    ...within(({ risk }: RiskRow) => risk.leg, LEG),
    ...within(({ risk }: RiskRow) => risk, [legsChecked<RiskRow["risk"]>()]),
    ...within(
      ({ risk }: RiskRow) => risk.leg,
      [
        own<Leg>("quantity", "number", "Held quantity, in the asset."),
        own<Leg>("leverage", "number|null", "Leverage, as a multiple."),
        own<Leg>("open_price", "number|null", "Price at which the leg was opened."),
        own<Leg>("mark_price", "number|null", "Latest mark price."),
        own<Leg>(
          "mark_price_updated_at",
          "text|null",
          "Time the mark price was last updated (ISO 8601).",
        ),
      ],
    ),
    figure("notional", "Notional at mark, USD.", {
      of: ({ risk }) => risk.notional,
      ...{ header: "notional", priority: 4, ...heldAtMark },
    }),
    figure("margin", "Initial margin at mark: notional ÷ leverage, USD.", {
      of: ({ risk }) => risk.margin,
      ...{ header: "initial", priority: 6, ...heldAtMark },
    }),
    figure("bankruptcy_price", "Price at which the initial margin is lost, isolated.", {
      of: ({ risk }) => risk.bankruptcyPrice,
      ...{ header: "bankruptcy", kind: "price", priority: 5 },
    }),
    figure("distance", "Price move against the leg until then, percent; null if not reachable.", {
      of: ({ risk }) => risk.distance,
      ...{ header: "away", kind: "percent", priority: 0, tone: toneOf, footnote: AWAY },
      details: ["unknown"],
    }),
    figure("distance_sd", "The same in standard deviations of the mark's changes within a day.", {
      of: ({ risk }) => risk.distanceSd,
      ...{ header: "sd", kind: "quantity", priority: 1 },
      value: ({ risk }) => risk.distanceSd.value?.toFixed(1),
      details: ["unknown"],
    }),
    figure("left", "Part of the initial margin that is left, percent.", {
      of: ({ risk }) => risk.left,
      ...{ header: "left", kind: "percent", priority: 2 },
    }),
    plain("thin", "flag|null", "Whether the margin is low; null if unknown.", {
      of: ({ risk }) => risk.isThin,
      ...{ header: "margin", kind: "text", priority: 0, ...held, tone: toneOf },
      value: ({ risk: { isThin } }) => isThin,
      texts: (row, look) => [stateText(row, look)],
    }),
    whyUnknown(
      "Why the margin is unknown; absent if it is known.",
      Object.keys(MARGIN_UNKNOWN),
      ({ risk }) => risk.unknown,
    ),
    idField(),
  ];
}

const AWAY = "away: bankruptcy price (isolated), without maintenance margin; sd: daily";

/** Returns `● low`, `ok` or why the margin is unknown. */
function stateText({ risk: { isThin, unknown } }: RiskRow, { unicode }: FormatContext): string {
  if (unknown !== undefined) return MARGIN_UNKNOWN[unknown].brief;
  return isThin === true ? `${unicode ? "●" : "!"} low` : "ok";
}
