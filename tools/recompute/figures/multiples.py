"""How many units of the asset a contract is, by its symbol or by the prices of its legs."""

import re
from decimal import Decimal

from exact import ZERO

PREFIX = re.compile(r"^(1M|1000000|10000|1000|k)(?=[A-Z])")
TIMES = {"1M": 1_000_000, "k": 1000}


def multiples_of(legs):
    """Rule 9: the symbol where open prices (else marks) agree within 3, else open prices, else marks.

    Marks decide nothing where open prices are of one unit, so that a dislocated one cannot.
    """
    opens = [leg["open_price"] if (leg["open_price"] or ZERO) > 0 else None for leg in legs]
    marks = [leg["mark_price"] if (leg["mark_price"] or ZERO) > 0 else None for leg in legs]
    prices = opens if all(it is not None for it in opens) else marks
    told = [stated(leg) for leg in legs]
    if any(it > 1 for it in told) and all(it is not None for it in prices):
        units = [price / times for price, times in zip(prices, told)]
        if max(units) <= 3 * min(units):
            return [times / min(told) for times in told]
    found = by_prices(legs, opens)
    is_one = None not in opens and legs and max(opens) <= min(opens) * Decimal("1.25")
    return found if is_one or any(it > 1 for it in found) else by_prices(legs, marks)


def mark_or_open(leg):
    """The mark price, else the open price; None unless above zero."""
    price = leg["open_price"] if leg["mark_price"] is None else leg["mark_price"]
    return price if price is not None and price > 0 else None


def by_prices(legs, prices):
    """A power of ten, 100 or more, of which the price is within 0.8 to 1.25 times the lowest one."""
    known = [price for price in prices if price is not None]
    if not known:
        return [Decimal(1)] * len(legs)
    return [power_near(price, min(known)) for price in prices]


def power_near(price, least):
    """10^k, k ≥ 2, near a ratio of prices; else 1."""
    if price is None:
        return Decimal(1)
    for power in range(2, 16):
        times = Decimal(10) ** power
        if least * times * Decimal("0.8") <= price <= least * times * Decimal("1.25"):
            return times
    return Decimal(1)


def stated(leg):
    """The multiple that a symbol states; 1 without."""
    found = PREFIX.match(leg["symbol"])
    return Decimal(TIMES.get(found[1]) or found[1]) if found else Decimal(1)
