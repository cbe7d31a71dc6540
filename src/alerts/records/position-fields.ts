import { pairOf } from "../../analytics/portfolio/groups.js";
import { daysHeld } from "../../analytics/position/days-held.js";
import { isUnknown } from "../../analytics/position/reason.js";
import { POSITION_REASON_CODES } from "../../base/reason-codes.js";
import { Unsure } from "../rules/unknown.js";
import { type Fields, number, text } from "./field.js";
import { FUNDING_FIELDS } from "./funding-fields.js";
import { HEDGE_FIELDS } from "./hedge-fields.js";
import { LEG_FIELDS } from "./leg-fields.js";
import { PERFORMANCE_FIELDS } from "./performance-fields.js";
import type { PositionSubject } from "./position-subject.js";
import { REASON_FIELDS } from "./reason-fields.js";
import { recordOf, shapeOfFields } from "./record.js";

/** Every name that an expression about a position can use, with what it stands for. */
export const POSITION_FIELDS: Fields<PositionSubject> = {
  position_id: text("position id (uuid)", ({ position }) => position.position_id),
  asset: text("asset", ({ position }) => position.asset),
  status: text("status", ({ position }) => position.status, ["open", "closed"]),
  opened_at: text("time of opening (ISO 8601)", ({ position }) => position.opened_at),
  closed_at: text("time of closing; null while it is open", ({ position }) => position.closed_at),
  legs: {
    shape: { kind: "list", of: shapeOfFields(LEG_FIELDS) },
    what: "the legs",
    within: LEG_FIELDS,
    value: legsOf,
  },
  ...PERFORMANCE_FIELDS,
  attention: text("whether it needs attention, as in carry status", attentionOf, ["yes", "no"]),
  reasons: {
    shape: { kind: "list", of: { kind: "text", values: POSITION_REASON_CODES } },
    what: "codes of the reasons for attention, worst first",
    value: reasonsOf,
  },
  ...REASON_FIELDS,
  age_days: number("time since the opening, days", ({ position, now }) => daysHeld(position, now)),
  pair: text("exchanges of the sides, such as binance/okx+bybit", ({ position }) =>
    pairOf(position.legs),
  ),
  ...HEDGE_FIELDS,
  ...FUNDING_FIELDS,
};

function legsOf({ position, risks, isUnchecked, now }: PositionSubject) {
  return position.legs.map((leg) => {
    const risk = risks().find((it) => it.leg === leg);
    return recordOf(LEG_FIELDS, { leg, risk, isUnchecked, now }, undefined, "legs.");
  });
}

function attentionOf({ reasons }: PositionSubject): string | undefined {
  if (reasons.some((reason) => !isUnknown(reason))) return "yes";
  return reasons.length > 0 ? undefined : "no";
}

/** Returns the codes of the reasons; there may be more where a check could not be made. */
function reasonsOf({ reasons }: PositionSubject) {
  const codes = reasons.filter((it) => !isUnknown(it)).map(({ code }) => code);
  return codes.length === reasons.length ? codes : new Unsure(codes, ["reasons"]);
}
