"""What a fixed hedge gained: settlement by settlement, and in windows of a week."""

from dataclasses import replace
from decimal import Decimal

from differences import at
from exact import LAST, ZERO
from figures.backtest import hedge_between, move_of
from times import DAY, instant

NOTIONAL = Decimal(25_000)
FEES = (Decimal("0.0002"), Decimal("0.00055"))
SLIPPAGE = Decimal("0.0001")
FUNDING = "Σ q × P_S × r_S − Σ q × P_L × r_L over t0 < t ≤ t1"
COSTS = "q × (P_L0 + P_L1) × f_L + q × (P_S0 + P_S1) × f_S"


def amounts_of(hedge, multiples):
    """Funding, basis, fees, slippage and net of a hedge."""
    move, traded = move_of(hedge, multiples)
    funding, basis = hedge.long + hedge.short, hedge.quantity * move
    fees = hedge.quantity * (traded[0] * FEES[0] + traded[1] * FEES[1])
    slippage = hedge.quantity * (traded[0] + traded[1]) * SLIPPAGE
    return funding, basis, fees, slippage, funding + basis - fees - slippage


def check_path(found, name, rows, hedge, multiples):
    """Compares each settlement, and the hedge if it was left then."""
    found.same(name, "rows", len(rows), len(hedge.path), "settlements of both")
    sides, largest = [ZERO, ZERO], ZERO
    for row, (time, amount, it, paid) in zip(rows, hedge.path):
        where = f"{name} {row['time']}"
        found.same(where, "time", instant(row["time"]), time, "settlements of both")
        for side, event, own in zip(("long", "short"), it.events, paid):
            shown = at(row, f"{side}.funding")
            if event is not None:
                found.number(where, f"{side}.funding", shown, own, "−sign × q × P × r")
        sides = [before + (own or ZERO) for before, own in zip(sides, paid)]
        total, largest = sum(sides), max(largest, *map(abs, sides))
        found.number(where, "funding", row["funding"], amount, FUNDING, largest * LAST)
        so_far = None if amount is None else total
        found.number(where, "cumulative", row["cumulative"], so_far, "Σ funding", largest * LAST)
        if not it.is_common or so_far is None:
            found.same(where, "net", (row["basis"], row["net"]), (None, None), "at common instants alone")
            continue
        left = replace(hedge, exit=it, long=total, short=ZERO)
        _, basis, _, _, net = amounts_of(left, multiples)
        found.number(where, "basis", row["basis"], basis, "q × ((P_L − P_L0) − (P_S − P_S0))")
        found.number(where, "net", row["net"], net, "if left then", NOTIONAL * LAST)


def check_windows(found, name, totals, points, multiples):
    """Compares the windows of --hold 7d."""
    shown = totals["hold"]
    common = [n for n, it in enumerate(points) if it.is_common]
    amounts, of, before = [], 0, None
    for first in common:
        day = points[first].time // DAY
        if day == before:
            continue
        before = day
        last = next((n for n in common if points[n].time >= points[first].time + 7 * DAY), None)
        if last is None:
            continue
        of += 1
        if any(hole for it in points[first + 1 : last + 1] for hole in it.holes):
            continue
        hedge = hedge_between(points, first, last, NOTIONAL, multiples)
        amounts.append(amounts_of(hedge, multiples))
    found.number(name, "hold.counted", at(shown, "counted"), len(amounts), "windows without a hole")
    found.number(name, "hold.of", at(shown, "of"), of, "one for each UTC day")
    if not amounts:
        found.same(name, "hold", (shown["funding"], shown["net"]), (None, None), "no window")
        return
    for figure, values in (("funding", [it[0] for it in amounts]), ("net", [it[-1] for it in amounts])):
        values = sorted(values)
        for quarter, rank in enumerate(("least", "lower", "median", "upper", "most")):
            value = values[max(1, -(-len(values) * quarter // 4)) - 1]
            printed, formula = at(shown, f"{figure}.{rank}"), f"{rank} by nearest rank"
            found.number(name, f"hold.{figure}", printed, value, formula, NOTIONAL * LAST)
