"""The stresses of carry positions risk."""

from decimal import Decimal

from exact import ZERO, total
from figures.holding import Hedge, at_mark, held_legs, is_negative, mark_of, sign_of
from figures.totals import Sum

STRESSES = ["price=20%", "basis=1%", "funding=-1"]
MOST_DOWN = 2
RUN_DAYS = 30
FORMULAS = {
    "price": "Σ U × ±20 ÷ 100",
    "basis": "−Σ q_short × m_long × 1 ÷ 100",
    "funding": "Σ run(7d) × 30 × (f − 1)",
}


def down_of(book):
    """Some exchanges on which something is held."""
    return sorted({leg["exchange"] for it in book.open for leg in held_legs(it)})[:MOST_DOWN]


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
        row = shown.get(name)
        if row is None:
            found.same(name, "stress", "(absent)", name, "one line a stress")
            continue
        own = Sum(book.open, gain_of)
        found.sum(name, "gain", row, own, FORMULAS[row["kind"]])
        if name.startswith("price"):
            check_bankrupt(book, found, name, row, Decimal(name[6:-1]) / 100)
    for exchange in down_of(book):
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


def fate_of(leg, move):
    """Whether the bankruptcy price of a leg lies within a move; None if that is not known."""
    open_price, mark, leverage, sign = leg["open_price"], mark_of(leg), leg["leverage"], sign_of(leg)
    if not leverage or leverage <= 0 or not open_price or mark is None:
        return None
    gone = open_price * (leverage - sign) / leverage
    if gone <= 0:
        return False
    is_past = lambda price: sign * (price - gone) <= 0
    return None if is_past(mark) else is_past(mark * (1 + move))


def check_bankrupt(book, found, name, row, move):
    """Compares the legs whose bankruptcy price lies within a move, and U of those that remain."""
    formula = "Σ |U| of the legs that remain, at the moved price"
    shown = {it["position_id"]: it for it in row["bankrupt"]}

    def remains(position):
        """U at the moved price without the legs that are past."""
        legs = held_legs(position)
        if is_negative(position) or any(fate_of(leg, move) is None for leg in legs):
            return None
        rest = position | {"legs": [leg for leg in legs if not fate_of(leg, move)]}
        return scaled(Hedge(rest).unhedged, 1 + move)

    for position in book.open:
        past = [leg for leg in held_legs(position) if fate_of(leg, move)]
        past = [] if is_negative(position) else past
        told = shown.get(position["position_id"], {"legs": []})
        keys = [[(it["side"], it["exchange"], it["symbol"]) for it in legs] for legs in (told["legs"], past)]
        where = f"{name} {position['asset']} {position['position_id'][:8]}"
        found.same(where, "bankrupt", *keys, "bankruptcy price within the move")
        if past:
            found.figure(where, "unhedged", told, remains(position), formula)
    own = Sum(book.open, lambda it: absolute(remains(it)))
    found.sum(name, "unhedged_after", row, own, formula)


def absolute(value):
    """|value|; None stays None."""
    return None if value is None else abs(value)
