"""carry funding compare, of pairs of one asset."""

from itertools import combinations

from checks.basis import basis_of_markets, check_basis
from differences import Differences, at
from exact import HUNDRED, ZERO
from figures.comparison import compare
from figures.spread import YEAR
from figures.uncertainty import check_se, uncertainty_of
from times import DAY, instant

SPREAD = "short rate − long rate over a period"
ANNUALISED = "spread × 365 days ÷ time × 100"


def check(book):
    """Compares some pairs of each asset."""
    found = Differences("funding compare")
    for long, short in pairs_of(book):
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


def check_pair(book, found, long, short):
    """Compares one pair."""
    answer = book.program.json("funding", "compare", str(long), str(short))
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
        yearly = None if spread is None else spread * HUNDRED * YEAR / period
        found.number(where, "annualised", row["annualised"], yearly, ANNUALISED)
    times = {it.id: it.multiple for it in book.world.markets}
    basis = basis_of_markets(book, long, short, (times[long], times[short]))
    check_basis(found, name, answer["totals"], basis)
    check_totals(found, name, answer["totals"], period, periods)


def check_totals(found, name, totals, period, periods):
    """Compares the sums over the periods that are complete for both."""
    whole = [it for it in periods if it.spread is not None]
    spread = sum((it.spread for it in whole), ZERO) if whole else None
    found.figure(name, "spread", totals, spread, "Σ spread", 0, counted=len(whole), of=len(periods))
    time = len(whole) * (period or 0)
    fewest = min((sum(it.counts[n] for it in whole) for n in (0, 1)), default=0)
    is_known = whole and time >= DAY and fewest >= 3
    yearly = spread * HUNDRED * YEAR / time if is_known else None
    found.figure(name, "annualised", totals, yearly, ANNUALISED)
    values = [it.spread for it in periods]
    sure = uncertainty_of(values, period) if is_known else None
    check_se(found, name, "annualised", totals, sure, len(values), HUNDRED * YEAR / (period or 1))
    above = sum(it.spread > 0 for it in whole)
    positive = above * HUNDRED / len(whole) if whole else None
    found.figure(name, "positive", totals, positive, "share of periods above zero")
