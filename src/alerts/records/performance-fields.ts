import { ageOf } from "../../analytics/position/days-held.js";
import { spreadOf } from "../../analytics/position/position-figures.js";
import { decimal, type Figure } from "../../base/decimal.js";
import type { Performance } from "../../client/resources/position.js";
import { isStatus } from "../../client/resources/words.js";
import { type Field, type Fields, figure, number, text } from "./field.js";
import type { PositionSubject } from "./position-subject.js";
import { recordOf, shapeOfFields } from "./record.js";

const fees: Fields<Performance> = {
  paid: number("fees paid so far, USD", (it) => it.fees.paid),
  estimated_exit: number("estimated fees of closing it, USD", (it) => it.fees.estimated_exit),
};

const spread: Fields<Performance> = {
  realized: number("realized price PnL, USD", (it) => it.spread_pnl.realized),
  unrealized: number("price PnL of what is held, USD", (it) => it.spread_pnl.unrealized),
};

/** Figures of the performance at the top of the record. */
const FIGURES: Fields<PositionSubject> = {
  funding_pnl: of("funding PnL, USD", (it) => decimal(it.funding_pnl)),
  fees_paid: of("fees paid so far, USD", (it) => decimal(it.fees.paid)),
  spread_pnl: of("price PnL, realized and unrealized, USD", spreadOf),
  net_pnl: of("net PnL, USD", (it) => decimal(it.net_pnl)),
  apr: of("APR since opening, percent", (it) => decimal(it.apr)),
};

function of(what: string, figureOf: (it: Performance) => Figure): Field<PositionSubject> {
  return figure(what, ({ position: { status, performance } }) =>
    isStatus(status) && performance !== undefined ? figureOf(performance) : undefined,
  );
}

const performance: Fields<Performance> = {
  funding_pnl: number("funding PnL, USD", (it) => it.funding_pnl),
  fees: nested("fees", fees),
  spread_pnl: nested("price PnL", spread),
  net_pnl: number("net PnL, USD", (it) => it.net_pnl ?? undefined),
  duration_days: number("how long it is held, days", (it) => it.duration_days),
  apr: number("APR since opening, percent", (it) => it.apr ?? undefined),
  calculated_at: text("time of these values (ISO 8601)", (it) => it.calculated_at),
};

/** The performance as the service sends it, and its age. */
export const PERFORMANCE_FIELDS: Fields<PositionSubject> = {
  performance: {
    shape: shapeOfFields(performance),
    what: "the performance, as the service sends it",
    within: performance,
    value: ({ position }) => {
      // Without a performance each of its fields is unknown.
      const sent = isStatus(position.status) ? position.performance : undefined;
      return sent === undefined
        ? undefined
        : recordOf(performance, sent, undefined, "performance.");
    },
  },
  ...FIGURES,
  performance_age_seconds: number("age of the performance, seconds", ({ position, now }) => {
    const at = position.performance?.calculated_at;
    return at === undefined ? undefined : Math.max(0, Math.round(ageOf(at, now) / 1000));
  }),
};

function nested(what: string, fields: Fields<Performance>): Field<Performance> {
  return {
    shape: shapeOfFields(fields),
    what,
    within: fields,
    value: (sent) => recordOf(fields, sent),
  };
}
