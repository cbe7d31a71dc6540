"""Credible events of a market: once each, with the time that each settles, and what is missing."""

from dataclasses import dataclass
from decimal import Decimal

from exact import lower_median
from times import HOUR, MINUTE, minute_of


@dataclass
class Event:
    """A settled event; rate and mark are None where they are unknown."""

    time: int
    rate: Decimal
    mark: Decimal
    interval: Decimal
    conflicting: bool = False
    implausible: bool = False
    spacing: int = None


def once_each(points):
    """Events in order, one a point of the grid; equal ones count once, different ones conflict."""
    found = {}
    for point in points:
        event = Event(
            time=point["time"],
            rate=point["funding_rate"],
            mark=point["mark_price"],
            interval=point["funding_interval"],
            implausible=bool(point["implausible"]),
        )
        other = found.setdefault(event.time, event)
        same = (other.rate, other.mark, other.interval) == (event.rate, event.mark, event.interval)
        if not other.conflicting and not same:
            other.rate, other.mark, other.conflicting = None, None, True
    return [found[time] for time in sorted(found)]


def market_of(points):
    """Events with their spacing; None with too few to tell it."""
    events = once_each(points)
    if len(events) < 2:
        return None
    gaps = [None] + [b.time - a.time for a, b in zip(events, events[1:])]
    steady = [steady_gap(events, gaps, n) for n in range(len(events))]
    unit = unit_of(events, gaps, steady)
    for event, gap in zip(events, steady):
        labelled = max(MINUTE, minute_of(round(event.interval * unit)))
        event.spacing = gap if gap is not None else labelled
    return events


def steady_gap(events, gaps, n):
    """The gap before an event if three successive ones are equal; the first takes the one after."""
    if n == 0:
        is_alike = events[0].interval == events[1].interval
        return gaps[1] if is_alike and is_steady(gaps, 1) else None
    if any(is_steady(gaps, first) for first in range(max(1, n - 2), n + 1)):
        return gaps[n]
    return None


def is_steady(gaps, first):
    """Whether three gaps from one on are equal."""
    return len(gaps) > first + 2 and gaps[first] == gaps[first + 1] == gaps[first + 2]


def unit_of(events, gaps, steady):
    """The unit of funding_interval in milliseconds, as observed."""
    for times, most in ((steady, None), (gaps, HOUR)):
        units = [Decimal(gap) / it.interval for it, gap in zip(events, times) if gap]
        if units:
            unit = lower_median(units)
            return unit if most is None else min(unit, most)
    return None


def missing_times(events, start, end):
    """Times in [start, end) at which the market should have settled and did not."""
    missing, before = [], None
    for event in events:
        since = start
        if before is not None:
            is_shorter = before.spacing > event.spacing
            room = before.spacing if is_shorter else event.spacing / 2
            since = before.time + room
        time = event.time - event.spacing
        while time >= since:
            missing.append(time)
            time -= event.spacing
        before = event
    time = before.time + before.spacing
    while time < end:
        missing.append(time)
        time += before.spacing
    return [time for time in missing if start <= time < end]


def awaited_since(events, now):
    """The oldest event that is due, not there and at most one spacing late; None without."""
    last = events[-1]
    due = last.time + last.spacing
    while due < now - last.spacing:
        due += last.spacing
    return due if due <= now else None
