"""Positions of the world, and how each stands at a moment."""

import uuid
from dataclasses import dataclass, field

from times import DAY, HOUR, iso
from world.events import price_at

AGES = [1, 5, 30, 70, 100, 240, 24 * 40, 24 * 400, 24 * 365 * 5]
MARKS = ["fresh"] * 24 + ["null", "zero", "stale", "undated", "future", "dislocated"]
ODD = ["none"] * 12 + ["negative", "empty", "one side", "two shorts", "two shorts", "unlisted market"]


@dataclass
class Leg:
    """A leg; `quantity` is that of the last moment."""

    side: str
    market: object
    quantity: float
    open_price: float
    leverage: float
    mark: str
    id: str
    is_closed: bool = False
    override: float = None
    has_market: bool = True


@dataclass
class Position:
    """A position; its amounts at a moment follow from how long it is held."""

    id: str
    asset: str
    opened_at: int
    closed_at: int
    legs: list
    a_day: float
    realized: float
    capital_ratio: float
    apr: str
    net_null: set
    vanished: set
    resized: dict
    stale_performance: int
    unexplained: float
    # By how much the net PnL is not the sum of its parts, by moment
    apart: dict
    note: str = None
    marks: dict = field(default_factory=dict)


def make_positions(random, markets, moments, is_tidy):
    """Open and closed positions of all ages; in a tidy world known to pay, since their longs do."""
    return [make_position(random, markets, moments, is_tidy) for _ in range(random.randint(26, 34))]


def lend_ids(positions, moments):
    """Gives the ids of two positions to others that are opened when these are listed no longer."""
    young = [it for it in positions if it.opened_at > moments[1]]
    old = [it for it in positions if it.opened_at < moments[0]]
    for own, other in list(zip(old, young))[:2]:
        other.id = own.id
        own.vanished |= {n for n, time in enumerate(moments) if time >= other.opened_at}


def make_position(random, markets, moments, is_tidy):
    """One position in an asset, with what is odd about it."""
    now, asset = moments[-1], random.choice(sorted({it.asset for it in markets}))
    odd = "none" if is_tidy else random.choice(ODD)
    some = random.sample([it for it in markets if it.asset == asset], 2 if odd != "two shorts" else 3)
    if is_tidy:
        some.sort(key=lambda it: -it.mean)
    opened = now - int(random.choice(AGES) * HOUR * random.uniform(0.8, 1.2))
    closed = None
    if random.random() < 0.3:
        closed = opened + int((now - opened) * random.uniform(0.2, 0.98))
    usd = random.choice([300, 5_000, 40_000, 900_000])
    legs = [make_leg(random, n, it, usd, opened, odd) for n, it in enumerate(some)]
    if odd == "two shorts":
        for leg in legs[1:]:
            leg.quantity = round(leg.quantity * random.choice([0.5, 0.5, 0.45]), 9)
    if is_tidy:
        for leg in legs:
            leg.mark = "fresh"
    else:
        spoil(random, odd, legs)
    return Position(
        id=str(uuid.UUID(int=random.getrandbits(128), version=4)),
        asset=asset,
        opened_at=opened,
        closed_at=closed,
        legs=legs,
        a_day=usd * random.gauss(0.0003, 0.0004),
        realized=random.choice([0, 0, round(random.gauss(0, usd / 300), 2)]),
        capital_ratio=random.uniform(0.85, 1.3),
        apr=random.choice(["fits"] * 8 + ["null", "tiny", "wrong sign", "huge"]),
        net_null={n for n in range(len(moments)) if random.random() < 0.04},
        vanished={n for n in range(len(moments) - 1) if random.random() < 0.02},
        resized={n: random.choice([0.5, 0.8]) for n in range(len(moments) - 1) if random.random() < 0.02},
        stale_performance=random.choice([0] * 12 + [20, 200]),
        unexplained=random.choice([0] * 12 + [0.02]),
        apart={} if is_tidy else {n: -250 for n in range(len(moments)) if random.random() < 0.02},
    )


def make_leg(random, n, market, usd, opened, odd):
    """A leg of about a notional; quantities have up to 18 decimals."""
    price = price_at(market, opened, random) * market.multiple
    quantity = usd / (market.price * market.multiple) * random.choice([1, 1, 1, 0.999, 0.93])
    return Leg(
        side="long" if n == 0 else "short",
        market=market,
        quantity=float(f"{quantity:.{random.choice([2, 6, 18])}f}") or quantity,
        open_price=float(f"{price:.10g}"),
        leverage=random.choice([1, 2, 2, 3, 3, 5, 10, None] * 8 + [0, 0, 0, 5000]),
        mark=random.choice(MARKS),
        id=str(uuid.UUID(int=random.getrandbits(128), version=4)),
        override=random.choice([None] * 9 + [-12.5]),
        has_market=odd != "unlisted market" or n == 0,
    )


def spoil(random, odd, legs):
    """Makes legs odd."""
    if odd == "negative":
        legs[0].quantity = -legs[0].quantity
    if odd == "empty":
        for leg in legs:
            leg.quantity = 0.0
    if odd == "one side":
        legs[1].quantity = 0.0
    if random.random() < 0.08:
        legs[-1].is_closed = True
    if random.random() < 0.03:
        legs[0].open_price = None


def marks_of(random, position, now):
    """Marks of the legs at a moment: (price, time)."""
    found = []
    for leg in position.legs:
        price = float(f"{price_at(leg.market, now, random) * leg.market.multiple:.9g}")
        ago = random.randint(1, 200) * 1000
        kinds = {
            "null": (None, None),
            "zero": (0, iso(now - ago)),
            "stale": (price, iso(now - random.randint(400, 90_000) * 1000)),
            "undated": (price, None),
            "future": (price, iso(now + 500_000)),
            # By its mark alone, the contract seems to be of a hundred
            "dislocated": (price * 100, iso(now - ago)),
        }
        found.append(kinds.get(leg.mark, (price, iso(now - ago))))
    return found


def days_held(position, now):
    """Days from opening to closing, or to a moment."""
    return (min(now, position.closed_at or now) - position.opened_at) / DAY
