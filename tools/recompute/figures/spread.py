"""Settled rates of a market, or of a pair, as percent of the notional per year."""

from dataclasses import dataclass

from exact import HUNDRED
from figures.clock import clock_of, series_of
from times import DAY

YEAR = 365 * DAY
LEAST_SETTLEMENTS = 3


def rate_of(event):
    """The rate of an event."""
    return event.rate


@dataclass
class Rate:
    """An annualised rate; None where it is unknown."""

    value: object = None
    counted: int = 0
    of: int = 0


class Spread:
    """A market by itself, or a pair, of which one is long."""

    def __init__(self, markets, now, long=None, hours=720):
        """`markets`: {id: events} of one or two."""
        self.clock = clock_of(list(markets.values()), hours, now)
        weighted = [(events, -1 if key == long else 1) for key, events in markets.items()]
        self.series = series_of(self.clock, weighted, rate_of)

    def window(self, days):
        """Periods of the last days."""
        window = self.clock.within(days * 24)
        return range(max(0, window.start), window.stop)

    def rate(self, window):
        """The annualised rate over a window."""
        summed, whole = self.series.total(window)
        found, time = Rate(counted=whole, of=len(window)), whole * self.clock.period
        if self.series.known(window) is None or time < DAY:
            return found
        if self.series.fewest(window) >= LEAST_SETTLEMENTS:
            found.value = summed * HUNDRED * YEAR / time
        return found
