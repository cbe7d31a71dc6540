"""What positions came to between looks at a portfolio."""

from dataclasses import dataclass, field

from exact import HUNDRED, ZERO
from figures.holding import is_negative, larger_notional
from times import MINUTE, instant

PARTS = (
    *("funding_pnl", "spread_realized", "spread_unrealized"),
    *("fees_paid", "fees_estimated_exit", "net_pnl"),
)
NOTHING = dict.fromkeys(PARTS, ZERO)
PRICE = ("spread_realized", "spread_unrealized")


def parts_of(position):
    """The net PnL and its parts; None if one is unknown."""
    sent = position["performance"]
    fees, spread = sent["fees"], sent["spread_pnl"]
    values = (
        *(sent["funding_pnl"], spread["realized"], spread["unrealized"]),
        *(fees["paid"], fees["estimated_exit"], sent["net_pnl"]),
    )
    return None if None in values else dict(zip(PARTS, values))


@dataclass
class Change:
    """What a position came to in a gap; no parts in no sum."""

    position: dict
    parts: dict
    size: object


@dataclass
class Stay:
    """One position, as each look lists it; an id may be given to another one later."""

    times: list
    listed: dict = field(default_factory=dict)

    def is_open(self, n):
        """Whether a look lists it as open."""
        return n in self.listed and self.listed[n]["status"] == "open"

    def is_new(self):
        """Whether it was opened since the look before the first that lists it."""
        first = min(self.listed)
        return first > 0 and instant(self.listed[first]["opened_at"]) > self.times[first - 1] - MINUTE

    def known(self, n):
        """Its last known parts before a look; None without any."""
        seen = [parts_of(self.listed[k]) for k in sorted(self.listed) if k < n]
        seen = [it for it in seen if it is not None]
        return seen[-1] if seen else NOTHING if self.is_new() else None

    def change(self, n):
        """What it came to between look n - 1 and look n; None if it is no part of that."""
        first, sent = min(self.listed), self.listed.get(n)
        was_open = self.is_open(n - 1)
        size = size_of(self.listed[n - 1]) if was_open else ZERO
        if n < first:
            return None
        if sent is None:
            return Change(self.listed[n - 1], NOTHING, size) if was_open else None
        if not was_open and sent["status"] == "closed":
            if n == first:
                if instant(sent["closed_at"]) <= self.times[n - 1]:
                    return None
            elif parts_of(sent) is None:
                return None
        base, now = self.known(n), parts_of(sent)
        if base is None or now is None:
            return Change(sent, None, size)
        moved = {name: now[name] - base[name] for name in PARTS}
        is_still = n > first and not was_open and sent["status"] == "closed" and not any(moved.values())
        return None if is_still else Change(sent, moved, size)


def stays_of(times, listings):
    """Every position of some looks."""
    found, last = [], {}
    for n, listing in enumerate(listings):
        for key, sent in listing.items():
            stay, opened = last.get(key), instant(sent["opened_at"])
            if stay is not None:
                before = stay.listed[max(stay.listed)]
                is_other = instant(before["opened_at"]) != opened and opened > times[n - 1] - MINUTE
            if stay is None or is_other:
                stay = last[key] = Stay(times)
                found.append(stay)
            stay.listed[n] = sent
    return found


def changes_between(times, listings, n):
    """(id, change) of each position in the gap before look n."""
    both = [(stay.listed[min(stay.listed)]["position_id"], stay.change(n)) for stay in stays_of(times, listings)]
    return [(key, it) for key, it in both if it is not None]


def size_of(position):
    """N; None if it is unknown."""
    return None if is_negative(position) else larger_notional(position)


class Sum:
    """What some positions came to in a time."""

    def __init__(self):
        self.changes = []

    def add(self, key, change, span):
        """Adds a change of a gap of some milliseconds."""
        self.changes.append((key, change, span))

    def figures(self, span):
        """Figures by name, and how many positions are counted, of how many."""
        last = {key: it.parts is not None for key, it, _ in self.changes}
        known = [it.parts for _, it, _ in self.changes if it.parts is not None]
        sums = {name: sum((it[name] for it in known), ZERO) for name in PARTS}
        if last and not known:
            sums = dict.fromkeys(PARTS)
        sizes = [(it.size, took) for _, it, took in self.changes]
        is_sized = all(it is not None for it, _ in sizes)
        area = sum((it * took for it, took in sizes), ZERO) if is_sized else ZERO
        notional = area / span if area else None
        net, prices = sums["net_pnl"], [sums.pop(name) for name in PRICE]
        sums["spread_pnl"] = None if None in prices else sum(prices)
        sums["notional"] = notional
        sums["return"] = None if None in (net, notional) else net * HUNDRED / notional
        return sums, sum(last.values()), len(last)
