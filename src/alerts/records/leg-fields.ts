import type { LegRisk } from "../../analytics/position/leg-risk.js";
import { markAge } from "../../analytics/position/mark.js";
import type { Leg } from "../../client/resources/position.js";
import { type Field, type Fields, figure, flag, number, text } from "./field.js";

/** A leg with what is known of its margin. */
export interface LegSubject {
  readonly leg: Leg;
  /** Undefined for a leg that holds nothing. */
  readonly risk: LegRisk | undefined;
  /** Whether the leg may be closed, so that its figures are unknown. */
  readonly isUnchecked: boolean;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
}

/** Names of a leg: fields of the service, and figures of a held leg. */
export const LEG_FIELDS = {
  side: text("side of the leg", ({ leg }) => leg.side, ["long", "short"]),
  exchange: text("exchange", ({ leg }) => leg.exchange),
  symbol: text("market symbol on the exchange", ({ leg }) => leg.symbol),
  market_id: number("market id; null without one", ({ leg }) => leg.market_id),
  leverage: number("leverage; null without one", ({ leg }) => leg.leverage),
  quantity: number("quantity, in the asset", ({ leg }) => leg.quantity),
  open_price: number("price at which it was opened", ({ leg }) => leg.open_price ?? undefined),
  mark_price: number("mark price", ({ leg }) => leg.mark_price ?? undefined),
  mark_price_updated_at: text(
    "time of the mark price (ISO 8601)",
    ({ leg }) => leg.mark_price_updated_at ?? undefined,
  ),
  mark_age_seconds: number("age of the mark price, seconds", ({ leg, now }) => {
    const age = markAge(leg, now);
    return age === undefined ? undefined : Math.max(0, Math.round(age / 1000));
  }),
  notional: held(figure("quantity × mark price, USD", ({ risk }) => risk?.notional.value)),
  margin: margin("initial margin: notional ÷ leverage, USD", "margin"),
  bankruptcy_price: margin("mark price at which the initial margin is lost", "bankruptcyPrice"),
  distance: reachable("move of the mark price from here to bankruptcy_price, percent", "distance"),
  distance_sd: reachable(
    "the same in standard deviations of its changes within a day",
    "distanceSd",
  ),
  left: margin("part of the initial margin that is left, percent", "left"),
  thin: ofMargin(
    flag(
      "whether distance is below the setting margin and less than half of the margin is left",
      ({ risk }) => risk?.isThin,
    ),
  ),
} as const satisfies Fields<LegSubject>;

/** Makes a figure null for a leg that holds nothing, and unknown for one that may be closed. */
function held(field: Field<LegSubject>): Field<LegSubject> {
  return {
    ...field,
    value: (subject) => {
      if (subject.isUnchecked) return undefined;
      return subject.risk === undefined ? null : field.value(subject);
    },
  };
}

/** Makes a figure null for a leg without leverage too, which has no initial margin. */
function ofMargin(field: Field<LegSubject>): Field<LegSubject> {
  return held({
    ...field,
    value: (subject) => (subject.leg.leverage === null ? null : field.value(subject)),
  });
}

function margin(what: string, name: "margin" | "bankruptcyPrice" | "left"): Field<LegSubject> {
  return ofMargin(figure(what, ({ risk }) => risk?.[name].value));
}

/** Null also where the bankruptcy price is not above zero, which no price reaches. */
function reachable(what: string, name: "distance" | "distanceSd"): Field<LegSubject> {
  const field = ofMargin(figure(what, ({ risk }) => risk?.[name].value));
  const isNever = ({ risk }: LegSubject) => risk?.distance.unknown === "not_reachable";
  return { ...field, value: (it) => (isNever(it) ? null : field.value(it)) };
}
