"""What the service sends of a position at a moment."""

from times import iso
from world.positions import days_held, marks_of


def is_closed_at(position, now):
    """Whether a position is closed at a moment."""
    return position.closed_at is not None and position.closed_at <= now


def summary_of(position, world, n, with_performance):
    """The item of the listing at moment n."""
    now = world.moments[n]
    closed = is_closed_at(position, now)
    item = {
        "position_id": position.id,
        "asset": position.asset,
        "status": "closed" if closed else "open",
        "opened_at": iso(position.opened_at),
        "closed_at": iso(position.closed_at) if closed else None,
        "legs": [leg_of(leg, mark, size, closed) for leg, mark, size in standing(position, world, n)],
    }
    if with_performance:
        item["performance"] = performance_of(position, world, n)
    return item


def standing(position, world, n):
    """Legs with their marks and sizes at moment n."""
    key = (id(position), n)  # an id may be that of two
    if key not in world.marks:
        world.marks[key] = marks_of(world.random, position, world.moments[n])
    size = position.resized.get(n, 1)
    return [(leg, mark, leg.quantity * size) for leg, mark in zip(position.legs, world.marks[key])]


def leg_of(leg, mark, quantity, closed):
    """Leg summary. A closed position keeps its quantities, as some services do."""
    price, time = mark
    return {
        "side": leg.side,
        "market_id": leg.market.id if leg.has_market else None,
        "exchange": leg.market.exchange,
        "symbol": leg.market.symbol,
        "leverage": leg.leverage,
        "quantity": quantity,
        "open_price": leg.open_price,
        "mark_price": None if closed else price,
        "mark_price_updated_at": None if closed else time,
    }


def detail_of(position, world, n):
    """Position detail at moment n."""
    item = summary_of(position, world, n, with_performance=False)
    closed = item["status"] == "closed"
    funding = performance_of(position, world, n)["funding_pnl"]
    for leg, sent in zip(position.legs, item["legs"]):
        is_closed = closed or leg.is_closed
        share = round(funding / len(position.legs), 2)
        sent |= {
            "leg_id": leg.id,
            "close_price": leg.open_price if is_closed else None,
            "open_fee_paid": 1.25,
            "close_fee_paid": 0.75 if is_closed else None,
            "funding": {"calculated": share, "override": leg.override},
        }
    return item | {"portfolio_id": world.portfolio, "note": position.note}


def performance_of(position, world, n):
    """Embedded performance at moment n, in whole cents."""
    now = world.moments[n]
    days = days_held(position, now)
    funding = round(position.a_day * days, 2)
    closed = is_closed_at(position, now)
    unrealized = 0.0 if closed else unrealized_of(position, world, n)
    size = entry_of(position)
    paid = round(size * 0.0005 * (2 if closed else 1), 2)
    leaving = 0.0 if closed else round(size * 0.00049, 2)
    net = round(funding + position.realized + unrealized - paid - leaving, 2)
    is_null = not closed and n in position.net_null
    return {
        "funding_pnl": funding,
        "fees": {"paid": paid, "estimated_exit": leaving},
        "spread_pnl": {"realized": position.realized, "unrealized": unrealized},
        "net_pnl": None if is_null else round(net + position.apart.get(n, 0), 2),
        "duration_days": round(days, 4),
        "apr": apr_of(position, net, days, size),
        "calculated_at": iso(now - position.stale_performance * 60_000 - 20_000),
    }


def unrealized_of(position, world, n):
    """Price PnL of the legs that are held, in cents; some of it unexplained."""
    amount = 0.0
    for leg, (price, _), quantity in standing(position, world, n):
        if price is None or leg.open_price is None or leg.is_closed:
            continue
        sign = 1 if leg.side == "long" else -1
        amount += sign * quantity * (price - leg.open_price)
    return round(amount + position.unexplained * entry_of(position), 2)


def entry_of(position):
    """Notional at entry."""
    return sum(abs(leg.quantity) * (leg.open_price or 0) for leg in position.legs)


def apr_of(position, net, days, size):
    """APR as sent: of a capital near half of the entry notional, or odd."""
    capital = (size / 2 or 1000) * position.capital_ratio
    apr = net * 36500 / (capital * days) if days > 0 else 0
    odd = {"null": None, "tiny": 0.01, "wrong sign": -apr or 1.0, "huge": apr * 40}
    apr = odd.get(position.apr, apr)
    return None if apr is None else round(apr, 2)
