"""The stresses of carry positions risk."""

from decimal import Decimal

from differences import ABSENT, at
from exact import ZERO, total
from figures.holding import Hedge, at_mark, held_legs, is_negative
from figures.margin import margin_of
from figures.totals import Sum

STRESSES = ["price=20%", "basis=1%", "funding=-1", "down=bybit", "down=gate"]
RUN_DAYS = 30
FORMULAS = {
    "price": "Σ U × ±20 ÷ 100",
    "basis": "−Σ q_short × m_long × 1 ÷ 100",
    "funding": "Σ run(7d) × 30 × (f − 1)",
}


def check_stress(book, found, rows):
    """Compares each stress by its kind."""
    shown = {row["stress"]: row for row in rows}
    gains = {
        "price=+20%": lambda it: scaled(book.hedge(it).unhedged, Decimal("0.2")),
        "price=-20%": lambda it: scaled(book.hedge(it).unhedged, Decimal("-0.2")),
        "basis=+1%": lambda it: scaled(book.hedge(it).short_at_long_mark, Decimal("-0.01")),
        "funding=-1": lambda it: scaled(book.run(it, "7d").per_day, Decimal(-2 * RUN_DAYS)),
    }
    for name, gain_of in gains.items():
        row = shown.get(name) or shown.get(name.replace("+", ""))
        if row is None:
            found.same(name, "stress", "(absent)", name, "one line a stress")
            continue
        own = Sum(book.open, gain_of)
        found.sum(name, "gain", row, own, FORMULAS[row["kind"]])
        if name.startswith("price") and at(row, "bankrupt_legs") is not ABSENT:
            check_bankrupt(book, found, name, row, Decimal(name[6:-1]) / 100)
    for exchange in ("bybit", "gate"):
        check_down(book, found, shown.get(f"down={exchange}"), exchange)


def scaled(value, factor):
    """value × factor; None stays None."""
    return None if value is None else value * factor


def check_down(book, found, row, exchange):
    """Compares what is unhedged without an exchange, and what is held there."""
    is_there = lambda leg: leg["exchange"] == exchange
    touched = [it for it in book.open if any(is_there(leg) for leg in held_legs(it))]
    name = f"down={exchange}"

    def elsewhere(position):
        """|U| of the legs elsewhere."""
        if is_negative(position):
            return None
        rest = position | {"legs": [leg for leg in position["legs"] if not is_there(leg)]}
        unhedged = Hedge(rest).unhedged
        return None if unhedged is None else abs(unhedged)

    def held(position):
        """Notional there."""
        if is_negative(position):
            return None
        return total(at_mark(position, leg) for leg in position["legs"] if is_there(leg))

    if row is None:
        found.same(name, "stress", "(absent)", name, "one line a stress")
        return
    own, there = Sum(touched, elsewhere), Sum(touched, held)
    own.value, there.value = own.value if touched else ZERO, there.value if touched else ZERO
    found.sum(name, "unhedged_elsewhere", row, own, "Σ |U of the legs elsewhere|")
    found.sum(name, "held_there", row, there, "Σ q × m there")


def check_bankrupt(book, found, name, row, move):
    """Compares the legs whose bankruptcy price lies within a move, and U of those that remain."""

    def is_past(leg):
        """Whether the moved mark is at the bankruptcy price or beyond."""
        margin = margin_of(book, leg)
        if margin.why is not None or not margin.can_reach:
            return False
        moved = leg["mark_price"] * (1 + move)
        return moved <= margin.gone_at if leg["side"] == "long" else moved >= margin.gone_at

    def remains(position):
        """|U| at the moved price without the legs that are past."""
        if is_negative(position):
            return None
        rest = position | {"legs": [leg for leg in position["legs"] if not is_past(leg)]}
        unhedged = Hedge(rest).unhedged
        return None if unhedged is None else abs(unhedged * (1 + move))

    past = sum(is_past(leg) for it in book.open if not is_negative(it) for leg in held_legs(it))
    shown = row["bankrupt_legs"]
    count = len(shown) if isinstance(shown, list) else shown
    found.number(name, "bankrupt_legs", count, past, "bankruptcy price within the move")
    own = Sum(book.open, remains)
    for figure in ("unhedged_after", "unhedged_remaining"):
        if at(row, figure) is not ABSENT:
            formula = "Σ |U| of the legs that remain, at the moved price"
            found.sum(name, figure, row, own, formula)
