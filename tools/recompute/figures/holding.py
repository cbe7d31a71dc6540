"""What a position holds, in comparable units, and how its sides offset each other."""

from decimal import Decimal

from exact import HUNDRED, ZERO, total
from figures.multiples import multiples_of
from times import MINUTE, instant


def sign_of(leg):
    """+1 long, -1 short."""
    return 1 if leg["side"] == "long" else -1


def held_quantity(position, leg):
    """`quantity`, or 0 when the position or the leg is closed."""
    is_closed = position["status"] == "closed" or leg.get("close_price") is not None
    return ZERO if is_closed else leg["quantity"]


def held_legs(position):
    """The legs that hold something."""
    return [leg for leg in position["legs"] if held_quantity(position, leg) != 0]


def is_negative(position):
    """Whether a quantity of an open position contradicts the side."""
    return position["status"] != "closed" and any(leg["quantity"] < 0 for leg in position["legs"])


def mark_of(leg):
    """The mark price; None without one above zero."""
    mark = leg["mark_price"]
    return mark if mark is not None and mark > 0 else None


def notional_of(position, leg, price):
    """Held quantity × a price; 0 if nothing is held."""
    if leg["quantity"] < 0:
        return None
    held = held_quantity(position, leg)
    if held == 0:
        return ZERO
    return None if price is None else held * price


def worth_of(position, leg, price):
    """Quantity × price; None if one is unknown."""
    return None if price is None or is_negative(position) else leg["quantity"] * price


def price_of(leg):
    """The mark, or the open price for one that is missing, but not for one that cannot be true."""
    is_missing = leg["mark_price"] is None and "mark_price" not in leg["doubted"]
    return leg["open_price"] if is_missing else leg["mark_price"]


def size_of(position):
    """The notional of the larger side; None if a leg has no price."""
    worth = [(leg["side"], worth_of(position, leg, price_of(leg))) for leg in held_legs(position)]
    if is_negative(position) or any(it is None for _, it in worth):
        return None
    return max(sum((it for side, it in worth if side == own), ZERO) for own in ("long", "short"))


def at_mark(position, leg):
    """Notional at mark."""
    return notional_of(position, leg, leg["mark_price"])


def about(position, leg):
    """Notional with the open price for a missing mark."""
    price = leg["open_price"] if leg["mark_price"] is None else leg["mark_price"]
    return notional_of(position, leg, price)


def larger_notional(position):
    """N: the larger of the notionals of both sides, with the open price for a missing mark."""
    sides = []
    for side in ("long", "short"):
        legs = [leg for leg in held_legs(position) if leg["side"] == side]
        sides.append(total(about(position, leg) for leg in legs) if legs else ZERO)
    return None if None in sides else max(sides)


class Hedge:
    """The sides of a position in units of its asset."""

    def __init__(self, position):
        self.position = position
        self.legs = [] if is_negative(position) else held_legs(position)
        self.multiples = multiples_of(self.legs, position["asset"])
        self.known = not is_negative(position)
        self.long, self.short = (self.quantity(side) for side in ("long", "short"))
        self.net = self.long - self.short if self.known else None

    def side(self, side):
        """(leg, multiple) of a side."""
        return [(leg, times) for leg, times in zip(self.legs, self.multiples) if leg["side"] == side]

    def quantity(self, side):
        """Σ quantity × multiple."""
        if not self.known:
            return None
        return sum((leg["quantity"] * times for leg, times in self.side(side)), ZERO)

    @property
    def larger(self):
        """The side that holds more."""
        return "long" if self.long > self.short else "short"

    @property
    def imbalance(self):
        """|net| in percent of the larger side."""
        if not self.known or max(self.long, self.short) == 0:
            return None
        return abs(self.net) * HUNDRED / max(self.long, self.short)

    def price(self, side, price_of):
        """Mean price of a side as (worth, quantity); None if one is missing."""
        legs = self.side(side)
        worth = total(
            None if price_of(leg) is None else price_of(leg) * leg["quantity"] for leg, _ in legs
        )
        return None if worth is None else (worth, self.quantity(side))

    @property
    def unhedged(self):
        """Net quantity × mean mark of the larger side, signed."""
        if not self.known:
            return None
        if self.net == 0:
            return ZERO
        price = self.price(self.larger, mark_of)
        return None if price is None else self.net * price[0] / price[1]

    def basis(self, price_of):
        """(short ÷ long − 1) × 100."""
        if not self.known:
            return None
        long, short = self.price("long", price_of), self.price("short", price_of)
        if long is None or short is None or long[0] == 0:
            return None
        return (short[0] * long[1] / (short[1] * long[0]) - 1) * HUNDRED

    @property
    def short_at_long_mark(self):
        """Short quantity × mean mark of the longs; 0 with nothing short."""
        if not self.known:
            return None
        if self.short == 0:
            return ZERO
        price = self.price("long", mark_of)
        return None if price is None else self.short * price[0] / price[1]


def price_pnl(leg):
    """sign × quantity × (last − open) of a leg."""
    last = leg.get("close_price")
    last = leg["mark_price"] if last is None else last
    if last is None or leg["open_price"] is None or leg["quantity"] <= 0:
        return None
    return sign_of(leg) * leg["quantity"] * (last - leg["open_price"])


def is_of_its_time(leg, performance):
    """Whether a mark is within 2 minutes of when the performance was calculated."""
    at, then = leg["mark_price_updated_at"], performance["calculated_at"]
    return at is not None and abs(instant(at) - instant(then)) <= 2 * MINUTE


def is_doubtful(position):
    """Whether the listing leaves open if a leg is closed."""
    held = held_legs(position)
    if position["status"] != "open" or not held or is_negative(position):
        return False
    if any(leg["mark_price"] is None for leg in held):
        return True
    if not all(is_of_its_time(leg, position["performance"]) for leg in held):
        return False
    told = position["performance"]["spread_pnl"]["unrealized"]
    own = total(price_pnl(leg) for leg in held)
    size = larger_notional(position)
    if own is None or size is None:
        return True
    return abs(own - told) > size * Decimal("0.001")
