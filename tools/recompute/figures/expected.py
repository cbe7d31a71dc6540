"""What settled events make of the funding of a position between two moments."""

from exact import ZERO
from figures.credible import credible_events
from figures.holding import is_doubtful, sign_of
from figures.market import market_of, missing_times
from times import instant


class Settled:
    """Events of every market: those of each answer, the newest value of each."""

    def __init__(self, book):
        self.points, self.now, self.held = book.world.settled, book.now, book.wire.held_marks()
        self.markets = {}

    def market(self, market_id):
        """Events with their spacing."""
        key = int(market_id)
        if key not in self.markets:
            points = list(self.points.get(key, {}).values())
            self.markets[key] = market_of(credible_events(points, self.now, self.held.get(key)))
        return self.markets[key]


def span_of(past, key, start, end):
    """The time that a change is of: between the calculations of the figures compared."""
    base, known = past.base(key, start, end), past.known(key, end)
    last = past.listings[known[1]][key]
    since = instant(last["opened_at"])
    if base[1] is not None:
        since = instant(past.listings[base[1]][key]["performance"]["calculated_at"])
    return since, instant(last["performance"]["calculated_at"])


def expected_of(past, settled, key, start, end):
    """Σ −sign × recorded quantity × mark × rate; None if it is unknown."""
    last = past.last_until(key, end)
    opened = instant(last["opened_at"])
    closed = None if last["closed_at"] is None else instant(last["closed_at"])
    inside = lambda time: max(opened, time if closed is None else min(time, closed))
    since, until = (inside(it) for it in span_of(past, key, start, end))
    since, until, sign = (since, until, 1) if since <= until else (until, since, -1)
    if since >= until:
        return ZERO
    known = last if last["performance"]["net_pnl"] is not None else None
    if known is not None and is_doubtful(known):
        return None
    seen = [n for n, it in enumerate(past.listings) if key in it and it[key]["status"] == "open"]
    if not seen:
        return None
    total = ZERO
    for place, leg in enumerate(past.listings[seen[0]][key]["legs"]):
        sizes = [(past.times[n], past.listings[n][key]["legs"][place]["quantity"]) for n in seen]
        paid = leg_paid(settled, leg, sizes, since, until)
        if paid is None:
            return None
        total += paid
    return sign * total


def leg_paid(settled, leg, sizes, since, until):
    """What one leg was paid in (since, until]; None if it is unknown."""
    within = sizes_within(sizes, since, until)
    if not any(within):
        return ZERO
    if any(it < 0 for it in within) or leg["market_id"] is None:
        return None
    events = settled.market(leg["market_id"])
    if events is None or missing_times(events, since + 1, until + 1):
        return None
    total = ZERO
    for event in events:
        if not since < event.time <= until:
            continue
        size = size_at(sizes, event.time)
        if size == 0:
            continue
        if event.rate is None or event.mark is None or size is None:
            return None
        total += -sign_of(leg) * size * event.mark * event.rate
    return total


def sizes_within(sizes, since, until):
    """The quantities that count in a time."""
    before = [size for time, size in sizes if time <= since][-1:] or [sizes[0][1]]
    after = [size for time, size in sizes if time >= until][:1] or [sizes[-1][1]]
    return before + [size for time, size in sizes if since <= time <= until] + after


def size_at(sizes, time):
    """The quantity at a time, on which the snapshots around it agree; None if they do not."""
    before = [size for at, size in sizes if at <= time]
    after = [size for at, size in sizes if at >= time]
    if not before or not after:
        return after[0] if after else before[-1]
    return before[-1] if before[-1] == after[0] else None
