"""carry funding backtest, of pairs of one asset."""

from decimal import Decimal

from checks.compare import pairs_of
from differences import ABSENT, STEP, Differences, at
from exact import HUNDRED, ZERO, rounded
from figures.backtest import YEAR, days_above, drawdown_of, hedge_between
from figures.backtest import meet, move_of, stretch_of, timeline, yearly
from figures.market import market_of
from figures.uncertainty import check_se, uncertainty_of
from times import DAY, instant, iso

NOTIONAL = Decimal(25_000)
FEES = (Decimal("0.0002"), Decimal("0.00055"))
SLIPPAGE = Decimal("0.0001")
LEVERAGE = (Decimal(5), Decimal(3))
FUNDING = "Σ q × P_S × r_S − Σ q × P_L × r_L over t0 < t ≤ t1"
COSTS = "q × (P_L0 + P_L1) × f_L + q × (P_S0 + P_S1) × f_S"
CENT = STEP * 4


def check(book):
    """Compares some pairs, with and without gaps, leverage and windows."""
    found = Differences("funding backtest", book.is_third)
    for n, (long, short) in enumerate(pairs_of(book)):
        check_pair(book, found, long, short, n)
    return found


def multiples_of(book, ids):
    """The multiplier of each market, against the smallest of the two."""
    by_id = {it.id: it.multiple for it in book.world.markets}
    return [Decimal(by_id[it]) for it in ids]


def argv_of(book, long, short, multiples, allow):
    """The command line."""
    return [
        *("funding", "backtest", str(long), str(short), "--notional", str(NOTIONAL)),
        *("--fee-long", "2bps", "--fee-short", "5.5bps", "--slippage", "1bps"),
        *("--leverage", "5,3", "--hold", "7d", "--no-archive"),
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
    points = [it for it in timeline(*events) if start <= it.time < book.now]
    if book.is_third:
        meet(points, *events)
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
    total = ZERO
    for row, (time, amount, it) in zip(answer["rows"], hedge.path):
        total += amount or ZERO
        found.same(f"{name} {row['time']}", "time", instant(row["time"]), time, "settlements of both")
        found.number(f"{name} {row['time']}", "funding", row["funding"], amount, FUNDING, CENT)


def check_amounts(found, name, totals, hedge, multiples, events):
    """Compares the figures over the whole time."""
    q, days = hedge.quantity, hedge.days
    move, traded = move_of(hedge, multiples)
    funding = hedge.long + hedge.short
    basis = q * move
    fees = q * (traded[0] * FEES[0] + traded[1] * FEES[1])
    slippage = q * (traded[0] + traded[1]) * SLIPPAGE
    net = funding + basis - fees - slippage
    for field, time in (("entry.time", hedge.entry.time), ("exit.time", hedge.exit.time)):
        found.same(name, field, instant(at(totals, field)), time, "first and last common instant")
    found.number(name, "days", totals["days"], rounded(days), "t1 − t0")
    found.number(name, "quantity", totals["quantity"], rounded(q), "N ÷ max(P_L0, P_S0)")
    counts = {"counted": sum(hedge.counted), "of": sum(hedge.of)}
    for side, amount, counted in zip(("long", "short"), (hedge.long, hedge.short), hedge.counted):
        found.figure(name, f"{side}.funding", totals, amount, "Σ −sign × q × P × r", CENT, counted=counted)
    found.figure(name, "funding", totals, funding, FUNDING, CENT, **counts)
    found.figure(name, "basis", totals, basis, "q × ((P_L1 − P_L0) − (P_S1 − P_S0))", CENT)
    found.figure(name, "fees", totals, fees, COSTS, CENT)
    found.figure(name, "slippage", totals, slippage, COSTS, CENT)
    found.figure(name, "net", totals, net, "funding + basis − fees − slippage", CENT)
    base = NOTIONAL / LEVERAGE[0] + NOTIONAL / LEVERAGE[1]
    covered, wanted = (at(totals, f"funding.{it}") for it in ("covered_hours", "wanted_hours"))
    is_known = days >= 1 and min(hedge.counted) >= 3 and covered * 100 >= wanted * 95
    for figure, amount in (("funding_apr", funding), ("net_apr", net)):
        value = yearly(amount, base, days) if is_known else None
        found.figure(name, figure, totals, value, "x ÷ base × 365 ÷ days × 100", CENT)
        if found.is_third:
            found.same(name, f"{figure}.base", at(totals, f"{figure}.base"), "margin", "of --leverage 5,3")
    if at(totals, "funding_apr.se") is not ABSENT:
        sure, period = sureness_of(hedge, events)
        scale = HUNDRED * YEAR * DAY / (base * period)
        periods = (hedge.exit.time - hedge.entry.time) // period
        check_se(found, name, "funding_apr", totals, sure, periods, scale)
    is_earned = rounded(funding) > 0 and covered * 100 >= wanted * 95
    hold = (fees + slippage) * days / funding if is_earned else None
    # Amounts were rounded before they were divided until there was one rounding, at the end.
    slack = CENT if hold is None or found.is_third else max(CENT, hold * STEP * 2 / funding)
    found.figure(name, "break_even_hold", totals, hold, "(fees + slippage) ÷ (funding ÷ days)", slack)
    fall = drawdown_of(hedge.path, multiples) * q
    found.figure(name, "drawdown", totals, fall, "most of peak − value, from 0", CENT)
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
    count = (end - begin) // period
    sums = [ZERO] * count
    for time, amount, _ in hedge.path:
        n = -(-(time - begin) // period) - 1
        if n < count and sums[n] is not None:
            sums[n] = None if amount is None else sums[n] + amount
    return uncertainty_of(sums, period), period


def check_windows(found, name, totals, points, multiples):
    """Compares the windows of --hold 7d."""
    shown = totals.get("hold") or totals.get("windows")
    if shown is None:
        return
    common = [n for n, it in enumerate(points) if it.is_common]
    nets, of, before = [], 0, None
    for first in common:
        day = points[first].time // DAY
        if day == before:
            continue
        before = day
        last = next((n for n in common if points[n].time >= points[first].time + 7 * DAY), None)
        if last is None:
            continue
        of += 1
        if any(hole for it in points[first + 1 : last + 1] for hole in it.holes):
            continue
        hedge = hedge_between(points, first, last, NOTIONAL, multiples)
        nets.append(hedge.long + hedge.short)
    found.number(name, "hold.counted", at(shown, "counted"), len(nets), "windows without a hole")
    found.number(name, "hold.of", at(shown, "of"), of, "one for each UTC day")
    if nets:
        ordered = sorted(nets)
        middle = ordered[-(-len(ordered) // 2) - 1]
        found.number(name, "hold.funding.median", at(shown, "funding.median"), middle, "nearest rank", CENT)


