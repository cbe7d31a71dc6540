"""carry funding rank, with a fee, and its grid."""

from decimal import Decimal
from itertools import combinations

from differences import ABSENT, Differences, at
from exact import HUNDRED, ZERO
from figures.clock import clock_of
from figures.days import WEEK_HOURS, pair_days
from figures.holding import held_legs, size_of
from figures.next_week import Said, fit, fit_pool, happened, is_scored, record, width
from figures.spread import Spread
from times import DAY, instant

FEE = Decimal("0.0005")
YEARLY = Decimal(365) / 7
NEAR = Decimal("1e-9")
"""Statistics in doubles agree to this, of the estimate and its range."""
RATE = "Σ spread ÷ time of the whole periods × 365 days × 100"


class Pair:
    """Two markets, long the first, with what is said of them."""

    def __init__(self, book, long, short, pool, q):
        self.long, self.short = long, short
        one, other = book.market(long), book.market(short)
        self.days = pair_days(one, other, book.now)
        self.end = clock_of([one, other], WEEK_HOURS, book.now).end
        self.said = Said(pool, q, [(self.days, HUNDRED)], HUNDRED)

    @property
    def f(self):
        """What 7 days are likely to pay, percent; None where nothing can be said."""
        return self.said.f() if self.said.has_f else None


def check(book):
    """Compares pairs, their order and the record, and the rates of single markets."""
    found = Differences("funding rank")
    names = {f"{it.exchange}:{it.symbol}": it for it in book.world.markets}
    known = {it.id: it.asset for it in book.world.markets if book.market(it.id) is not None}
    both = [it for it in combinations(sorted(known), 2) if known[it[0]] == known[it[1]]]
    series = [pair_days(book.market(a), book.market(b), book.now) for a, b in both]
    pool, q = fit_pool(series, 30), width(series, 23)
    answer = book.program.json("funding", "rank", "--fee", "5bps")
    shown = [tuple(names[row[it]].id for it in ("long", "short")) for row in answer["rows"]]
    found.same("", "rows", {tuple(sorted(it)) for it in shown}, set(both), "each pair once")
    pairs = [Pair(book, *it, pool, q) for it in shown]
    for pair, row in zip(pairs, answer["rows"]):
        check_row(book, found, row, pair)
    order = [-(pair.f if pair.f is not None else Decimal(-1)) for pair in pairs]
    is_sorted = all(a <= b + NEAR for a, b in zip(order, order[1:]))
    found.same("", "order", is_sorted, True, "what the next 7 days pay most first, unknown ones last")
    check_totals(found, answer["totals"], series, known, book)
    check_grid(book, found, names)
    return found


def check_row(book, found, row, pair):
    """Compares one pair."""
    name = f"{row['long']} {row['short']}"
    found.same(name, "direction", pair.f is None or pair.f >= 0, True, "f of the pair is not below zero")
    check_settled(book, found, name, row, pair)
    check_next(found, name, row, pair, 4 * FEE * HUNDRED)
    holder, is_turned = holder_of(book, pair)
    size = size_of(holder) if holder else None
    found.same(name, "held", row["held"] is not None, holder is not None, "legs of open positions")
    if holder is not None:
        asset, start = row["held"].rsplit(".", 1)
        is_its = asset == holder["asset"] and holder["position_id"].startswith(start)
        found.same(name, "held", is_its, True, "the largest position that holds the pair")
    signed = -size if size is not None and is_turned else size
    found.figure(name, "held_size", row, signed, "N, below zero where it is held the other way round")


def check_next(found, name, row, pair, cost):
    """Compares what a pair is likely to be paid. The cost is in percent of the notional."""
    said = pair.said
    is_ranged = said.has_range
    f = pair.f
    half = said.q * said.s() if is_ranged else None
    slack = NEAR * YEARLY * (abs(f or ZERO) + (half or ZERO) + 1)
    ends = {"_low": f - half, "_high": f + half} if is_ranged else {"_low": None, "_high": None}
    for end, value in {"": f, **ends}.items():
        printed = None if value is None else value * YEARLY
        found.figure(name, f"rate_next_7d{end}", row, printed, "f ± q·s, × 365 ÷ 7", slack)
    found.figure(name, "fees", row, cost, "4 × the fee of a fill × 100")
    chance = Decimal(said.chance(cost)) if is_ranged else None
    found.figure(name, "next_7d_chance", row, chance, "Φ((f − fees) ÷ (s · q ÷ 1.2816))", NEAR * 100)
    check_back(found, name, row, pair, cost)


def check_back(found, name, row, pair, cost):
    """Compares the day, unless a chance is so near to 80 % that the last digit decides."""
    days = pair.said.back_by(cost) if pair.said.has_range else None
    if pair.said.has_range:
        near = (abs(pair.said.chance(cost, h) - 0.8) < 1e-9 for h in range(1, (days or 30) + 1))
        if any(near):
            return
    back = None if days is None else pair.end + days * DAY
    shown = row["back_by"] and instant(row["back_by"])
    found.same(name, "back_by", shown, back, "E + h days, the least h of 1 to 30 with 80 % or more")


def check_settled(book, found, name, row, pair):
    """Compares what was settled in 7 and in 30 days."""
    markets = {it: book.market(it) for it in (pair.long, pair.short)}
    spread = Spread(markets, book.now, pair.long)
    for days in (7, 30):
        rate = spread.rate(spread.window(days))
        counts = {"counted": rate.counted, "of": rate.of}
        found.figure(name, f"rate_{days}d", row, rate.value, RATE, **counts)


def holder_of(book, pair):
    """The largest open position that holds a pair, and whether it is the other way round."""
    ways = []
    for position in book.open:
        sides = {side: set() for side in ("long", "short")}
        for leg in held_legs(position):
            sides[leg["side"]].add(leg["market_id"])
        for long, short in ((pair.long, pair.short), (pair.short, pair.long)):
            if long in sides["long"] and short in sides["short"]:
                ways.append((size_of(position) or ZERO, position, long != pair.long))
                break
    best = max(ways, key=lambda it: it[0], default=(None, None, False))
    return best[1], best[2]


def check_totals(found, totals, series, known, book):
    """Compares the record, and what the ten pairs that were first a week ago made."""
    found.number("", "pairs", totals["pairs"], len(series), "each pair once")
    own = record(series, [])
    for part in ("held", "of", "weeks"):
        expected = ABSENT if own is None else own[part]
        found.same("", f"record.{part}", at(totals, f"record.{part}"), expected, "f₂₃ ± q·s₂₃ on days 24 … 30")
    out = {it.id for it in book.world.markets} - set(known)
    found.same("", "left_out", {int(it) for it in totals["left_out"]}, out, "markets with too few events")
    pool, q = fit_pool(series, 23), width(series, 16)
    weeks = []
    for days in series if q is not None else []:
        if is_scored(days, 23):
            f, _ = fit(pool, days, 23)
            weeks.append((abs(f), happened(days, 23) * (1 if f > 0 else -1 if f < 0 else 0)))
    best = sorted(weeks, key=lambda it: -it[0])[:10]
    made = sum((it for _, it in best), ZERO) / 10 * YEARLY if len(weeks) > 10 else None
    found.number("", "best_10", totals["best_10"], made, "mean of what they were paid, × 365 ÷ 7", NEAR * 1000)


def check_grid(book, found, names):
    """Compares what the short side of each market was paid, and who holds it."""
    sides = {}
    for position in book.open:
        for leg in held_legs(position):
            sides.setdefault(leg["market_id"], set()).add(leg["side"])
    rows = {names[row["market"]].id: row for row in book.program.json("funding", "rank", "--grid")["rows"]}
    known = {it.id for it in names.values() if book.market(it.id) is not None}
    found.same("--grid", "rows", set(rows), known, "each market with events")
    for key, row in rows.items():
        spread = Spread({key: book.market(key)}, book.now)
        found.figure(row["market"], "rate_7d", row, spread.rate(spread.window(7)).value, RATE)
        held = sides.get(key, set())
        side = "both" if len(held) == 2 else next(iter(held), None)
        found.same(row["market"], "held", row["held"], side, "legs of open positions")
