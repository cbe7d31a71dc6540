"""Markets: which assets on which exchanges, at what price, and how often they settle."""

from dataclasses import dataclass, field

ASSETS = {"BTC": 61_000, "ETH": 2_900, "SOL": 141, "PEPE": 0.0000121, "TINY": 3.4e-13, "XAU": 4012.5}
EXCHANGES = ["binance", "bybit", "okx", "gate", "hyperliquid", "dydx"]
# Prefix of a symbol, and how many units of the asset its contract is.
PREFIXES = {"PEPE": [("", 1), ("1000", 1000), ("k", 1000), ("1M", 1_000_000)]}
UNITS = [1, 60, 3600]
FAULTS = ["none"] * 9 + ["holes"] * 5 + ["few"] * 4 + ["late"] * 2 + ["conflict", "new", "ended"]


@dataclass
class Market:
    """A market of the world."""

    id: int
    asset: str
    exchange: str
    symbol: str
    multiple: int
    price: float
    # (since hours before the last moment, interval in hours), oldest first
    intervals: list
    unit: int
    mean: float
    persistence: float
    fault: str
    # Hours after 00:00 UTC, for those that never settle with the others
    phase: int = 0
    # Settles up to 75 s late
    is_slow: bool = False
    events: list = field(default_factory=list)


def make_markets(random, is_tidy):
    """Some markets for each asset; two of one asset never on one exchange."""
    markets, strength = [], 4 if is_tidy else 1
    for asset, price in ASSETS.items():
        exchanges = random.sample(EXCHANGES, random.choice([3, 4, 4]))
        for exchange in exchanges:
            steps = intervals(random)
            is_apart = len(steps) == 1 and steps[0][1] >= 4 and random.random() < 0.15
            prefix, multiple = random.choice(PREFIXES.get(asset, [("", 1)]))
            markets.append(
                Market(
                    id=len(markets) + 1 + random.randint(0, 1) * 100,
                    asset=asset,
                    exchange=exchange,
                    symbol=f"{prefix}{asset}{random.choice(['USDT', '-USD', '_USDT'])}",
                    multiple=multiple,
                    price=price * (1 + random.uniform(-0.004, 0.004)),
                    intervals=steps,
                    unit=random.choice(UNITS),
                    mean=random.choice([0, random.gauss(0, 1e-5), random.gauss(0, 2e-5)]) * strength,
                    persistence=random.choice([0, 0.5, 0.9, 0.98]),
                    fault="tidy" if is_tidy else random.choice(FAULTS),
                    phase=steps[0][1] // 2 if is_apart else 0,
                )
            )
    random.choice(markets).is_slow = True
    return markets


def intervals(random):
    """How often a market settles; one in four changes it once in the time of the world."""
    first = random.choice([1, 1, 4, 8, 8, 8, 2])
    if random.random() < 0.75:
        return [(10_000, first)]
    return [(10_000, first), (random.randint(20, 700), random.choice([1, 4, 8]))]
