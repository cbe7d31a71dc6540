import type { Big } from "big.js";
import { decimal } from "../../base/decimal.js";
import { DAY_MS, minuteOf } from "../../base/time/periods.js";
import { marketOf, type PacedEvent } from "../engine/market/periods.js";
import { type Fig, type FigureSpec, fact, fig, once } from "../figure.js";
import { known, lift, plus, type Q, sum } from "../measure.js";
import { type Group, holding, type LegOf, markOf, type PositionOf } from "../subjects.js";

/** The settlements to come of a held leg. */
interface Upcoming {
  /** Time of the next one, milliseconds since the epoch; undefined if it is unknown. */
  readonly time: number | undefined;
  /** What it pays at the last rate, USD; positive is received. */
  readonly due: Q;
  /** What those of the next 24 hours pay, USD. */
  readonly due24h: Q;
}

/** Age of a last settlement from which on its rate says nothing of the next one. */
const OLD_MS = 3 * DAY_MS;

/** Returns the settlements to come of a held leg. */
export const nextOfLeg = once((leg: LegOf): Upcoming => {
  const { position, record, sign } = leg;
  const { historyOf, now } = position.inputs;
  const { market_id: id } = record;
  const all = id === null ? [] : (marketOf(historyOf(id))?.events ?? []);
  const events = all.filter(({ time }) => time <= minuteOf(now));
  const last = events.at(-1);
  const clock = settlementClock(events, now);
  const why = id === null ? "market_unknown" : "funding_unknown";
  const isUsable = clock !== undefined && last !== undefined && last.time > now - OLD_MS;
  const rate = known(isUsable ? decimal(last.rate) : null, { asOf: last?.time, doubts: [] }, why);
  const due = lift([holding(position), rate, priceOf(leg, last)], (_, of: Big, price: Big) =>
    price.times(record.quantity).times(-sign).times(of),
  );
  const due24h = due.map((it) => it.times(clock?.within24h ?? 0));
  return {
    time: clock?.next,
    due,
    due24h: clock?.about === true ? due24h.with({ doubts: ["event_mark"] }) : due24h,
  };
});

/**
 * Returns when a market settles next: the last event + the gap before it, if the gap before that is
 * equal, else + its own spacing.
 * @param events in chronological order, at least one
 * @internal exported for tests
 */
export function settlementClock(events: readonly PacedEvent[], now: number) {
  const last = events.at(-1);
  if (last === undefined) return undefined;
  const [gap, before] = [gapAt(events, 1), gapAt(events, 2)];
  const isEven = gap !== undefined && gap === before;
  const spacing = isEven ? gap : last.spacing;
  if (spacing <= 0) return undefined;
  const due = Math.max(0, Math.floor((now - last.time) / spacing));
  const next = last.time + (due + 1) * spacing;
  return {
    /** Next settlement after now, milliseconds since the epoch. */
    next,
    /** True unless the last two gaps between settlements are equal. */
    about: !isEven,
    /** Number of settlements in the next 24 hours. */
    within24h: Math.max(0, Math.floor((now + DAY_MS - next) / spacing) + 1),
  };
}

/** Returns the time between two successive events. @param back 1 for the last two */
function gapAt(events: readonly PacedEvent[], back: number): number | undefined {
  const [before, after] = [events.at(-1 - back), events.at(-back)];
  return before === undefined || after === undefined ? undefined : after.time - before.time;
}

/** Mark price of a leg; that of the last settlement stands for a missing one. */
function priceOf(leg: LegOf, last: { readonly mark?: string | null | undefined } | undefined): Q {
  const mark = markOf(leg);
  if (mark.value !== null) return mark;
  return known(decimal(last?.mark ?? null), { doubts: ["event_mark"] }, "mark_missing");
}

/** Time at which a position settles next, milliseconds since the epoch; undefined if unknown. */
export const nextTime = once((p: PositionOf): number | undefined =>
  earliest(p.legs.map((leg) => nextOfLeg(leg).time)),
);

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((it) => it !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

export const nextAt = fact(
  "next_at",
  {
    type: "time|null",
    help: "Time at which a leg settles next; null if it is unknown.",
    head: "next",
    needs: ["funding"],
  },
  (p: PositionOf) => nextTime(p) ?? null,
);

const AT_LAST_RATE: Omit<FigureSpec, "help" | "head"> = {
  unit: "usd",
  signed: true,
  counts: "legs",
  needs: ["funding"],
  formula: "−sign × quantity × mark × rate of the last settlement",
  unknownWhen: "a market, its last rate of the last 3 days or a mark is unknown",
  leftOut: "changes of rate, mark and size until then; a settlement that is due",
};

function onSide(id: string, side: "long" | "short"): Fig<PositionOf> {
  const spec = {
    ...AT_LAST_RATE,
    head: side,
    help: `What its ${side} legs are paid at that time, at their last rates; those of unknown time count as due.`,
  };
  return fig(id, spec, (p) => {
    const due = p.legs.filter((leg) => {
      const { time } = nextOfLeg(leg);
      return leg.record.side === side && (time === undefined || time === nextTime(p));
    });
    return sum(due, (leg) => nextOfLeg(leg).due);
  });
}

export const nextLong = onSide("next_long", "long");
export const nextShort = onSide("next_short", "short");

export const next24h: Fig<PositionOf> = fig(
  "next_24h",
  {
    ...AT_LAST_RATE,
    head: "24h",
    help: "What its settlements of the next 24 hours pay, at their last rates.",
  },
  ({ legs }) => {
    const all = sum(legs, (leg) => nextOfLeg(leg).due24h);
    return all.if(() => all.evidence.counted === legs.length, "funding_unknown");
  },
);

/** Returns when any of the legs of a group settles next, and what those that do are paid then. */
export function nextOf({ members }: Group): readonly [time: number | undefined, due: Q] {
  const time = earliest(members.map(nextTime));
  const due = members.filter((p) => nextTime(p) === time);
  return [time, sum(due, (p) => plus([nextLong(p), nextShort(p)]))];
}
