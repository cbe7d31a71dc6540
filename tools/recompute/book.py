"""The portfolio as a reader of the wire knows it now."""

from figures.daily import daily_sd
from figures.holding import Hedge, held_legs
from figures.market import market_of
from figures.run import HOURS, run_of
from times import DAY, MINUTE, instant
from wire import Wire

STALE = 5 * MINUTE
WEEK = 7 * DAY


class Book:
    """Positions with the legs that decide what is held, and settled funding."""

    def __init__(self, world, program):
        self.world = world
        self.wire = Wire(world)
        self.now = world.now
        self.program = program
        self.listed = self.wire.positions()
        self.all = self.wire.checked()
        self.open = [it for it in self.all if it["status"] == "open"]
        self.markets = {}
        self.runs = {}
        self.moves = {}

    def market(self, market_id):
        """Settled events of a market with their spacing; None with too few."""
        key = int(market_id)
        if key not in self.markets:
            self.markets[key] = market_of(self.wire.history(key))
        return self.markets[key]

    def daily_sd(self, market_id):
        """How much the mark of a market moves in a day."""
        key = int(market_id)
        if key not in self.moves:
            self.moves[key] = daily_sd(self.market(key), self.now)
        return self.moves[key]

    def run(self, position, window):
        """The run of a position over a window by name."""
        key = (position["position_id"], window)
        if key not in self.runs:
            self.runs[key] = run_of(position, self.market, HOURS[window], self.now)
        return self.runs[key]

    def is_implausible(self, position):
        """Whether something of a position cannot be true, or an event of 7 days in a market that it holds."""
        markets = {it["market_id"] for it in held_legs(position)} - {None}
        events = [it for key in markets for it in self.wire.history(key)]
        recent = any(it["implausible"] and it["sent"] > self.now - WEEK for it in events)
        return recent or bool(position["implausible"])

    def hedge(self, position):
        """The sides of a position."""
        return Hedge(position)

    def is_stale(self, leg):
        """Whether the mark of a leg is out of date, in either direction."""
        return mark_age(leg, self.now) is not None and abs(mark_age(leg, self.now)) > STALE

    def is_fresh(self, leg):
        """Whether the mark of a leg has a time that is within the limit."""
        return mark_age(leg, self.now) is not None and not self.is_stale(leg)

    def rests_on_stale(self, position):
        """Whether a held leg has a stale mark."""
        return any(self.is_stale(leg) for leg in held_legs(position))

    def performance_age(self, position):
        """Age of the performance, milliseconds."""
        return self.now - instant(position["performance"]["calculated_at"])


def mark_age(leg, now):
    """Age of a mark in milliseconds; None without a mark or its time."""
    if leg["mark_price"] is None or leg["mark_price_updated_at"] is None:
        return None
    return now - instant(leg["mark_price_updated_at"])
