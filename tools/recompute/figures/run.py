"""What a position is paid a day: settled funding of its held legs at today's quantity."""

from dataclasses import dataclass

from figures.clock import clock_of, series_of
from figures.holding import held_legs, is_negative, sign_of
from times import DAY, HOUR, instant

LEAST_DAYS = 10
HOURS = {"24h": 24, "7d": 168, "30d": 720}


def paid(event):
    """USD per unit held short."""
    return None if event.rate is None or event.mark is None else event.rate * event.mark


def series_of_position(position, markets, hours, now):
    """The funding of the held legs by period, or why it is unknown."""
    held = held_legs(position)
    if any(leg["market_id"] is None for leg in held):
        return "market_unknown"
    known = [markets(leg["market_id"]) for leg in held]
    if not held or any(it is None for it in known) or is_negative(position):
        return "funding_unknown"
    clock = clock_of(known, hours, now)
    weighted = [(it, -sign_of(leg) * leg["quantity"]) for it, leg in zip(known, held)]
    return series_of(clock, weighted, paid)


@dataclass
class Run:
    """A run over a window; the figures are None where they are unknown."""

    per_day: object = None
    settled: object = None
    unknown: str = None
    end: int = None
    covered_hours: object = None
    wanted_hours: object = None
    settled_hours: object = None
    settled_wanted: object = None
    is_younger: bool = False
    fewest: int = 0
    series: object = None


def run_of(position, markets, hours, now):
    """The run of a position over a window of hours."""
    series = series_of_position(position, markets, hours, now)
    if isinstance(series, str):
        return Run(unknown=series)
    clock, whole = series.clock, range(series.clock.count)
    opened = instant(position["opened_at"])
    since = min(clock.count, max(0, -((clock.start - opened) // clock.period)))
    own = range(since, clock.count)
    run = Run(series=series, end=clock.end, fewest=series.fewest(whole))
    run.is_younger = opened > clock.start
    run.covered_hours = series.total(whole)[1] * clock.period / HOUR
    run.wanted_hours = clock.count * clock.period / HOUR
    summed = series.known(whole)
    if summed is None:
        run.unknown = "events_conflicting" if series.conflicts(whole) else "events_missing"
    else:
        run.per_day = summed * DAY / (series.total(whole)[1] * clock.period)
    if own:
        run.settled = series.known(own)
        run.settled_hours = series.total(own)[1] * clock.period / HOUR
        run.settled_wanted = len(own) * clock.period / HOUR
    return run


def paid_days(series):
    """What each of the last 30 times 24 hours paid, the oldest first; None where one has a hole."""
    length = -(-DAY // series.clock.period)
    sums = []
    for back in range(0, series.clock.count - length + 1, length):
        window = series.clock.within(24, back)
        summed, whole = series.total(window)
        sums.append(summed if whole == len(window) else None)
    return sums[:30][::-1]


def turned_of(month):
    """End of the first of the days, up to today, at whose ends 7 days had cost; None without one."""
    days = [] if month.series is None else paid_days(month.series)
    if sum(it is not None for it in days) < LEAST_DAYS:
        return None
    weeks = [days[n - 6 : n + 1] for n in range(6, len(days))]
    costs = [None not in it and sum(it) < 0 for it in weeks]
    since = next((n for n, it in enumerate(costs[::-1]) if not it), len(costs))
    return month.end - (since - 1) * DAY if since else None
