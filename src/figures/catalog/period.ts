import { type Declared, type FigureSpec, fact, fig } from "../figure.js";
import { known, over, plus, type Q } from "../measure.js";
import type { PartName } from "../period/looks.js";
import type { Period } from "../period/periods.js";

const CHANGE = {
  unit: "usd",
  signed: true,
  unknownWhen: "no position has known figures at both looks",
  leftOut:
    "what is after a position's last known figures, and positions that were listed first though opened before",
} as const satisfies Partial<FigureSpec>;

/** Returns what a part of the net PnL came to, with how many positions are in it. */
function partOf({ parts, counted, of, isKnown, to }: Period, name: PartName): Q {
  const value = isKnown ? parts[name] : null;
  return known(value, { asOf: to, doubts: [], counted, of }, "performance_missing");
}

export const periodNet = fig(
  "net_pnl",
  {
    ...CHANGE,
    head: "net",
    help: "What the net PnL changed by between the looks.",
    formula: "funding_pnl + spread_pnl − fees_paid − fees_estimated_exit",
  },
  (p: Period) => partOf(p, "net_pnl"),
);

export const periodFunding = fig(
  "funding_pnl",
  {
    ...CHANGE,
    head: "funding",
    help: "What the funding PnL changed by.",
    formula: "Σ funding PnL at the end − at the beginning; from 0 for a position opened between",
  },
  (p: Period) => partOf(p, "funding_pnl"),
);

export const periodPrice = fig(
  "spread_pnl",
  {
    ...CHANGE,
    head: "price",
    help: "What the price PnL, realized and unrealized, changed by.",
    formula: "Σ (realized + unrealized) at the end − at the beginning",
  },
  (p: Period) => {
    const both = plus([partOf(p, "spread_realized"), partOf(p, "spread_unrealized")]);
    return both.with({ counted: p.counted, of: p.of });
  },
);

export const periodFees = fig(
  "fees_paid",
  {
    ...CHANGE,
    head: "fees",
    signed: false,
    help: "What was paid in fees.",
    formula: "Σ fees paid at the end − at the beginning",
  },
  (p: Period) => partOf(p, "fees_paid"),
);

export const periodExit = fig(
  "fees_estimated_exit",
  {
    ...CHANGE,
    head: "exit",
    signed: false,
    help: "What the estimated exit fees changed by.",
    formula: "Σ exit fees at the end − at the beginning",
  },
  (p: Period) => partOf(p, "fees_estimated_exit"),
);

const periodNotional = fig(
  "notional",
  {
    unit: "usd",
    head: "notional",
    help: "What the positions held on average, at their larger sides.",
    formula: "Σ N at a look × time until the next ÷ time",
    unknownWhen: "nothing was held, or a price is unknown",
  },
  ({ notional, to }: Period) => known(notional, { asOf: to, doubts: [] }, "mark_missing"),
);

export const periodReturn = fig(
  "return",
  {
    unit: "percent",
    base: "notional",
    signed: true,
    head: "return",
    help: "What the net PnL is of what was held on average.",
    formula: "net_pnl ÷ notional × 100",
    unknownWhen: "net_pnl or the notional is unknown",
  },
  (p: Period) => over(periodNet(p), periodNotional(p)).map((it) => it.times(100)),
);

const timeOf = (id: "from" | "to", help: string) =>
  fact(id, { type: "time", help }, (p: Period) => p[id]);

const periodFrom = timeOf("from", "When the first look was taken.");
const periodTo = timeOf("to", "When the last look was taken.");

/** Returns in a few words what made most of it: `opened SOL.f120`, `PEPE.7572 price`. */
export function whyOf(
  { each }: Period,
  nameOf: (positionId: string, asset: string) => string,
): string {
  const [most] = each;
  if (most === undefined || most.parts.net_pnl.eq(0)) return "";
  const name = nameOf(most.position.positionId, most.position.asset);
  const what = most.told.find((it) => ["opened", "closed", "vanished"].includes(it.what))?.what;
  if (what !== undefined) return `${what} ${name}`;
  const { parts } = most;
  const price = parts.spread_realized.plus(parts.spread_unrealized);
  const fees = parts.fees_paid.plus(parts.fees_estimated_exit);
  const largest = [
    ["funding", parts.funding_pnl],
    ["price", price],
    ["fees", fees],
  ] as const;
  const [word] = [...largest].sort(([, a], [, b]) => b.abs().cmp(a.abs()))[0] ?? [""];
  return `${name} ${word}`;
}

/** When a period is. */
export const PERIOD_TIMES: readonly Declared<Period>[] = [periodFrom, periodTo];

/** The parts of a period that add up, and what they are of. */
export const PERIOD_FIGURES: readonly Declared<Period>[] = [
  ...[periodNet, periodFunding, periodPrice, periodFees, periodExit, periodReturn, periodNotional],
];
