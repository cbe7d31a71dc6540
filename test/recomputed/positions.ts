/**
 * Recalculates the totals of positions: from the raw JSON, with doubles, from the definitions
 * only. Imports nothing from the program.
 */

export interface RawLeg {
  readonly side: "long" | "short";
  readonly quantity: number;
  readonly open_price: number | null;
  readonly mark_price: number | null;
}

export interface RawPosition {
  readonly status: "open" | "closed";
  readonly legs: readonly RawLeg[];
  readonly performance?: {
    readonly funding_pnl: number;
    readonly fees: { readonly paid: number; readonly estimated_exit: number };
    readonly spread_pnl: { readonly realized: number; readonly unrealized: number };
    readonly net_pnl: number | null;
    readonly apr: number | null;
    readonly duration_days: number;
  };
}

type Known = number | null;

const isNegative = ({ legs }: RawPosition) => legs.some((leg) => leg.quantity < 0);
const held = ({ status, legs }: RawPosition) =>
  status === "closed" ? [] : legs.filter((leg) => leg.quantity > 0);
const total = (values: readonly number[]) => values.reduce((sum, it) => sum + it, 0);

/** Contract of each held leg, in units of the smallest one: by the open prices, or else by the marks. */
function factors(legs: readonly RawLeg[]): number[] {
  const priced = legs.filter((leg) => known(leg) > 0);
  const byMark = priced.every((leg) => known(leg) % 2 === 1) && priced.some((it) => known(it) < 2);
  const rank = (leg: RawLeg) => (byMark ? 0 : known(leg));
  const price = (leg: RawLeg) =>
    (byMark ? leg.mark_price : (leg.open_price ?? leg.mark_price)) ?? 0;
  const [first] = priced.sort((a, b) => rank(b) - rank(a) || price(a) - price(b));
  const powers = legs.map((leg) => {
    for (const name of ["open_price", "mark_price"] as const) {
      const ratio = (leg[name] ?? 0) / (first?.[name] ?? 0);
      for (const k of [0, 2, 3, 4, 5, 6, -2, -3, -4, -5, -6]) {
        const rest = ratio / 10 ** k;
        if (rest >= 0.8 && rest <= 1.25) return k;
      }
    }
    return undefined;
  });
  const least = Math.min(0, ...powers.map((power) => power ?? 0));
  return powers.map((power) => 10 ** ((power ?? least) - least));
}

/** How many prices a leg has, the open price first. */
function known({ open_price, mark_price }: RawLeg): number {
  return Number(open_price !== null) * 2 + Number(mark_price !== null);
}

export interface Balance {
  readonly imbalance: Known;
  readonly unhedged: Known;
}

export function balance(position: RawPosition): Balance {
  if (isNegative(position)) return { imbalance: null, unhedged: null };
  const legs = held(position);
  const by = factors(legs);
  const side = (wanted: RawLeg["side"]) =>
    legs.flatMap((leg, n) => (leg.side === wanted ? [{ leg, factor: by[n] ?? 1 }] : []));
  const amount = (some: ReturnType<typeof side>) =>
    total(some.map(({ leg, factor }) => leg.quantity * factor));
  const [long, short] = [amount(side("long")), amount(side("short"))];
  const larger = side(long > short ? "long" : "short");
  const most = Math.max(long, short);
  const net = long - short;
  const isLevel = most === 0 || Math.abs(net) < most * 1e-12;
  const marked = larger.every(({ leg }) => leg.mark_price !== null);
  const worth = total(larger.map(({ leg }) => leg.quantity * (leg.mark_price ?? 0)));
  return {
    imbalance: most === 0 ? null : (Math.abs(net) / most) * 100,
    unhedged: isLevel ? 0 : marked ? (net * worth) / most : null,
  };
}

export interface Sums {
  readonly gross: Known;
  readonly net: Known;
}

export function notionals(position: RawPosition): Sums {
  const legs = held(position);
  if (isNegative(position)) return { gross: null, net: null };
  const about = legs.map(({ quantity, mark_price, open_price }) => {
    const price = mark_price ?? open_price;
    return price === null ? null : quantity * price;
  });
  const gross = about.includes(null) ? null : total(about.map((it) => it ?? 0));
  if (legs.some((leg) => leg.mark_price === null)) return { gross, net: null };
  const worth = (leg: RawLeg) => leg.quantity * (leg.mark_price ?? 0);
  return {
    gross,
    net: total(legs.map((leg) => (leg.side === "long" ? worth(leg) : -worth(leg)))),
  };
}

export interface Total {
  readonly value: Known;
  readonly counted: number;
}

function sum(values: readonly Known[]): Total {
  const known = values.filter((it) => it !== null);
  return { value: known.length === 0 ? null : total(known), counted: known.length };
}

/** Returns all totals by their names in `positions summary -o json`. */
export function totals(positions: readonly RawPosition[]): Record<string, Total> {
  const parts = (of: (it: NonNullable<RawPosition["performance"]>) => number) =>
    sum(
      positions.map(({ performance: it }) => (it == null || it.net_pnl === null ? null : of(it))),
    );
  return {
    gross_notional: sum(positions.map((it) => notionals(it).gross)),
    net_notional: sum(positions.map((it) => notionals(it).net)),
    unhedged_notional: sum(
      positions.map((it) => {
        const { unhedged } = balance(it);
        return unhedged === null ? null : Math.abs(unhedged);
      }),
    ),
    funding_pnl: parts((it) => it.funding_pnl),
    fees: parts((it) => it.fees.paid + it.fees.estimated_exit),
    fees_paid: parts((it) => it.fees.paid),
    fees_estimated_exit: parts((it) => it.fees.estimated_exit),
    spread_pnl: parts((it) => it.spread_pnl.realized + it.spread_pnl.unrealized),
    net_pnl: parts((it) => it.net_pnl ?? 0),
    apr: apr(positions),
  };
}

/** Returns the APR since opening: the earnings on the capital × days that each APR implies. */
export function apr(positions: readonly RawPosition[]): Total {
  const all = positions.flatMap((position) => {
    const it = position.performance;
    if (it == null || it.net_pnl === null || it.apr === null || it.duration_days <= 0) return [];
    const legs = held(position);
    const priced = legs.length > 0 && !isNegative(position);
    const known = priced && legs.every((leg) => leg.open_price !== null);
    const entry = total(legs.map((leg) => leg.quantity * (leg.open_price ?? 0))) / 2;
    const half = known && entry > 0 ? entry : null;
    const fromApr = (it.net_pnl * 36500) / it.apr;
    const ratio = half === null ? null : fromApr / it.duration_days / half;
    const isDerived =
      Math.abs(it.apr) >= 0.05 &&
      it.net_pnl * it.apr > 0 &&
      (ratio === null || (ratio >= 0.05 && ratio <= 2.5));
    return [
      { net: it.net_pnl, days: it.duration_days, half, fromApr: isDerived ? fromApr : null, ratio },
    ];
  });
  const ratios = all
    .flatMap((it) => (it.fromApr === null || it.ratio === null ? [] : [it.ratio]))
    .sort((a, b) => a - b);
  const at = (index: number) => ratios[index] ?? 1;
  const half = ratios.length / 2;
  const median = ratios.length % 2 === 1 ? at(Math.floor(half)) : (at(half - 1) + at(half)) / 2;
  const usual = ratios.length === 0 ? 1 : median;
  const taken = all.flatMap((it) => {
    const own = it.fromApr ?? (it.half === null ? null : it.half * usual * it.days);
    return own === null ? [] : [{ ...it, own }];
  });
  const whole = total(taken.map(({ own }) => own));
  const guessed = total(taken.map(({ own, fromApr }) => (fromApr === null ? own : 0)));
  const capital = total(taken.map(({ own, days }) => own / days));
  const isSound = whole > 0 && guessed * 2 <= whole && whole >= capital;
  const earned = total(taken.map(({ net }) => net));
  return { value: isSound ? (earned * 36500) / whole : null, counted: taken.length };
}
