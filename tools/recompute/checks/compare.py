"""carry funding compare, of pairs of one asset."""

from decimal import Decimal
from itertools import combinations

from checks.rank import Pair, check_next
from differences import Differences, at
from exact import HUNDRED, ZERO
from figures.ahead import ahead_of
from figures.basis import basis_of, marks_of
from figures.comparison import compare, settled
from figures.hedge import hedge_over, move_of, timeline
from figures.spread import YEAR
from times import DAY, instant

SPREAD = "short rate − long rate over a period"
NOTIONAL = Decimal(10_000)
FEES = (Decimal("0.0007"), Decimal("0.0007"))
FUNDING = "Σ q × P_S × r_S − Σ q × P_L × r_L over t0 < t ≤ t1"
COSTS = "q × (P_L0 + P_L1) × f_L + q × (P_S0 + P_S1) × f_S"
ANNUALISED = "spread × 365 days ÷ time × 100"
BASIS = "(P_S ÷ P_L − 1) × 100 at the common instants of 30 days"
SLACK = Decimal("3e-12")
"""A basis at an instant has 12 decimals."""


def check(book):
    """Compares some pairs of each asset."""
    found = Differences("funding compare")
    for long, short in pairs_of(book) + apart_of(book):
        check_pair(book, found, long, short)
    return found


def pairs_of(book, most=8):
    """The first and the last pair of markets of each asset, one of them turned."""
    found = []
    for asset in sorted({it.asset for it in book.world.markets}):
        ids = sorted(it.id for it in book.world.markets if it.asset == asset)
        both = list(combinations(ids, 2))
        found += [both[0], both[-1][::-1]]
    return found[:most]


def apart_of(book, most=3):
    """Some pairs that never settle together."""
    found = []
    for a, b in combinations(book.world.markets, 2):
        events = [book.market(it.id) for it in (a, b)]
        if a.asset == b.asset and None not in events and a.phase != b.phase:
            times = [{it.time for it in side} for side in events]
            if not times[0] & times[1]:
                found.append((a.id, b.id))
    return found[:most]


def check_pair(book, found, long, short):
    """Compares one pair."""
    line = ("funding", "compare", str(long), str(short), "--fee", "7bps")
    answer = book.program.json(*line)
    rows = answer["rows"]
    period, periods = compare(book, long, short)
    name = f"{long}/{short}"
    shown = [instant(row["time"]) for row in rows]
    found.same(name, "periods", shown, [it.end for it in periods], "periods of the longest spacing")
    total = ZERO
    for row, it in zip(rows, periods):
        where = f"{name} {row['time']}"
        spread = it.spread
        total = total if spread is None else total + spread
        for side, rate, count in zip(("long", "short"), (it.long, it.short), it.counts):
            found.number(where, f"{side}.rate", at(row, f"{side}.rate"), rate, "Σ rate of the period", 0)
            found.number(where, f"{side}.events", at(row, f"{side}.events"), count, "events of the period")
        found.number(where, "spread", row["spread"], spread, SPREAD, 0)
        so_far = None if spread is None else total
        found.number(where, "cumulative", row["cumulative"], so_far, "Σ spread", 0)
    totals = answer["totals"]
    times = {it.id: Decimal(it.multiple) for it in book.world.markets}
    sides = [[(marks_of(book.market(it)), times[it], Decimal(1))] for it in (long, short)]
    basis = basis_of(*sides, book.now)
    for field, value in {"basis": basis.now, "basis_mean": basis.mean, "basis_sd": basis.sd}.items():
        found.figure(name, field, totals, value, BASIS, SLACK)
    check_totals(found, name, totals, period, periods)
    multiples = [times[it] for it in (long, short)]
    check_held(found, name, totals, held_of(book, (long, short), period, periods, multiples))
    if None not in (book.market(long), book.market(short)):
        ahead = ahead_of(book)
        check_next(found, name, totals, Pair(book, long, short, ahead.pool, ahead.q), 4 * FEES[0] * HUNDRED)


def held_of(book, ids, period, periods, multiples):
    """(hedge over the periods, its multiples); None where it has no two instants."""
    lists = settled(book, *ids)
    if not periods or any(it is None for it in lists):
        return None
    span = (periods[0].end - period, periods[-1].end)
    hedge = hedge_over(timeline(*lists), *span, NOTIONAL, multiples)
    return hedge and (hedge, multiples)


def check_held(found, name, held, known):
    """Compares what holding the pair would have made."""
    money = ("funding_pnl", "spread_pnl", "fees_paid", "net_pnl")
    if known is None:
        values = [at(held, f"{it}.value") for it in money]
        found.same(name, "held", values, [None] * 4, "no two instants to enter and leave at")
        return
    hedge, multiples = known
    move, traded = move_of(hedge, multiples)
    for field, time in (("entry", hedge.entry.time), ("exit", hedge.exit.time)):
        found.same(name, field, instant(held[field]), time, "first and last common instant")
    share = min(n / of if of else 1 for n, of in zip(hedge.counted, hedge.of))
    is_shown = at(held, "funding_pnl.value") is not None
    is_known = is_shown if abs(share - 0.95) < 0.02 else share > 0.95  # of events, not of time
    funding = hedge.funding if is_known else None
    price = hedge.quantity * move
    fees = hedge.quantity * (traded[0] * FEES[0] + traded[1] * FEES[1])
    net = None if funding is None else funding + price - fees
    counts = {"counted": sum(hedge.counted), "of": sum(hedge.of)}
    found.figure(name, "funding_pnl", held, funding, FUNDING, **counts)
    found.figure(name, "spread_pnl", held, price, "q × ((P_L1 − P_L0) − (P_S1 − P_S0))")
    found.figure(name, "fees_paid", held, fees, COSTS)
    found.figure(name, "net_pnl", held, net, "funding + price − fees")


def check_totals(found, name, totals, period, periods):
    """Compares the sums over the periods that are complete for both."""
    whole = [it for it in periods if it.spread is not None]
    spread = sum((it.spread for it in whole), ZERO) if whole else None
    percent = None if spread is None else spread * HUNDRED
    found.figure(name, "spread", totals, percent, "Σ spread × 100", 0, counted=len(whole), of=len(periods))
    time = len(whole) * (period or 0)
    fewest = min((sum(it.counts[n] for it in whole) for n in (0, 1)), default=0)
    is_known = whole and time >= DAY and fewest >= 3
    yearly = spread * HUNDRED * YEAR / time if is_known else None
    found.figure(name, "rate", totals, yearly, ANNUALISED)
    above = sum(it.spread > 0 for it in whole)
    positive = above * HUNDRED / len(whole) if whole else None
    found.figure(name, "positive", totals, positive, "share of periods above zero")
