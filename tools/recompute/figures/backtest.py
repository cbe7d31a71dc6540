"""A fixed hedge of two markets, from settled events."""

from dataclasses import dataclass, field

from exact import HUNDRED, ZERO
from figures.market import missing_times
from times import DAY, HOUR, MINUTE

YEAR = 365


@dataclass
class Instant:
    """A time at which a market settles or both do; None where a side does not, or is unknown."""

    time: int
    events: tuple
    holes: tuple
    # Marks at an event of the slower market, where the two never settle together
    apart: tuple = None
    ages: tuple = (0, 0)

    @property
    def is_common(self):
        """Whether both settle with a mark."""
        both = all(it is not None and it.mark is not None for it in self.events)
        return both or self.apart is not None

    @property
    def price(self):
        """Mark prices of both sides."""
        return self.apart or tuple(it.mark for it in self.events)


@dataclass
class Hedge:
    """The hedge between two instants; amounts in USD."""

    entry: object = None
    exit: object = None
    quantity: object = None
    long: object = ZERO
    short: object = ZERO
    counted: list = field(default_factory=lambda: [0, 0])
    of: list = field(default_factory=lambda: [0, 0])
    path: list = field(default_factory=list)

    @property
    def days(self):
        """From entry to exit."""
        return (ZERO + self.exit.time - self.entry.time) / DAY


def timeline(long, short):
    """Every settlement of both markets; what is at most a minute apart is one."""
    items = []
    for side, events in enumerate((long, short)):
        items += [(it.time, side, it) for it in events]
        items += [(time, side, None) for time in missing_times(events, events[0].time, events[-1].time)]
    items.sort(key=lambda it: (it[0], it[1]))
    found = []
    for time, side, event in items:
        is_hole = event is None or event.rate is None or event.mark is None
        last = found[-1] if found else None
        if last and time - last["first"] <= MINUTE and side not in last["sides"]:
            last["time"] = time
        else:
            last = {"time": time, "first": time, "sides": {}, "holes": {}}
            found.append(last)
        last["sides"][side], last["holes"][side] = event, is_hole
    return [
        Instant(
            it["time"],
            tuple(it["sides"].get(n) for n in (0, 1)),
            tuple(it["holes"].get(n, False) for n in (0, 1)),
        )
        for it in found
    ]


def meet(points, start):
    """Lets markets that never settle together enter and leave at events of the slower one."""
    inside = [it for it in points if it.time >= start]
    if any(None not in it.events for it in inside):
        return
    slowest = [max((it.events[n].spacing for it in inside if it.events[n]), default=0) for n in (0, 1)]
    slow = 1 if slowest[1] > slowest[0] else 0
    last = None
    for it in points:
        own, other = it.events[slow], it.events[1 - slow]
        if other is not None and other.mark is not None:
            last = other
        if own is None or own.mark is None or last is None:
            continue
        if it.time - last.time <= last.spacing:
            prices = (own.mark, last.mark)
            ages = (0, it.time - last.time)
            it.apart, it.ages = (prices, ages) if slow == 0 else (prices[::-1], ages[::-1])


def stretch_of(points, allow):
    """First and last common instant of the longest stretch without a hole, or of all."""
    common = [n for n, it in enumerate(points) if it.is_common]
    if not common:
        return None
    if allow:
        return common[0], common[-1]
    stretches, begin = [], common[0]
    for before, here in zip(common, common[1:]):
        if any(hole for it in points[before + 1 : here + 1] for hole in it.holes):
            stretches.append((begin, before))
            begin = here
    stretches.append((begin, common[-1]))
    length = lambda it: points[it[1]].time - points[it[0]].time
    most = max(length(it) for it in stretches)
    return [it for it in stretches if length(it) == most][-1]


def hedge_between(points, first, last, notional, multiples):
    """What a hedge is paid from one instant to another; an event at the entry is not paid."""
    entry, leave = points[first], points[last]
    found = Hedge(entry, leave)
    per = [price / times for price, times in zip(entry.price, multiples)]
    found.quantity = notional / max(per)
    for it in points[first + 1 : last + 1]:
        paid = []
        for side, sign in ((0, -1), (1, 1)):
            event = it.events[side]
            if event is None and not it.holes[side]:
                paid.append(ZERO)
                continue
            found.of[side] += 1
            if it.holes[side]:
                paid.append(None)
                continue
            found.counted[side] += 1
            amount = sign * found.quantity * event.mark * event.rate / multiples[side]
            paid.append(amount)
            if side == 0:
                found.long += amount
            else:
                found.short += amount
        found.path.append((it.time, None if None in paid else sum(paid, ZERO), it, paid))
    return found


def move_of(hedge, multiples):
    """(basis move, Σ of both fills) of the sides, per unit of quantity."""
    before = [price / times for price, times in zip(hedge.entry.price, multiples)]
    after = [price / times for price, times in zip(hedge.exit.price, multiples)]
    basis = (after[0] - before[0]) - (after[1] - before[1])
    return basis, [a + b for a, b in zip(before, after)]


def drawdown_of(path, multiples):
    """Most of (highest cumulative funding so far − cumulative funding) of a unit, from 0."""
    total, peak, most = ZERO, ZERO, ZERO
    for _, amount, it, _ in path:
        for side, sign in ((0, -1), (1, 1)):
            event = it.events[side]
            if event is not None and not it.holes[side]:
                total += sign * event.mark * event.rate / multiples[side]
        if amount is None:
            continue
        peak = max(peak, total)
        most = max(most, peak - total)
    return most


def days_above(path, entry, leave):
    """(above zero, known, whole UTC days) inside (entry, exit]."""
    first = -(-entry // DAY) * DAY
    count = max(0, (leave - first) // DAY)
    sums = [ZERO] * count
    for time, amount, _, _ in path:
        day = -(-(time - first) // DAY) - 1
        if 0 <= day < count and sums[day] is not None:
            sums[day] = None if amount is None else sums[day] + amount
    known = [it for it in sums if it is not None]
    return sum(it > 0 for it in known), len(known), count


def covered_hours(hedge, events):
    """Hours that the counted events of a leg settle, at most the time of the hedge."""
    inside = [it for it in events if hedge.entry.time < it.time <= hedge.exit.time]
    known = [it for it in inside if it.rate is not None and it.mark is not None]
    return sum(min(it.spacing, it.time - hedge.entry.time) for it in known) / HOUR


def yearly(amount, base, days):
    """Percent of a base per year."""
    return amount * HUNDRED * YEAR / (base * days)
