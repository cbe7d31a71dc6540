"""carry funding backtest, of pairs of one asset."""

from decimal import Decimal
from itertools import combinations

from checks.compare import pairs_of
from checks.hedges import COSTS, FUNDING, NOTIONAL, amounts_of, check_path, check_windows
from differences import Differences, at
from exact import ZERO
from figures.backtest import days_above, drawdown_of, hedge_between
from figures.backtest import meet, stretch_of, timeline, yearly
from figures.market import market_of
from figures.uncertainty import check_se, uncertainty_of
from times import DAY, instant, iso

LEVERAGE = (Decimal(5), Decimal(3))


def check(book):
    """Compares some pairs, with and without gaps, leverage and windows."""
    found = Differences("funding backtest")
    for n, (long, short) in enumerate(pairs_of(book) + apart_of(book)):
        check_pair(book, found, long, short, n)
    return found


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


def multiples_of(book, ids):
    """The multiplier of each market, against the smallest of the two."""
    by_id = {it.id: it.multiple for it in book.world.markets}
    return [Decimal(by_id[it]) for it in ids]


def argv_of(book, long, short, multiples, allow):
    """The command line."""
    return [
        *("funding", "backtest", str(long), str(short), "--notional", str(NOTIONAL)),
        *("--fee-long", "2bps", "--fee-short", "5.5bps", "--slippage", "1bps"),
        *("--leverage", "5,3", "--hold", "7d"),
        *("--start", iso(book.now - 29 * DAY), "--end", iso(book.now)),
        *("--multiplier-long", str(multiples[0]), "--multiplier-short", str(multiples[1])),
        *(("--gaps", "allow") if allow else ()),
    ]


def check_pair(book, found, long, short, n):
    """Compares one pair."""
    multiples, allow = multiples_of(book, (long, short)), n % 2 == 1
    start = book.now - 29 * DAY
    events = []
    for market in (long, short):
        points = book.wire.history(market)
        events.append(market_of([it for it in points if instant(it["funding_time"]) >= start - 3 * DAY]))
    if any(it is None for it in events):
        return
    points = timeline(*events)
    meet(points, start)
    points = [it for it in points if start <= it.time < book.now]
    ends = stretch_of(points, allow)
    is_none = ends is None or ends[0] == ends[1]
    argv = argv_of(book, long, short, multiples, allow)
    name = f"{long}/{short}"
    answer = book.program.json(*argv, codes=(0, 2))
    if is_none or answer is None:
        found.same(name, "refused", answer is None, is_none, "no two instants to enter and leave at")
        return
    hedge = hedge_between(points, *ends, NOTIONAL, multiples)
    check_amounts(found, name, answer["totals"], hedge, multiples, events)
    check_windows(found, name, answer["totals"], points[ends[0] : ends[1] + 1], multiples)
    check_path(found, name, answer["rows"], hedge, multiples)


def check_amounts(found, name, totals, hedge, multiples, events):
    """Compares the figures over the whole time."""
    q, days = hedge.quantity, hedge.days
    funding, basis, fees, slippage, net = amounts_of(hedge, multiples)
    for field, time in (("entry.time", hedge.entry.time), ("exit.time", hedge.exit.time)):
        found.same(name, field, instant(at(totals, field)), time, "first and last common instant")
    for side, at_entry, at_exit in zip(("long", "short"), hedge.entry.ages, hedge.exit.ages):
        for end, age in (("entry", at_entry), ("exit", at_exit)):
            shown = at(totals, f"{end}.{side}.mark_age_seconds")
            found.number(name, f"{end}.{side}.mark_age_seconds", shown, age / 1000, "of the mark")
    found.number(name, "days", totals["days"], days, "t1 − t0")
    found.number(name, "quantity", totals["quantity"], q, "N ÷ max(P_L0, P_S0)")
    counts = {"counted": sum(hedge.counted), "of": sum(hedge.of)}
    for side, amount, counted in zip(("long", "short"), (hedge.long, hedge.short), hedge.counted):
        found.figure(name, f"{side}.funding", totals, amount, "Σ −sign × q × P × r", counted=counted)
    found.figure(name, "funding", totals, funding, FUNDING, **counts)
    found.figure(name, "basis", totals, basis, "q × ((P_L1 − P_L0) − (P_S1 − P_S0))")
    found.figure(name, "fees", totals, fees, COSTS)
    found.figure(name, "slippage", totals, slippage, COSTS)
    found.figure(name, "net", totals, net, "funding + basis − fees − slippage")
    base = NOTIONAL / LEVERAGE[0] + NOTIONAL / LEVERAGE[1]
    covered, wanted = (at(totals, f"funding.{it}") for it in ("covered_hours", "wanted_hours"))
    is_known = days >= 1 and min(hedge.counted) >= 3 and covered * 100 >= wanted * 95
    for figure, amount in (("funding_apr", funding), ("net_apr", net)):
        value = yearly(amount, base, days) if is_known else None
        found.figure(name, figure, totals, value, "x ÷ base × 365 ÷ days × 100")
        found.same(name, f"{figure}.base", at(totals, f"{figure}.base"), "margin", "of --leverage 5,3")
    is_covered = covered * 100 >= wanted * 95
    found.figure(name, "funding_per_day", totals, funding / days if is_covered else None, "funding ÷ days")
    sure, period, periods = sureness_of(hedge, events)
    sure = sure if is_covered else None
    check_se(found, name, "funding_per_day", totals, sure, periods, DAY / (ZERO + period))
    is_earned = funding > 0 and is_covered
    hold = (fees + slippage) * days / funding if is_earned else None
    found.figure(name, "break_even_hold", totals, hold, "(fees + slippage) ÷ (funding ÷ days)")
    fall = drawdown_of(hedge.path, multiples) * q
    found.figure(name, "drawdown", totals, fall, "most of peak − value, from 0")
    check_days(found, name, totals, hedge)


def check_days(found, name, totals, hedge):
    """Compares the whole UTC days above zero."""
    above, known, of = days_above(hedge.path, hedge.entry.time, hedge.exit.time)
    value = above if of and known else None
    found.figure(name, "days_above_zero", totals, value, "whole UTC days above zero", counted=known, of=of)


def sureness_of(hedge, events):
    """How sure the funding is: of its sums by period of the slower market, inside the hedge."""
    begin, end = hedge.entry.time, hedge.exit.time
    period = max(it.spacing for side in events for it in side if begin < it.time <= end)
    first = -(-begin // period)
    count = end // period - first
    sums, settled = [ZERO] * count, [set() for _ in range(count)]
    for time, amount, it, _ in hedge.path:
        n = -(-time // period) - 1 - first
        if 0 <= n < count and sums[n] is not None:
            sums[n] = None if amount is None else sums[n] + amount
            settled[n] |= {side for side in (0, 1) if it.events[side] is not None}
    sums = [it if len(both) == 2 else None for it, both in zip(sums, settled)]
    return uncertainty_of(sums, period), period, count
