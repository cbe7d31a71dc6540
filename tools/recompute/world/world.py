"""A world: what exists, and what the service answers at each of its moments."""

import random as randomness
import uuid

from times import DAY, HOUR, MINUTE, iso
from world.events import make_events
from world.markets import make_markets
from world.positions import lend_ids, make_positions
from world.records import detail_of, is_closed_at, standing, summary_of

KEPT = 30 * DAY
"""How long the service keeps settled events."""
KEY = "key-of-a-made-up-world"
FIRST = 1_777_593_600_000  # 2026-05-01
FEW_DAYS, MANY_DAYS = 5, 14
MANY_FROM = 100
"""The first seed of a world with about 13 moments."""


class World:
    """A made-up portfolio of a seed, at one of several moments."""

    def __init__(self, seed):
        self.seed = seed
        self.random = random = randomness.Random(seed)
        self.key = KEY
        self.portfolio = str(uuid.UUID(int=random.getrandbits(128), version=4))
        self.moments = moments_of(random, MANY_DAYS if seed >= MANY_FROM else FEW_DAYS)
        self.at = len(self.moments) - 1
        self.marks = {}
        last = self.moments[-1]
        is_tidy = seed % 4 == 0
        self.markets = make_markets(random, is_tidy)
        for market in self.markets:
            market.events = make_events(random, market, last - 40 * DAY, last + HOUR)
        self.positions = make_positions(random, self.markets, self.moments, is_tidy)
        self.page = random.choice([7, 100])
        if seed >= MANY_FROM:
            lend_ids(self.positions, self.moments)
        for n, _ in enumerate(self.moments):
            for position in self.positions:
                standing(position, self, n)

    @property
    def now(self):
        """The service's time, milliseconds since the epoch."""
        return self.moments[self.at]

    def listing(self, with_performance, statuses):
        """Every position as listed now."""
        found = []
        for position in self.positions:
            if position.opened_at > self.now or self.at in position.vanished:
                continue
            status = "closed" if is_closed_at(position, self.now) else "open"
            if status in statuses:
                found.append(summary_of(position, self, self.at, with_performance))
        return found

    def detail(self, position_id):
        """The detail of a position; None without it."""
        for position in self.positions:
            is_there = position.opened_at <= self.now and self.at not in position.vanished
            if position.id == position_id and is_there:
                return detail_of(position, self, self.at)
        return None

    def history(self, market_id, start, end):
        """Settled events of a market that the service still keeps, newest first; None without it."""
        for market in self.markets:
            if market.id == market_id:
                points = [it for event in market.events for it in self.kept(event, start, end)]
                return points[::-1]
        return None

    def kept(self, event, start, end):
        """Points of an event if it lies in a range that is kept."""
        oldest = max(start, self.now - KEPT)
        return event.points(self.now) if oldest <= event.time < end else []

    def public_markets(self):
        """The public listing of markets."""
        return [
            {
                "market_id": it.id,
                "exchange": it.exchange,
                "symbol": it.symbol,
                "asset": it.asset,
                "next_funding_time": iso(self.now + HOUR),
            }
            for it in self.markets
        ]

    def assets(self):
        """The tracked assets."""
        names = sorted({it.asset for it in self.markets})
        counts = {name: sum(it.asset == name for it in self.markets) for name in names}
        return [
            {
                "asset": name,
                "name": name.title(),
                "asset_class": "crypto",
                "market_count": counts[name],
                "exchange_count": counts[name],
            }
            for name in names
        ]


def moments_of(random, most):
    """Times at which the service is asked, the last of which is now; some near midnight."""
    last = FIRST + random.randint(0, 40) * DAY + random.randint(0, 24 * 60 - 1) * MINUTE
    last += (random.randint(0, 59) or 17) * 1000
    found = []
    for days in range(most, 0, -1):
        midnight = last // DAY * DAY - (days - 1) * DAY
        kind = random.random()
        if kind < 0.75:
            found.append(midnight + random.randint(-100, 110) * MINUTE)
        elif kind < 0.9:
            found.append(midnight + random.randint(4, 20) * HOUR)
    if most == MANY_DAYS:  # about a day ago, as status looks for
        found.append(last - DAY + random.randint(-170, 170) * MINUTE)
    # Between minutes, so that the time that a command takes moves no settlement to the other side
    return [it // MINUTE * MINUTE + 17_000 for it in sorted(set(found)) if it < last - HOUR] + [last]
