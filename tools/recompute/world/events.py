"""Settled events of a market: late, missing, sent twice, conflicting, corrected, or not to be believed."""

import math
from dataclasses import dataclass

from times import HOUR, MINUTE, iso

# What goes wrong in a hundred events.
MISSING = {"holes": 4.0, "few": 0.5, "late": 0.3}
DECIMALS = [8, 8, 6, 12, 18]


@dataclass
class Event:
    """An event; what the service sends of it may change."""

    time: int
    published: int
    rate: str
    mark: str
    interval: int
    corrected_at: int = None
    corrected: str = None
    # Further points of the same minute: (rate, mark)
    others: tuple = ()

    def points(self, now):
        """What the service sends of it at a moment."""
        if self.published > now:
            return []
        is_corrected = self.corrected_at is not None and self.corrected_at <= now
        rate = self.corrected if is_corrected else self.rate
        return [
            {
                "funding_time": iso(self.time + n * 1000, "+00:00"),
                "funding_rate": shown,
                "funding_interval": self.interval,
                "mark_price": mark,
            }
            for n, (shown, mark) in enumerate([(rate, self.mark), *self.others])
        ]


def make_events(random, market, start, end):
    """Events of a market over (start, end]."""
    digits = random.choice(DECIMALS)
    places = max(2, digits if market.price > 1e-4 else 18)
    level, events = market.mean, []
    for time, hours in settlements(market, start, end):
        noise = random.gauss(0, 6e-5) * math.sqrt(1 - market.persistence**2)
        level = market.mean + market.persistence * (level - market.mean) + noise
        if random.random() * 100 < MISSING.get(market.fault, 0):
            continue
        rate = level * hours / 8 if random.random() > 0.01 else 0.0
        mark = price_at(market, time, random) * market.multiple
        event = Event(
            time=time + delay_of(random, market),
            published=time + random.choice([0, 20, 90]) * 1000 + (75_000 if market.is_slow else 0),
            rate=f"{rate:.{max(8, digits)}f}",
            mark=f"{mark:.{places}f}",
            interval=hours * market.unit,
        )
        spoil(random, market, event, time, end)
        damage(random, market, event, end)
        events.append(event)
    return events


def delay_of(random, market):
    """Milliseconds by which an event settles after its time."""
    return random.randint(0, 75_000) if market.is_slow else random.choice([0, 0, 0, 7, 12_345])


def damage(random, market, event, end):
    """Makes an event one that cannot be true, or is of a later time."""
    if market.fault == "tidy":
        return
    kind = random.random() * 1000
    if kind < 1:
        event.rate = f"{float(event.rate) + random.choice([-0.05, 0.41, 17e8]):.8f}"
    elif kind < 2:
        event.mark = f"{float(event.mark) * 1000:.18f}"
    elif kind < 2.5:
        event.mark = f"{float(event.mark) * random.choice([7, 0.2]):.18f}"
    elif kind < 4 or event.time > end - HOUR and kind > 900:
        event.published = event.time - random.choice([2, 50]) * HOUR


def settlements(market, start, end):
    """Times and hours of the settlements in (start, end]."""
    steps = [(end - before * HOUR, hours) for before, hours in market.intervals]
    if market.fault == "new":
        start = end - 6 * 24 * HOUR
    last = end - 4 * 24 * HOUR if market.fault == "ended" else end
    found = []
    for n, (since, hours) in enumerate(steps):
        until = steps[n + 1][0] if n + 1 < len(steps) else last
        phase = market.phase * HOUR
        first = (max(since, start) - phase) // (hours * HOUR) + 1
        time = first * hours * HOUR + phase
        while time <= min(until, last):
            found.append((time, hours))
            time += hours * HOUR
    return found


def price_at(market, time, random):
    """A price that the markets of an asset share but for a basis."""
    hours = time / HOUR
    shared = sum(ord(it) for it in market.asset)
    drift = math.sin(hours / 170 + shared) / 15 + math.sin(hours / 23 + shared * 3) / 90
    return market.price * (1 + drift) * (1 + random.gauss(0, 0.0004))


def spoil(random, market, event, time, end):
    """Makes something wrong with one event."""
    if market.fault == "late" and end - time < 9 * HOUR and random.random() < 0.8:
        event.published = time + random.choice([30, 90, 300]) * MINUTE
    if market.fault != "tidy" and random.random() < 0.004:
        event.mark = random.choice(["0", "0.00", "-1"])
    if random.random() < 0.006:
        event.others = ((event.rate + "0", event.mark),)
    if market.fault == "conflict" and random.random() < 0.006:
        event.others = ((f"{float(event.rate) + 1e-5:.8f}", event.mark),)
    if random.random() < 0.01:
        event.corrected_at = time + random.choice([5, 30, 50]) * HOUR
        event.corrected = f"{float(event.rate) * 1.5 + 1e-6:.8f}"
