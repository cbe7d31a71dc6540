"""What positions are likely to be paid in the next 7 days, by the pool of the markets that are held."""

from decimal import Decimal

from exact import ZERO
from figures.days import pooled_pairs, position_days
from figures.figure import Figure, added
from figures.holding import held_legs, price_of, size_of, worth_of
from figures.next_week import Said, fit_pool, record, width

NAMES = ("next_7d", "next_7d_low", "next_7d_high", "next_7d_chance")
NEAR = Decimal("1e-9")
"""Statistics in doubles agree to this, of the sum and its error."""


class Ahead:
    """The pool of a book, its record, and what it says of positions."""

    def __init__(self, book):
        self.book, self.days = book, {}
        worth = {}
        for position in book.open:
            for leg in held_legs(position):
                if leg["market_id"] is not None:
                    key = int(leg["market_id"])
                    worth.setdefault(key, []).append(worth_of(position, leg, price_of(leg)))
        pairs = pooled_pairs(book, {key: added(them) for key, them in worth.items()})
        self.pool, self.q = fit_pool(pairs, 30), width(pairs, 23)
        own = [self.series(it) for it in book.open]
        self.record = record(pairs, [it for it in own if it is not None])

    def series(self, position):
        """The series of a position; None where it has none."""
        key = position["position_id"]
        if key not in self.days:
            self.days[key] = position_days(self.book, position, size_of(position))
        return self.days[key]

    def of_position(self, known):
        """The figures of a position."""
        series, size = self.series(known.position), known.figures["size"]
        if series is None:
            return dict.fromkeys(NAMES, Figure(None))
        return self.figures([(series, size.value)], size.value, size.about)

    def of_group(self, some):
        """The figures of positions together, over those that have one."""
        held = [it for it in some if it.position["status"] == "open"]
        if not held:
            return dict.fromkeys(NAMES, Figure(None))
        known = [it for it in held if it.figures["next_7d"].value is not None]
        size = sum((it.figures["size"].value for it in known), ZERO)
        parts = [(self.series(it.position), it.figures["size"].value) for it in known]
        about = any(it.figures["next_7d"].about for it in known)
        return self.figures(parts, size, about, len(known), len(held))

    def figures(self, parts, size, about, counted=None, of=None):
        """The sum, the ends of its range, and the chance that it is above zero."""
        said = Said(self.pool, self.q, parts, size)
        if not said.has_f:
            return dict.fromkeys(NAMES, Figure(None, False, counted, of))
        f = said.f()
        if not said.has_range:
            none = Figure(None, about, counted, of)
            return dict.fromkeys(NAMES, none) | {"next_7d": Figure(f, True, counted, of, slack=near(f))}
        s = said.q * said.s()
        slack = near(abs(f) + s)
        values = {"next_7d": f, "next_7d_low": f - s, "next_7d_high": f + s}
        found = {name: Figure(it, about, counted, of, slack=slack) for name, it in values.items()}
        chance = Decimal(said.chance(ZERO))
        return found | {"next_7d_chance": Figure(chance, about, counted, of, slack=NEAR)}


def near(value):
    return abs(value) * NEAR + Decimal("1e-12")


def ahead_of(book):
    """The pool of a book, made once."""
    if not hasattr(book, "ahead"):
        book.ahead = Ahead(book)
    return book.ahead
