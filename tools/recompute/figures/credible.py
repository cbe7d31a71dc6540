"""What of an answer can be believed; the rest is unknown (FIGURES.md: the credible door)."""

from collections import Counter
from decimal import Decimal

from exact import ZERO, total
from figures.holding import held_legs, price_pnl
from figures.multiples import FAR, multiples_of, power_near, within
from times import DAY, HOUR, MINUTE, instant, minute_of

LEAST_LEVERAGE, MOST_LEVERAGE = Decimal("0.1"), Decimal(500)
MOST_RATE = Decimal("0.04")
CENT, OF_LARGEST = Decimal("0.01"), Decimal("1e-6")
GRID_EVENTS = 10
DIVISORS = [it * MINUTE for it in range(1, DAY // MINUTE + 1) if DAY // MINUTE % it == 0]
PRICES = ("open_price", "mark_price")


def credible_position(position):
    """A position with None for what is missing or implausible; `implausible` has (leg, name) of the latter."""
    found, doubts = position | {"legs": [dict(leg) for leg in position["legs"]]}, set()
    for n, leg in enumerate(found["legs"]):
        for name in PRICES:
            if leg[name] is not None and leg[name] <= 0:
                leg[name] = None
        leverage = leg["leverage"]
        if leverage is not None and not LEAST_LEVERAGE <= leverage <= MOST_LEVERAGE:
            leg["leverage"], leg["leverage_doubted"] = None, True
            doubts.add((n, "leverage"))
    if position["status"] == "open":
        found["legs"] = compared(found, doubts)
    if "performance" in position:
        found["performance"] = summed(position["performance"], doubts)
    for n, leg in enumerate(found["legs"]):
        leg["doubted"] = {name for k, name in doubts if k == n}
    return found | {"implausible": doubts}


def compared(position, doubts):
    """Legs without the prices that another leg and the leg's own other price contradict."""
    legs = position["legs"]
    factors = multiples_of(legs, position["asset"])
    bad = []
    for name, own in (("mark_price", "open_price"), ("open_price", "mark_price")):
        if name == "open_price" and is_explained(position):
            continue
        for n, leg in enumerate(legs):
            others = [k for k in range(len(legs)) if k != n and legs[k][name] is not None]
            if leg[name] is None or is_near(leg[own], leg[name]):
                continue
            if any(not is_near(leg[name] / factors[n], legs[k][name] / factors[k]) for k in others):
                bad.append((n, name))
    doubts |= set(bad)
    return [leg | {name: None for k, name in bad if k == n} for n, leg in enumerate(legs)]


def is_near(price, other):
    """Whether two prices are there and at most a factor of 3 apart."""
    return price is not None and other is not None and within(price / other, FAR)


def is_explained(position):
    """Whether the price PnL of the legs is that of the performance, so that the open prices are right."""
    parts = [price_pnl(leg) for leg in held_legs(position)]
    own = total(parts)
    if own is None or "performance" not in position:
        return False
    told = position["performance"]["spread_pnl"]["unrealized"]
    return abs(own - told) <= max(map(abs, [*parts, told])) / 100 + CENT


def summed(sent, doubts):
    """A performance without a net PnL that is not the sum of its parts, nor the APR of it."""
    fees, spread, net = sent["fees"], sent["spread_pnl"], sent["net_pnl"]
    parts = [
        *(sent["funding_pnl"], spread["realized"], spread["unrealized"]),
        *(-fees["paid"], -fees["estimated_exit"]),
    ]
    if net is None or abs(net - sum(parts, ZERO)) <= CENT + OF_LARGEST * max(map(abs, parts)):
        return sent
    doubts.add((None, "net_pnl"))
    return sent | {"net_pnl": None, "apr": None}


def credible_events(points, now, held=None):
    """Settled events, oldest first: rates and marks as decimals or None, `time` on the market's grid.

    `held` is (mark, its time, open price) of a leg that is held in the market. `implausible` of an event
    says that its rate or mark is not believed.
    """
    found = []
    for point in points:
        rate, mark = Decimal(point["funding_rate"]), Decimal(point["mark_price"])
        if instant(point["funding_time"]) > now + MINUTE:
            continue
        found.append(
            point
            | {
                "sent": instant(point["funding_time"]),
                "funding_rate": rate if abs(rate) <= MOST_RATE else None,
                "mark_price": mark if mark > 0 else None,
                "implausible": abs(rate) > MOST_RATE,
            }
        )
    found.sort(key=lambda it: it["sent"])
    judge_marks(found, held)
    place(found)
    return found


def judge_marks(points, held):
    """Divides out or forgets marks that are off from the next one, from the newest back."""
    last = first_of([(it["mark_price"], it["sent"]) for it in points if it["mark_price"] is not None], held)
    for point in reversed(points):
        mark = point["mark_price"]
        if mark is None:
            continue
        if last is not None and abs(point["sent"] - last[1]) <= DAY:
            ratio = mark / last[0]
            power = power_near(ratio)
            if power is not None:
                mark = mark / power
            elif not within(ratio, FAR):
                point["implausible"], mark = True, None
            point["mark_price"] = mark
        if mark is not None:
            last = (mark, point["sent"])


def first_of(marks, held):
    """What the newest mark is compared with: the leg's, else one of the newest three that another confirms.

    A leg whose open price is that of the market, and its mark is not, is off by itself.
    """
    if held is not None:
        mark, time, opened = held
        is_off = marks and not is_near(mark, opened) and is_near(marks[-1][0], opened)
        if not is_off:
            return mark, time
    newest = marks[-3:]
    agreed = [it for it in newest if sum(is_near(it[0], other[0]) for other in newest) > 1]
    return agreed[-1] if agreed else None


def place(points):
    """Gives each event the time of its market's grid."""
    first = 0
    for n, point in enumerate(points):
        if n + 1 == len(points) or points[n + 1]["funding_interval"] != point["funding_interval"]:
            times = [it["sent"] for it in points[first : n + 1]]
            for at, it in enumerate(points[first : n + 1], 1):
                last = max(at, GRID_EVENTS)
                it["time"] = on_grid(it["sent"], grid_of(times[:last][-GRID_EVENTS:]))
            first = n + 1


def grid_of(times):
    """(spacing, phase) of ten events of one interval; None with too few."""
    apart = []
    for time in times:
        if not apart or time - apart[-1] >= MINUTE:
            apart.append(time)
    gaps = [dividing(b - a) for a, b in zip(apart, apart[1:])]
    if not gaps:
        return None
    spacing = most_frequent(gaps)
    phase = most_frequent(time % spacing // MINUTE * MINUTE for time in apart)
    hour = (phase + HOUR // 2) // HOUR * HOUR
    return spacing, hour % spacing if abs(phase - hour) * 10 <= spacing else phase


def most_frequent(values):
    """The value that is there most often, of several the least."""
    counts = Counter(values)
    return min(counts, key=lambda it: (-counts[it], it))


def dividing(gap):
    """The number of minutes that divides a day and is nearest to a gap."""
    return min(DIVISORS, key=lambda it: abs(it - gap))


def on_grid(time, grid):
    """The nearest point of a grid within a tenth of its spacing; else the minute."""
    if grid is None:
        return minute_of(time)
    spacing, phase = grid
    point = (time - phase + spacing // 2) // spacing * spacing + phase
    return point if abs(time - point) * 10 <= spacing else minute_of(time)
