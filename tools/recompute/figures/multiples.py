"""How many units of the asset a contract is, by its symbol and the prices of the legs beside it."""

import re
from decimal import Decimal

PREFIX = re.compile(r"^(1M|10{3,}|k)(?=[A-Z])")
TIMES = {"1M": 1_000_000, "k": 1000}
PRICES = ("open_price", "mark_price")
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
        symbol = own / told[base]
        prices = [price_ratio(leg[it], legs[base][it]) for it in PRICES]
        ratios.append(decided(symbol, [it for it in prices if it is not None]))
    least = min(ratios)
    scales = [own / ratio for own, ratio in zip(told, ratios)]
    scale = min(it for it in scales if it * least >= min(told))
    return [ratio * scale for ratio in ratios]


def reference(legs, told):
    """The leg that others are compared with: of those with most prices, the one of the smallest unit."""
    known = [sum(above_zero(leg[it]) for it in PRICES) for leg in legs]
    price = lambda leg: next((leg[it] for it in PRICES if above_zero(leg[it])), 0)
    return min(range(len(legs)), key=lambda n: (-known[n], told[n], price(legs[n]), n))


def decided(symbol, prices):
    """What the symbol and a price say, or both prices; without a price the symbol; else one unit."""
    if not prices or any(within(it / symbol, FAR) for it in prices):
        return symbol
    powers = {power_near(it) for it in prices}
    return powers.pop() or ONE if len(prices) == 2 and len(powers) == 1 else ONE


def above_zero(price):
    """Whether a price is there."""
    return price is not None and price > 0


def price_ratio(price, other):
    """The ratio of two prices; None without both."""
    return price / other if above_zero(price) and above_zero(other) else None


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
