/** How grave a cause is: it can hurt today, it costs money, or something is not known. */
export const GRAVITIES = ["critical", "warning", "unknown"] as const;
export type Gravity = (typeof GRAVITIES)[number];

/** What is said of a cause. */
export interface CauseSpec {
  readonly severity: Gravity;
  readonly help: string;
  /** What its value is. */
  readonly worth: string;
  /** Whether doing nothing costs its value every day, so that it comes before what is lost already. */
  readonly isDaily?: true;
}

const AS_HELD = "notional of the held legs, USD";

/** Why a position needs attention, the gravest first. */
export const CAUSES = {
  unhedged: {
    severity: "critical",
    help: "A side of the position holds nothing.",
    worth: "|unhedged|, USD",
  },
  margin_thin: {
    severity: "critical",
    help: "A leg is within `margin` (3 daily sd, 10 % where these are unknown) of the price at which its initial margin is gone, and more than half of it is gone.",
    worth: "notional of such legs, USD",
  },
  legs_missing: {
    severity: "critical",
    help: "It is open, but no leg holds anything.",
    worth: "0",
  },
  quantity_negative: { severity: "critical", help: "A quantity is negative.", worth: AS_HELD },
  costs_funding: {
    severity: "warning",
    help: "Funding costs more than `paying` (1 bp of the size) a day, over 7 days.",
    worth: "|run_7d|, USD a day",
    isDaily: true,
  },
  imbalance: {
    severity: "warning",
    help: "The sides differ by more than `imbalance` (2 %) in quantity, and in notional at fresh marks.",
    worth: "|unhedged|, USD",
  },
  losing: {
    severity: "warning",
    help: "Funding and price PnL are below minus `loss` (10 bp of the size).",
    worth: "|funding + price PnL|, USD",
  },
  fees_unearned: {
    severity: "warning",
    help: "The net PnL is below zero by its fees alone, and funding does not earn them.",
    worth: "|net PnL|, USD",
  },
  mark_missing: { severity: "unknown", help: "A held leg has no mark price.", worth: AS_HELD },
  mark_stale: { severity: "unknown", help: "A mark price is older than `stale`.", worth: AS_HELD },
  market_unknown: { severity: "unknown", help: "A held leg has no market id.", worth: AS_HELD },
  events_missing: {
    severity: "unknown",
    help: "Too little of the last 7 days is covered by settled events.",
    worth: AS_HELD,
  },
  performance_missing: {
    severity: "unknown",
    help: "The service sends no net PnL.",
    worth: AS_HELD,
  },
  performance_stale: {
    severity: "unknown",
    help: "The performance is older than `stale-performance`.",
    worth: AS_HELD,
  },
  implausible: {
    severity: "unknown",
    help: "A value cannot be true: a settlement above `max-rate` or in the future, a price off by more than a factor of 3, a leverage outside 0.1 to 500, a time of opening in the future, or a net PnL that is not the sum of its parts.",
    worth: AS_HELD,
  },
  unreadable: { severity: "unknown", help: "A field cannot be read.", worth: AS_HELD },
  legs_unchecked: {
    severity: "unknown",
    help: "A leg may be closed, and could not be checked.",
    worth: AS_HELD,
  },
} as const satisfies Readonly<Record<string, CauseSpec>>;

/** Why a position needs attention. */
export type Cause = keyof typeof CAUSES;

/** Reports whether a name is that of a cause. */
export function isCause(name: string): name is Cause {
  return Object.hasOwn(CAUSES, name);
}

/** Returns what is said of a cause. */
export function causeSpec(cause: Cause): CauseSpec {
  return CAUSES[cause];
}

/** Compares severities, the gravest first. */
export function gravestFirst(a: Gravity, b: Gravity): number {
  return GRAVITIES.indexOf(a) - GRAVITIES.indexOf(b);
}
