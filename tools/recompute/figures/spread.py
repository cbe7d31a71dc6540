"""Settled rates of a market, or of a pair, as percent of the notional per year."""

from dataclasses import dataclass

from exact import HUNDRED
from figures.clock import LEAST, apart, clock_of, series_of, weeks_of
from times import DAY, HOUR

YEAR = 365 * DAY
LEAST_SETTLEMENTS = 3


def rate_of(event):
    """The rate of an event."""
    return event.rate


def yearly(rate, time):
    """A rate over a time in percent per year, exact."""
    return rate * HUNDRED * YEAR / time


@dataclass
class Rate:
    """An annualised rate; None where it is unknown."""

    value: object = None
    counted: int = 0
    of: int = 0
    hours: object = None


class Spread:
    """A market by itself, or a pair, long where the rate was lower."""

    def __init__(self, markets, now, hours=720):
        """`markets`: {id: events} of one or two."""
        ids = sorted(markets)
        self.clock = clock_of([markets[it] for it in ids], hours, now)
        signs = [1] if len(ids) == 1 else [-1, 1]
        self.signed = series_of(self.clock, list(zip([markets[it] for it in ids], signs)), rate_of)
        self.series, (self.long, self.short) = self.signed, (ids[0], ids[-1])
        whole = range(self.clock.count)
        self.is_turned = len(ids) == 2 and self.signed.total(whole)[0] < 0
        if self.is_turned:
            turned = list(zip([markets[it] for it in ids], [1, -1]))
            self.series, (self.long, self.short) = series_of(self.clock, turned, rate_of), ids[::-1]

    def window(self, days):
        """Periods of the last days."""
        window = self.clock.within(days * 24)
        return range(max(0, window.start), window.stop)

    def rate(self, window):
        """The annualised rate over a window."""
        summed, whole = self.series.total(window)
        found = Rate(counted=whole, of=len(window), hours=whole * self.clock.period / HOUR)
        time = whole * self.clock.period
        if self.series.known(window) is None or time < DAY:
            return found
        if self.series.fewest(window) >= LEAST_SETTLEMENTS:
            found.value = yearly(summed, time)
        return found

    def worst_week(self):
        """The least rate of 7 days: (value, windows known, windows, independent)."""
        windows = weeks_of(self.clock)
        known = []
        for window in windows:
            summed, whole = self.series.total(window)
            if self.series.known(window) is not None and whole == len(window):
                known.append((summed / whole, window))
        if not known:
            return None, 0, len(windows), 0
        window = min(known, key=lambda it: it[0])[1]
        return self.rate(window).value, len(known), len(windows), apart([it for _, it in known])

    def mean(self, window):
        """The mean of the known periods, percent per year; None if under 95 % are."""
        summed, whole = self.series.total(window)
        is_known = whole > 0 and whole * 100 >= len(window) * LEAST
        return yearly(summed, whole * self.clock.period) if is_known else None

    @property
    def holes(self):
        """Events that are missing, have no rate or conflict."""
        whole = range(self.clock.count)
        counts = [part.count(whole) for part in self.series.parts]
        return sum(of - counted for counted, of in counts)

    @property
    def is_covered(self):
        """Whether 95 % of the 30 days are covered."""
        whole = self.series.total(range(self.clock.count))[1]
        return whole * 100 >= self.clock.count * 95

    def is_bounded(self):
        """Whether the worst week is not over every window."""
        _, counted, of, _ = self.worst_week()
        return counted < of
