"""A fixed hedge of two markets, from settled events."""

from dataclasses import dataclass, field

from exact import ZERO
from figures.market import missing_times
from times import MINUTE


@dataclass
class Instant:
    """A time at which a market settles or both do; None where a side does not, or is unknown."""

    time: int
    events: tuple
    holes: tuple
    # Marks at an event of the slower market, where the two never settle together
    apart: tuple = None

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
    funding: object = ZERO
    counted: list = field(default_factory=lambda: [0, 0])
    of: list = field(default_factory=lambda: [0, 0])


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


def meet(points, start, end):
    """Lets markets that never settle together enter and leave at events of the slower one."""
    inside = [it for it in points if start <= it.time <= end]
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
            it.apart = (own.mark, last.mark) if slow == 0 else (last.mark, own.mark)


def hedge_over(points, start, end, notional, multiples):
    """A hedge from the first to the last common instant of a range; None without two of them.

    An event at the entry is not paid.
    """
    meet(points, start, end)
    common = [n for n, it in enumerate(points) if it.is_common and start <= it.time <= end]
    if len(common) < 2:
        return None
    first, last = common[0], common[-1]
    entry, leave = points[first], points[last]
    found = Hedge(entry, leave)
    per = [price / times for price, times in zip(entry.price, multiples)]
    found.quantity = notional / max(per)
    for it in points[first + 1 : last + 1]:
        for side, sign in ((0, -1), (1, 1)):
            event = it.events[side]
            if event is None and not it.holes[side]:
                continue
            found.of[side] += 1
            if it.holes[side]:
                continue
            found.counted[side] += 1
            found.funding += sign * found.quantity * event.mark * event.rate / multiples[side]
    return found


def move_of(hedge, multiples):
    """(price move, Σ of both fills by side), per unit of quantity."""
    before = [price / times for price, times in zip(hedge.entry.price, multiples)]
    after = [price / times for price, times in zip(hedge.exit.price, multiples)]
    move = (after[0] - before[0]) - (after[1] - before[1])
    return move, [a + b for a, b in zip(before, after)]
