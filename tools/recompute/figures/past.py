"""What positions changed by between looks at a portfolio."""

from dataclasses import dataclass

from exact import HUNDRED, ZERO
from figures.holding import is_negative, larger_notional
from times import MINUTE, instant

PARTS = (
    *("funding_pnl", "spread_realized", "spread_unrealized"),
    *("fees_paid", "fees_estimated_exit", "net_pnl"),
)
NOTHING = dict.fromkeys(PARTS, ZERO)


def parts_of(position):
    """The parts of a net PnL; None without one."""
    sent = position["performance"]
    parts = {
        "funding_pnl": sent["funding_pnl"],
        "spread_realized": sent["spread_pnl"]["realized"],
        "spread_unrealized": sent["spread_pnl"]["unrealized"],
        "fees_paid": sent["fees"]["paid"],
        "fees_estimated_exit": sent["fees"]["estimated_exit"],
        "net_pnl": sent["net_pnl"],
    }
    return None if None in parts.values() else parts


@dataclass
class Change:
    """A position between two looks; parts is None for one that is in no sum."""

    position: dict
    parts: dict
    # N at the look before, 0 if it held nothing, None if it is unknown
    size: object


def changes_between(times, listings, n):
    """Changes from look n - 1 to look n. Listings are by id."""
    found = {}
    for key in dict.fromkeys(key for it in listings[: n + 1] for key in it):
        change = change_of(times, [it.get(key) for it in listings[: n + 1]])
        if change is not None:
            found[key] = change
    return found


def change_of(times, seen):
    """What a position changed by at the last of the looks that may list it."""
    *past, now = seen
    before, known = past[-1], [it for it in past if it is not None]
    was_open = before is not None and before["status"] == "open"
    size = size_of(before) if was_open else ZERO
    if now is None:
        return Change(before, NOTHING, size) if was_open else None
    look_before = times[len(past) - 1]
    is_open, parts = now["status"] == "open", parts_of(now)
    if not known and now["closed_at"] is not None and instant(now["closed_at"]) <= look_before:
        return None
    if parts is None:
        return Change(now, None, size) if is_open or was_open or not known else None
    base = next((it for it in map(parts_of, reversed(known)) if it is not None), None)
    if base is None and is_new(times, seen):
        base = NOTHING
    if base is None:
        return Change(now, None, size)
    moved = {name: parts[name] - base[name] for name in PARTS}
    if known and not is_open and not was_open and not any(moved.values()):
        return None
    return Change(now, moved, size)


def is_new(times, seen):
    """Whether a position was opened since the look before the first that lists it."""
    first = next(n for n, it in enumerate(seen) if it is not None)
    return first > 0 and instant(seen[first]["opened_at"]) > times[first - 1] - MINUTE


def size_of(position):
    """N of an open position; None if it is unknown."""
    return None if is_negative(position) else larger_notional(position)


class Sum:
    """Changes of a time, or of some positions."""

    def __init__(self):
        self.parts, self.counted = dict(NOTHING), {}
        self.area, self.is_sized, self.is_known = ZERO, True, False

    def add(self, key, change, span):
        """Adds a change of a gap that took `span` milliseconds."""
        self.counted[key] = change.parts is not None
        self.is_known = self.is_known or change.parts is not None
        if change.size is None:
            self.is_sized = False
        else:
            self.area += change.size * span
        for name, value in (change.parts or NOTHING).items():
            self.parts[name] += value

    def figures(self, span):
        """The figures of a row by name, and how many positions they count."""
        counted, of = sum(self.counted.values()), len(self.counted)
        parts = dict(self.parts) if self.is_known or not of else dict.fromkeys(PARTS)
        realized, unrealized = parts.pop("spread_realized"), parts.pop("spread_unrealized")
        price = None if realized is None else realized + unrealized
        notional = self.area / span if self.is_sized and self.area else None
        net = parts["net_pnl"]
        share = None if notional is None or net is None else net * HUNDRED / notional
        return parts | {"spread_pnl": price, "notional": notional, "return": share}, counted, of
