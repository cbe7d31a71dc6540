"""The basis of a pair over the last 30 days, at instants at which both markets settled."""

from dataclasses import dataclass, field
from decimal import Decimal, localcontext

from exact import HUNDRED, ZERO, lower_median
from figures.holding import held_legs, mark_of
from times import DAY, MINUTE

LEAST_INSTANTS = 20
MONTH, WEEK = 30 * DAY, 7 * DAY


@dataclass
class Basis:
    """The basis of a pair; figures are None under 20 instants."""

    instants: list = field(default_factory=list)
    now: object = None
    mean: object = None
    percentile: object = None
    daily_sd: object = None
    half_life: object = None
    worst_week: object = None


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
    found.percentile = Decimal(sum(it <= found.now for it in values)) * HUNDRED / len(values)
    found.daily_sd = sd(changes(found.instants, DAY))
    weeks = changes(found.instants, WEEK)
    found.worst_week = max(weeks) if weeks else None
    found.half_life = half_life(found.instants)
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


def changes(instants, span):
    """b(t) − b(t − span)."""
    by_time = dict(instants)
    return [value - by_time[time - span] for time, value in instants if time - span in by_time]


def sd(values):
    """Standard deviation, divided by n − 1."""
    if len(values) < 2:
        return None
    mean = sum(values, ZERO) / len(values)
    return (sum(((it - mean) ** 2 for it in values), ZERO) / (len(values) - 1)).sqrt()


def half_life(instants):
    """spacing × ln ½ ÷ ln φ in days, φ over successive instants a spacing apart.

    None unless 0 < φ < 0.999.
    """
    spacing = lower_median(b - a for (a, _), (b, _) in zip(instants, instants[1:]))
    mean = sum((it for _, it in instants), ZERO) / len(instants)
    apart = {time: value - mean for time, value in instants}
    with localcontext() as context:
        context.prec = 40
        variance = sum((it * it for it in apart.values()), ZERO)
        steps = zip(apart.items(), list(apart.items())[1:])
        shared = sum((x * y for (a, x), (b, y) in steps if b - a == spacing), ZERO)
        if not 0 < shared < Decimal("0.999") * variance:
            return None
        return Decimal(spacing) / DAY * Decimal("0.5").ln() / (shared / variance).ln()
