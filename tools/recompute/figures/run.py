"""What a position is paid a day: settled funding of its held legs at today's quantity."""

from dataclasses import dataclass

from figures.clock import apart, clock_of, series_of, weeks_of
from figures.holding import held_legs, is_negative, sign_of
from times import DAY, HOUR, instant

HOURS = {"24h": 24, "3d": 72, "7d": 168, "30d": 720}


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
    counted: int = 0
    of: int = 0
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
    run.counted, run.of = series.least_complete(whole)
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


def worst_week(series):
    """The worst 7 days of 30: (value, counted, of, independent, end, covered hours)."""
    windows = weeks_of(series.clock)
    known = []
    for window in windows:
        value = series.known(window)
        if value is not None and series.total(window)[1] == len(window):
            known.append((value, window))
    if not known:
        return None, 0, len(windows), 0, None, None
    value, window = min(known, key=lambda it: it[0])
    clock = series.clock
    until = clock.end - (clock.count - window.stop) * clock.period
    hours = series.total(window)[1] * clock.period / HOUR
    return value, len(known), len(windows), apart([it for _, it in known]), until, hours
