"""Whole periods of the slowest market, and what each market settled in them."""

from dataclasses import dataclass

from exact import ZERO
from figures.market import awaited_since, missing_times
from times import DAY, HOUR, MINUTE

LEAST = 95
"""Percent of the wanted time that a figure needs."""


@dataclass(frozen=True)
class Clock:
    """Periods of one length, the last of which ends at `end`."""

    period: int
    count: int
    end: int

    @property
    def start(self):
        """Where the first period begins."""
        return self.end - self.period * self.count

    def index(self, time):
        """The period that a settlement belongs to."""
        return -((self.start - time) // self.period) - 1

    def within(self, hours, back=0):
        """Indexes of a window that ends some periods before the end."""
        length = -(-hours * HOUR // self.period)
        return range(self.count - back - length, self.count - back)


def clock_of(markets, hours, now):
    """The clock of a window: its period is the longest spacing in it, the shortest that fits."""
    for period in sorted({event.spacing for events in markets for event in events}):
        awaited = [it for it in (awaited_since(events, now) for events in markets) if it is not None]
        newest = min([now] + [it - 1 for it in awaited])
        clock = Clock(period, -(-hours * HOUR // period), newest // period * period)
        inside = (it for events in markets for it in events if clock.start < it.time <= clock.end)
        if all(event.spacing <= period for event in inside):
            return clock
    return clock


@dataclass
class Periods:
    """What a market settled in each period; None where the period has a hole."""

    values: list
    counted: list
    wanted: list
    conflicts: set

    def count(self, window):
        """Events with a value, and those that there should be."""
        return sum(self.counted[n] for n in window), sum(self.wanted[n] for n in window)


def periods_of(events, clock, value_of):
    """Sums a value of events by period. `value_of` gives None where it is unknown."""
    values, counted, wanted = ([zero] * clock.count for zero in (ZERO, 0, 0))
    conflicts = set()
    for event in events:
        n = clock.index(event.time)
        if not 0 <= n < clock.count:
            continue
        wanted[n] += 1
        if event.conflicting:
            conflicts.add(n)
        value = value_of(event)
        if value is not None:
            counted[n] += 1
            values[n] += value
    for time in missing_times(events, clock.start + MINUTE, clock.end + MINUTE):
        n = clock.index(time)
        if 0 <= n < clock.count:
            wanted[n] += 1
    for n in range(clock.count):
        if counted[n] < wanted[n] or wanted[n] == 0:
            values[n] = None
    return Periods(values, counted, wanted, conflicts)


@dataclass
class Series:
    """The sum of several markets by period, each with a weight; None where one has a hole."""

    clock: Clock
    parts: list
    values: list

    def total(self, window):
        """Sum over the whole periods of a window, and how many are whole; None if it is unknown."""
        window = list(window)
        if window[0] < 0:
            return None, 0
        whole = [self.values[n] for n in window if self.values[n] is not None]
        return sum(whole, ZERO), len(whole)

    def known(self, window):
        """The sum over a window, or None: under 95 % whole, or conflicting."""
        summed, whole = self.total(window)
        is_enough = whole > 0 and whole * 100 >= len(window) * LEAST
        return summed if is_enough and not self.conflicts(window) else None

    def conflicts(self, window):
        """Whether events of a window conflict."""
        return any(n in part.conflicts for part in self.parts for n in window)

    def fewest(self, window):
        """Settlements of the market that has the fewest."""
        return min(part.count(window)[0] for part in self.parts)


def series_of(clock, weighted, value_of):
    """A series of markets: [(events, weight)]."""
    parts = [periods_of(events, clock, value_of) for events, _ in weighted]
    weights = [weight for _, weight in weighted]
    values = []
    for n in range(clock.count):
        here = [part.values[n] for part in parts]
        is_whole = all(value is not None for value in here)
        values.append(sum((v * w for v, w in zip(here, weights)), ZERO) if is_whole else None)
    return Series(clock, parts, values)
