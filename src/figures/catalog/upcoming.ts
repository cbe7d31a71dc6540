import { type UpcomingLeg, upcomingOf } from "../engine/funding/upcoming.js";
import { type Fig, type FigureSpec, fact, fig, once } from "../figure.js";
import { known, lacking, plus, type Q, sum } from "../measure.js";
import { clockOf, type Group, holding, type LegOf, type PositionOf } from "../subjects.js";
import type { Doubt, Unknown } from "../unknown.js";

/** The settlements to come of each held leg. */
const upcoming = once((p: PositionOf): readonly UpcomingLeg[] =>
  upcomingOf(p.record, { ...clockOf(p.inputs), historyOf: p.inputs.historyOf }),
);

const WHY: Partial<Readonly<Record<NonNullable<UpcomingLeg["unknown"]>, Unknown>>> = {
  quantity_negative: "quantity_negative",
  unreadable: "unreadable",
  market_unknown: "market_unknown",
  mark_missing: "mark_missing",
};

/** Returns an amount of a leg at its last rate. */
function paid(p: PositionOf, leg: UpcomingLeg, of: "pays" | "pays24h"): Q {
  const { value, asOf, about, stale, ageUnknown } = leg[of];
  const why =
    leg.unknown === undefined ? "funding_unknown" : (WHY[leg.unknown] ?? "funding_unknown");
  const doubts: Doubt[] = [
    ...(stale === true ? ["mark_stale" as const] : []),
    ...(ageUnknown === true ? ["mark_undated" as const] : []),
    ...(about === true || leg.atEventMark ? ["event_mark" as const] : []),
    ...holding(p).evidence.doubts,
  ];
  return known(value, { asOf, doubts }, why);
}

/** Returns when a leg settles next, milliseconds since the epoch, and what it is paid then at the last rate. */
export const nextOfLeg = once(
  (leg: LegOf): { readonly time: number | undefined; readonly due: Q } => {
    const found = upcoming(leg.position).find((it) => it.leg === leg.record);
    const due =
      found === undefined ? lacking("funding_unknown") : paid(leg.position, found, "pays");
    return { time: found?.clock?.next, due };
  },
);

/** Time at which a position settles next, milliseconds since the epoch; undefined if unknown. */
export const nextTime = once((p: PositionOf): number | undefined => {
  const times = upcoming(p).flatMap(({ clock }) => clock?.next ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
});

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
    const time = nextTime(p);
    const due = upcoming(p).filter(
      ({ leg, clock }) => leg.side === side && (clock === undefined || clock.next === time),
    );
    return sum(due, (leg) => paid(p, leg, "pays"));
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
  (p) => {
    const legs = upcoming(p);
    const all = sum(legs, (leg) => paid(p, leg, "pays24h"));
    return all.if(() => all.evidence.counted === legs.length, "funding_unknown");
  },
);

/** Returns when any of the legs of a group settles next, and what those that do are paid then. */
export function nextOf({ members }: Group): readonly [time: number | undefined, due: Q] {
  const times = members.flatMap((p) => nextTime(p) ?? []);
  const time = times.length === 0 ? undefined : Math.min(...times);
  const due = members.filter((p) => nextTime(p) === time);
  return [time, sum(due, (p) => plus([nextLong(p), nextShort(p)]))];
}
