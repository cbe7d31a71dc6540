"""The basis of a pair over the last 30 days, at instants at which both markets settled."""

from dataclasses import dataclass, field
from decimal import Decimal

from exact import HUNDRED, ZERO
from figures.holding import held_legs, mark_of
from times import DAY, MINUTE

LEAST_INSTANTS = 20
MONTH = 30 * DAY


@dataclass
class Basis:
    """The basis of a pair; figures are None under 20 instants."""

    instants: list = field(default_factory=list)
    now: object = None
    mean: object = None
    sd: object = None


def side_at(legs, time):
    """Mean mark of a side at a time, weighted by quantity: [(marks by time, multiple, quantity)]."""
    worth = quantity = ZERO
    for marks, times, size in legs:
        mark = next((marks[it] for it in (time, time - MINUTE, time + MINUTE) if it in marks), None)
        if mark is None:
            return None
        worth += mark * size
        quantity += size * times
    return worth / quantity if quantity else None


def marks_of(events):
    """Marks above zero by time."""
    return {it.time: it.mark for it in events if it.mark is not None}


def basis_of(long, short, now, current=None):
    """b = (P_short ÷ P_long − 1) × 100. Sides are [(marks, multiple, quantity)]."""
    found = Basis()
    for time in sorted(long[0][0]):
        if not now - MONTH < time <= now:
            continue
        prices = side_at(long, time), side_at(short, time)
        if None not in prices:
            found.instants.append((time, (prices[1] / prices[0] - 1) * HUNDRED))
    if len(found.instants) < LEAST_INSTANTS:
        return found
    values = [it for _, it in found.instants]
    found.now = values[-1] if current is None else current
    found.mean = sum(values, ZERO) / len(values)
    found.sd = sd(values)
    return found


def basis_of_position(book, position):
    """The basis of what a position holds; all None if it lacks a side or a market."""
    hedge, sides = book.hedge(position), {"long": [], "short": []}
    for leg, times in zip(hedge.legs, hedge.multiples):
        events = None if leg["market_id"] is None else book.market(leg["market_id"])
        if events is None:
            return Basis()
        sides[leg["side"]].append((marks_of(events), times, leg["quantity"]))
    if not sides["long"] or not sides["short"]:
        return Basis()
    is_fresh = all(book.is_fresh(leg) for leg in held_legs(position))
    return basis_of(sides["long"], sides["short"], book.now, hedge.basis(mark_of) if is_fresh else None)


def sd(values):
    """Standard deviation, divided by n − 1."""
    if len(values) < 2:
        return None
    mean = sum(values, ZERO) / len(values)
    return (sum(((it - mean) ** 2 for it in values), ZERO) / (len(values) - 1)).sqrt()
