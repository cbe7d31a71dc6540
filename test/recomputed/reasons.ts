/**
 * Recalculates the reasons for attention: from the raw JSON, with doubles, from the definitions
 * only. Imports nothing from the program.
 */
import { type RawEvent, type Recomputed, recompute } from "../analytics/funding/run-oracle.js";
import { dailySd } from "./daily-sd.js";
import { balance, type RawPosition } from "./positions.js";

export interface Leg {
  readonly side: "long" | "short";
  readonly quantity: number;
  readonly market_id: number | null;
  readonly leverage: number | null;
  readonly open_price: number | null;
  readonly mark_price: number | null;
  readonly mark_price_updated_at: string | null;
  /** Fields of a full position. */
  readonly close_price?: number | null;
}

export interface Listed extends RawPosition {
  readonly position_id: string;
  readonly opened_at: string;
  readonly legs: readonly Leg[];
  readonly performance?: NonNullable<RawPosition["performance"]> & {
    readonly calculated_at: string;
  };
}

export interface Found {
  readonly code: string;
  /** Its figure; undefined without one to compare. */
  readonly figure?: number | null;
  /** USD by which equal reasons are sorted; null if unknown. */
  readonly stake: number | null;
  /** Whether a side holds nothing. */
  readonly isOneSided?: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CODES = [
  ...["unbalanced", "margin_thin", "losing", "paying", "fees_unearned", "legs_missing"],
  ...["quantity_negative", "mark_missing", "net_pnl_unavailable", "performance_stale"],
  ...["mark_stale", "funding_unknown", "not_settled", "market_unknown", "margin_unknown"],
  "legs_unchecked",
];
export const rankOf = (code: string) => CODES.indexOf(code);
export const isReason = (code: string) => rankOf(code) < CODES.indexOf("funding_unknown");

const CRITICAL = ["margin_thin", "legs_missing", "quantity_negative"];
const WARNING = ["unbalanced", "losing", "paying", "fees_unearned"];

/** Returns 0 for what can hurt today, 1 for what costs money, 2 for data. */
export function gravityOf({ code, isOneSided }: Found): number {
  if (CRITICAL.includes(code) || isOneSided === true) return 0;
  return WARNING.includes(code) ? 1 : 2;
}

const stakeOf = ({ stake }: Found) => stake ?? Number.POSITIVE_INFINITY;
export const gravestFirst = (a: Found, b: Found) =>
  gravityOf(a) - gravityOf(b) || Math.sign(stakeOf(b) - stakeOf(a)) || 0;

const total = (values: readonly number[]) => values.reduce((sum, it) => sum + it, 0);
const cents = (value: number) => (Math.abs(value) < 0.005 ? 0 : value);
const signOf = (leg: Leg) => (leg.side === "long" ? 1 : -1);
const isNegative = ({ legs }: Listed) => legs.some((leg) => leg.quantity < 0);
const heldOf = ({ status, legs }: Listed) =>
  status === "closed" ? [] : legs.filter((leg) => leg.quantity !== 0);

/** Notional, with the open price for a missing mark. */
function size(position: Listed): number | null {
  if (isNegative(position)) return null;
  const worth = (side: string) =>
    total(
      heldOf(position)
        .filter((leg) => leg.side === side)
        .map((leg) => leg.quantity * (leg.mark_price ?? leg.open_price ?? Number.NaN)),
    );
  const larger = Math.max(worth("long"), worth("short"));
  return Number.isNaN(larger) ? null : larger;
}

const ageOf = (time: string | null, now: number) => (time === null ? null : now - Date.parse(time));
const isFresh = (leg: Leg, now: number) => {
  const age = leg.mark_price === null ? null : ageOf(leg.mark_price_updated_at, now);
  return age !== null && Math.abs(age) <= 5 * MINUTE;
};

/** Reports whether a leg in the list may be closed. */
export function isDoubtful(position: Listed): boolean {
  const held = heldOf(position);
  if (held.length === 0 || isNegative(position)) return false;
  if (held.some((leg) => leg.mark_price === null)) return true;
  const sent = position.performance?.spread_pnl.unrealized;
  const at = Date.parse(position.performance?.calculated_at ?? "");
  const isThen = (time: string | null) => Math.abs(Date.parse(time ?? "") - at) <= 2 * MINUTE;
  if (sent === undefined || !held.every((leg) => isThen(leg.mark_price_updated_at))) return false;
  if (held.some((leg) => leg.open_price === null)) return true;
  const own = total(
    held.map((leg) => signOf(leg) * leg.quantity * ((leg.mark_price ?? 0) - (leg.open_price ?? 0))),
  );
  return Math.abs(own - sent) > (size(position) ?? 0) / 1000;
}

/** Returns the position with closed legs holding nothing, but for a negative quantity, which is invalid. */
export function withDetail(position: Listed, legs: readonly Leg[]): Listed {
  return {
    ...position,
    legs: legs.map((leg) =>
      leg.close_price == null || leg.quantity < 0 ? leg : { ...leg, quantity: 0 },
    ),
  };
}

type Markets = ReadonlyMap<number, readonly RawEvent[]>;

export function runOf(position: Listed, markets: Markets, now: number, hours: number) {
  const held = heldOf(position).map(({ side, market_id, quantity }) => ({
    ...{ side, market_id, quantity },
  }));
  const nothing = { settled: undefined, perDay: undefined, ownHours: undefined };
  if (isNegative(position)) return { ...nothing, unknown: "negative" };
  return recompute({ ...position, legs: held }, markets, now, hours);
}

export const dollars = (run: Pick<Recomputed, "settled">) =>
  run.settled === undefined ? null : Number(run.settled) / 1e30;
export const dollarsADay = (run: Pick<Recomputed, "perDay">) =>
  run.perDay === undefined ? null : Number(run.perDay) / 1e8;

/** Gross notional, with the open price for a missing mark price. */
function grossOf(position: Listed): number | null {
  if (isNegative(position)) return null;
  const worth = heldOf(position).map((leg) => {
    const price = leg.mark_price ?? leg.open_price;
    return price === null ? Number.NaN : leg.quantity * price;
  });
  const sum = total(worth);
  return Number.isNaN(sum) ? null : sum;
}

function holding(position: Listed, now: number): Found[] {
  if (isNegative(position)) return [{ code: "quantity_negative", stake: grossOf(position) }];
  const held = heldOf(position);
  if (held.length === 0) return [{ code: "legs_missing", stake: 0 }];
  const { imbalance, unhedged } = balance(position);
  if (imbalance === null || imbalance <= 2) return [];
  if (held.every((leg) => isFresh(leg, now))) {
    const worth = (side: string) =>
      total(
        held.filter((leg) => leg.side === side).map((leg) => leg.quantity * (leg.mark_price ?? 0)),
      );
    const [long, short] = [worth("long"), worth("short")];
    if ((Math.abs(long - short) / Math.max(long, short)) * 100 <= 2) return [];
  }
  const stake = unhedged === null ? null : Math.abs(unhedged);
  const isOneSided = new Set(held.map((leg) => leg.side)).size === 1;
  return [{ code: "unbalanced", figure: imbalance, stake, isOneSided }];
}

function margins(position: Listed, markets: Markets, now: number): Found[] {
  const thin: { away: number; worth: number }[] = [];
  const unknown = new Set<string>();
  for (const leg of heldOf(position)) {
    const { leverage, mark_price: mark, open_price: open } = leg;
    if (leg.quantity < 0 || leverage === null || leverage <= 0 || mark === null) continue;
    const gone = open === null ? Number.NaN : open * (1 - signOf(leg) / leverage);
    const away = ((signOf(leg) * (mark - gone)) / mark) * 100;
    const left = 1 + signOf(leg) * leverage * (mark / (open ?? Number.NaN) - 1);
    if (open === null) unknown.add("price");
    else if (leg.mark_price_updated_at === null) unknown.add("undated");
    else if (!isFresh(leg, now)) unknown.add("old");
    else if (away <= 0) unknown.add("past");
    else if (gone > 0 && isNear(leg, { gone, away, markets, now }) && left < 0.5)
      thin.push({ away, worth: mark * leg.quantity });
  }
  const least = Math.min(...thin.map(({ away }) => away));
  const stake = total(thin.map(({ worth }) => worth));
  return [
    ...(thin.length > 0 ? [{ code: "margin_thin", figure: least, stake }] : []),
    ...[...unknown].map(() => ({ code: "margin_unknown", stake: null })),
  ];
}

/** Under 3 standard deviations of a day's change, or 10 percent where those are not known. */
function isNear(
  { market_id: id, mark_price: mark }: Leg,
  of: { gone: number; away: number; markets: Markets; now: number },
): boolean {
  const sd = id === null ? null : dailySd(of.markets.get(id), of.now);
  return sd === null ? of.away < 10 : Math.abs(Math.log(of.gone / (mark ?? 0))) / sd < 3;
}

interface Judged {
  readonly reasons: Found[];
  /** Days until funding has earned the fees. */
  readonly feesNotEarned: number | null;
}

function earnings(position: Listed, markets: Markets, now: number): Judged {
  const reasons: Found[] = [];
  const [day, week] = [24, 168].map((hours) => runOf(position, markets, now, hours));
  const judges = heldOf(position).length > 0 && !isNegative(position);
  const unknown = (run: { unknown?: string | undefined } | undefined, isDay: boolean) => {
    const why = run?.unknown ?? "funding_unknown";
    const code = why === "not_settled" && !isDay ? "funding_unknown" : why;
    if (judges && !reasons.some((it) => it.code === code)) reasons.push({ code, stake: null });
  };
  const n = size(position);
  const paid = day === undefined ? null : dollars(day);
  if (judges && paid === null) unknown(day, true);
  if (judges && paid !== null && n !== null) {
    const aDay = cents(paid) / ((day?.ownHours ?? 0) / 24);
    if (aDay < -n / 10_000) reasons.push({ code: "paying", figure: paid, stake: Math.abs(paid) });
  }
  const sent = position.performance;
  if (sent === undefined || sent.net_pnl === null) {
    reasons.push({ code: "net_pnl_unavailable", stake: grossOf(position) });
    return { reasons, feesNotEarned: null };
  }
  const isOld = Math.abs(now - Date.parse(sent.calculated_at)) > HOUR;
  if (isOld || n === null) return { reasons, feesNotEarned: null };
  const before = sent.funding_pnl + sent.spread_pnl.realized + sent.spread_pnl.unrealized;
  if (cents(before) < -n / 1000) {
    reasons.push({ code: "losing", figure: before, stake: Math.abs(before) });
    return { reasons, feesNotEarned: null };
  }
  if (cents(sent.net_pnl) >= 0) return { reasons, feesNotEarned: null };
  const perDay = week === undefined ? null : dollarsADay(week);
  if (perDay === null) unknown(week, false);
  else if (cents(perDay) <= 0) {
    reasons.push({ code: "fees_unearned", figure: perDay, stake: Math.abs(sent.net_pnl) });
  } else return { reasons, feesNotEarned: -sent.net_pnl / perDay };
  return { reasons, feesNotEarned: null };
}

function freshness(position: Listed, now: number): Found[] {
  const held = heldOf(position);
  const stake = grossOf(position);
  const off = (age: number | null, limit: number) => age !== null && Math.abs(age) > limit;
  const marks = held.map((leg) =>
    leg.mark_price === null ? null : ageOf(leg.mark_price_updated_at, now),
  );
  const calculated = ageOf(position.performance?.calculated_at ?? null, now);
  return [
    ...(held.some((leg) => leg.mark_price === null) ? [{ code: "mark_missing", stake }] : []),
    ...(marks.some((age) => off(age, 5 * MINUTE)) ? [{ code: "mark_stale", stake }] : []),
    ...(off(calculated, HOUR) ? [{ code: "performance_stale", stake }] : []),
  ];
}

/** Returns all reasons of an open position, most serious first. */
export function judged(position: Listed, markets: Markets, now: number): Judged {
  const { reasons, feesNotEarned } = earnings(position, markets, now);
  const all = [
    ...holding(position, now),
    ...margins(position, markets, now),
    ...reasons,
    ...freshness(position, now),
  ].sort((a, b) => rankOf(a.code) - rankOf(b.code));
  return { reasons: all, feesNotEarned };
}

/** Returns the break-even of the page, without its note. */
export function breakEven(position: Listed, markets: Markets, now: number): string {
  const net = position.performance?.net_pnl ?? null;
  const [day, week] = [24, 168].map((hours) => {
    const run = runOf(position, markets, now, hours);
    return dollarsADay(run);
  });
  const perDay = week ?? day ?? null;
  const about = week === null ? "~" : "";
  if (net === null) return "–";
  const span = (value: number) =>
    Math.abs(net / value) > 365 ? "> 1 year" : `${about}${Math.abs(net / value).toFixed(1)} days`;
  if (cents(net) >= 0) {
    return perDay === null || cents(perDay) >= 0 ? "past it" : `back at zero in ${span(perDay)}`;
  }
  if (perDay === null) return "–";
  return cents(perDay) > 0 ? `in ${span(perDay)}` : "never";
}
