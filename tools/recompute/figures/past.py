"""What positions changed by between two moments at which the portfolio was listed."""

from dataclasses import dataclass

from exact import ZERO
from figures.holding import Hedge, is_negative, larger_notional, mark_of
from times import MINUTE, instant

PARTS = (
    *("funding_pnl", "spread_realized", "spread_unrealized"),
    *("fees_paid", "fees_estimated_exit", "net_pnl"),
)
NOTHING = dict.fromkeys(PARTS, ZERO)


def parts_of(position):
    """The parts of a net PnL; None without one."""
    return None if position["performance"]["net_pnl"] is None else amounts_of(position)


def amounts_of(position):
    """The parts as sent."""
    sent = position["performance"]
    return {
        "funding_pnl": sent["funding_pnl"],
        "spread_realized": sent["spread_pnl"]["realized"],
        "spread_unrealized": sent["spread_pnl"]["unrealized"],
        "fees_paid": sent["fees"]["paid"],
        "fees_estimated_exit": sent["fees"]["estimated_exit"],
        "net_pnl": sent["net_pnl"],
    }


@dataclass
class Step:
    """The change of a position between two moments."""

    parts: dict
    # Listings at both ends; of one that was closed, the last one before
    begun: dict
    last_held: dict


class Past:
    """Listings at moments, oldest first."""

    def __init__(self, times, listings):
        self.times = times
        self.listings = [{it["position_id"]: it for it in listing} for listing in listings]
        self.ids = list(dict.fromkeys(key for it in self.listings for key in it))

    def first(self, key):
        """The first moment that lists a position."""
        return next(n for n, it in enumerate(self.listings) if key in it)

    def last_until(self, key, n):
        """The position as it was listed last up to a moment; None before."""
        for at in range(n, -1, -1):
            if key in self.listings[at]:
                return self.listings[at][key]
        return None

    def is_new(self, key):
        """Whether a position was opened since the moment before the first that lists it."""
        first = self.first(key)
        opened = instant(self.listings[first][key]["opened_at"])
        return first > 0 and opened > self.times[first - 1] - MINUTE

    def known(self, key, n):
        """(known parts, moment) up to a moment; None before."""
        for at in range(n, -1, -1):
            sent = self.listings[at].get(key)
            known = sent and parts_of(sent)
            if known is not None:
                return known, at
        return None

    def base(self, key, start, end):
        """What a position counts from in (start, end]; None if nothing is known."""
        known = self.known(key, start)
        if known is not None:
            return known
        if self.is_new(key):
            return NOTHING, None
        for at in range(start + 1, end + 1):
            sent = self.listings[at].get(key)
            parts = sent and parts_of(sent)
            if parts is not None:
                return parts, at
        return None

    def step(self, key, start, end):
        """The change of a position in (start, end]; None if it counts in no sum."""
        if not any(key in it for it in self.listings[start + 1 : end + 1]):
            return None
        base, known = self.base(key, start, end), self.known(key, end)
        if base is None or known is None:
            return None
        parts = {name: known[0][name] - base[0][name] for name in PARTS}
        begun = self.listings[self.first(key) if base[1] is None else base[1]][key]
        ends = [it["status"] for it in (self.last_until(key, start), begun) if it]
        is_same = known[1] == base[1] or "closed" in ends
        if is_same and not any(parts.values()):
            return None
        return Step(parts, begun, self.last_held(key, known[1]) or begun)

    def last_held(self, key, n):
        """A position as it was listed open last up to a moment; None if it never was."""
        found = (it[key] for it in reversed(self.listings[: n + 1]) if key in it)
        return next((it for it in found if it["status"] == "open"), None)

    def apart(self, end):
        """Positions in no sum up to a moment: without a net PnL at its end, or only a level."""
        found = []
        for key in self.ids:
            last = self.last_until(key, end)
            is_seen = any(key in it for it in self.listings[1 : end + 1])
            is_level = self.known(key, 0) is None and not self.is_new(key)
            if is_seen and self.step(key, 0, end) is None and (parts_of(last) is None or is_level):
                found.append(key)
        return found

    def change(self, key):
        """Parts since a position was listed first, or from 0 if it is new; net PnL or not."""
        first, last = self.listings[self.first(key)][key], self.last_until(key, len(self.times) - 1)
        begun = NOTHING if self.is_new(key) else amounts_of(first)
        return {name: amounts_of(last)[name] - begun[name] for name in PARTS if name != "net_pnl"}

    def steps(self, start, end):
        """Changes by id."""
        found = {key: self.step(key, start, end) for key in self.ids}
        return {key: it for key, it in found.items() if it is not None}


def sum_of(steps):
    """The parts of several changes."""
    return {name: sum((it.parts[name] for it in steps), ZERO) for name in PARTS}


def size_of(position):
    """N of a listing; 0 for one that holds nothing, None if it is unknown."""
    return None if is_negative(position) else larger_notional(position)


def average_notional(past, keys, start, end):
    """(time average of Σ N over a row, positions of which N is known)."""
    begin, until = past.times[start], past.times[end]
    worth, counted = ZERO, 0
    for key in keys:
        sizes = []
        for since, to, size in spans(past, key, start, end):
            since, to = max(since, begin), min(to, until)
            if to > since:
                sizes.append(size)
                worth += (size or ZERO) * (to - since)
        counted += not was_open(past, key, start, end) or any(it is not None for it in sizes)
    return worth / (until - begin), counted


def was_open(past, key, start, end):
    """Whether a position was open for some time of a row."""
    sent = past.last_until(key, end)
    closed = until = past.times[end]
    if sent["closed_at"] is not None:
        closed = instant(sent["closed_at"])
    return min(closed, until) > max(instant(sent["opened_at"]), past.times[start])


def delta_of(begun, later):
    """Net quantity at the beginning × change of the mean mark of the larger side; None without a mark."""
    hedge = Hedge(begun)
    if hedge.net is None or hedge.net == 0:
        return hedge.net
    marks = {id(leg): mark_of(then) for leg, then in zip(begun["legs"], later["legs"])}
    price = lambda leg: None if None in (mark_of(leg), marks[id(leg)]) else marks[id(leg)] - mark_of(leg)
    moved = hedge.price(hedge.larger, price)
    return None if moved is None else hedge.net * moved[0] / moved[1]


def spans(past, key, start, end):
    """(from, to, N) of a position: N of the last snapshot before, or the first after its opening."""
    known = [n for n in range(len(past.times)) if key in past.listings[n] and n <= end]
    found = []
    for place, n in enumerate(known):
        sent = past.listings[n][key]
        opened, closed = instant(sent["opened_at"]), past.last_until(key, end)["closed_at"]
        since = opened if place == 0 else past.times[n]
        to = past.times[known[place + 1]] if place + 1 < len(known) else past.times[end]
        if closed is not None:
            to = min(to, instant(closed))
        if sent["status"] == "open":
            found.append((max(since, opened), to, size_of(sent)))
    return found
