"""How many units of the asset a contract is, by its symbol and the prices of the legs beside it."""

import re
from decimal import Decimal

PREFIX = re.compile(r"^(1M|1000000|10000|1000|k)(?=[A-Z])")
TIMES = {"1M": 1_000_000, "k": 1000}
ONE = Decimal(1)
NEAR, FAR = Decimal("1.25"), Decimal(3)
"""A ratio that near a power of ten is one; two prices of one unit are at most this far apart."""


def multiples_of(legs, asset):
    """Factor of each leg: quantity × factor is in units of the asset.

    Of three witnesses (symbol, open prices, marks) two decide how two contracts compare.
    """
    if not legs:
        return []
    told = [stated(leg["symbol"], asset) for leg in legs]
    base = reference(legs, told)
    ratios = []
    for leg, own in zip(legs, told):
        opens, marks = (
            by_price(leg[it], legs[base][it], own / told[base]) for it in ("open_price", "mark_price")
        )
        ratios.append(decided(own / told[base], opens, marks))
    least = min(ratios)
    scales = [own / ratio for own, ratio in zip(told, ratios)]
    scale = min(it for it in scales if it * least >= min(told))
    return [ratio * scale for ratio in ratios]


def reference(legs, told):
    """The leg that others are compared with: of those with most prices, the one of the smallest unit."""
    known = [sum(above_zero(leg[it]) for it in ("open_price", "mark_price")) for leg in legs]
    price = lambda leg: next((leg[it] for it in ("open_price", "mark_price") if above_zero(leg[it])), 0)
    return min(range(len(legs)), key=lambda n: (-known[n], told[n], price(legs[n]), n))


def decided(symbol, opens, marks):
    """What two of three witnesses say; without two that agree, the prices before the symbol."""
    if opens is not None and opens in (symbol, marks):
        return opens
    if marks is not None and marks == symbol:
        return marks
    return next(it for it in (opens, marks, symbol) if it is not None)


def above_zero(price):
    """Whether a price is there."""
    return price is not None and price > 0


def by_price(price, other, symbol):
    """What two prices say of two contracts; None if that is nothing."""
    if not above_zero(price) or not above_zero(other):
        return None
    ratio = price / other
    if within(ratio / symbol, FAR):
        return symbol
    power = power_near(ratio)
    if power is None and within(ratio, FAR):
        return ONE
    return power


def within(ratio, most):
    """Whether a ratio is at most a factor, either way."""
    return 1 / most <= ratio <= most


def power_near(ratio):
    """10^k, |k| ≥ 2, within 25 % of which a ratio is; None without one."""
    for power in range(2, 16):
        for times in (Decimal(10) ** power, Decimal(10) ** -power):
            if within(ratio / times, NEAR):
                return times
    return None


def prefix_of(name):
    """The multiple that a name begins with; 1 without."""
    found = PREFIX.match(name)
    return Decimal(TIMES.get(found[1]) or found[1]) if found else ONE


def stated(symbol, asset):
    """The multiple that a symbol states in units of the asset: the prefix of the asset's own name is none."""
    return prefix_of(symbol) / prefix_of(asset)
