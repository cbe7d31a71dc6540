"""Two markets on one clock."""

from dataclasses import dataclass

from exact import ZERO
from figures.market import awaited_since, market_of, missing_times
from times import DAY, MINUTE, instant


@dataclass
class Period:
    """A period; a rate is None where an event or a rate is missing."""

    end: int
    long: object
    short: object
    counts: tuple

    @property
    def spread(self):
        """Short rate − long rate."""
        return None if self.long is None or self.short is None else self.short - self.long


DAYS = 7


def settled(book, long, short):
    """The events of both markets, from 3 days before the range on for their spacing."""
    since = book.now - (DAYS + 3) * DAY
    return [
        market_of([it for it in book.wire.history(market) if instant(it["funding_time"]) >= since])
        for market in (long, short)
    ]


def compare(book, long, short):
    """Whole periods of the last days before what is awaited; None without a clock."""
    since = book.now - DAYS * DAY
    lists = settled(book, long, short)
    if any(it is None for it in lists):
        return None, []
    recent = [it for events in lists for it in after(events, since)]
    if not recent:
        return None, []
    period = max(it.spacing for it in recent)
    awaited = [awaited_since(events, book.now) for events in lists if events]
    newest = min([book.now] + [it - 1 for it in awaited if it is not None])
    end = newest // period * period
    start = (since - (book.now // period * period - end)) // period * period
    kept = [[it for it in events if start < it.time <= end] for events in lists]
    times = [it.time for events in kept for it in events]
    if not times:
        return period, []
    first = -(-min(times) // period) * period
    last = max(-(-it // period) * period for it in times)
    sides = [rates(events, period, first, end) for events in kept]
    last = max([last] + [it for side in sides for it in side[0]])
    found = []
    for time in range(first, last + 1, period):
        values = [rate_in(side, time) for side in sides]
        counts = tuple(len(side[1].get(time, [])) for side in sides)
        item = Period(time, *values, counts)
        is_cut = time - period < start or time > end
        if item.spread is not None or not is_cut:
            found.append(item)
    return period, found


def after(events, start):
    """The events after a time, and the last one before."""
    last = [it for it in events if it.time <= start][-1:]
    return last + [it for it in events if it.time > start]


def rates(events, period, first, end):
    """Missing events and rates of a market by the end of their period."""
    missing, known = {}, {}
    place = lambda time: -(-time // period) * period
    for it in events:
        known.setdefault(place(it.time), []).append(it.rate)
    if events:
        for time in missing_times(events, first - period + MINUTE, place(end) + MINUTE):
            missing[place(time)] = missing.get(place(time), 0) + 1
    return missing, known


def rate_in(side, end):
    """The sum of the rates in a period; None unless all are there."""
    missing, known = side
    here = known.get(end, [])
    if not here or end in missing or any(it is None for it in here):
        return None
    return sum(here, ZERO)

