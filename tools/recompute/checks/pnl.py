"""carry positions pnl, from an archive of several moments."""

from decimal import Decimal

from checks.left_out import compare_left_out
from differences import ABSENT, Differences, at
from exact import HUNDRED, LAST, ZERO, total
from figures.expected import Settled, expected_of
from figures.past import PARTS, Past, average_notional, delta_of, sum_of
from times import DAY, HOUR, MINUTE, instant
from wire import Wire

FORMULA = "Δnet = Δfunding + Δrealized + Δunrealized − Δfees paid − Δexit estimate"
RETURN = "Σ Δnet ÷ the time average of Σ N × 100"
NEAR = 2 * HOUR


def record(world, program):
    """Records every moment of a world; keeps what was listed at each."""
    world.recorded, world.settled = [], {}
    for n in range(len(world.moments)):
        world.at = n
        program.forget()
        program.text("archive", "sync")
        wire = Wire(world)
        world.recorded.append(wire.positions())
        for market in world.markets:
            points = world.settled.setdefault(market.id, {})
            points |= {it["funding_time"]: it for it in wire.points(market.id) if is_past(it, world.now)}


def is_past(point, now):
    """Whether an event had settled when it was received."""
    return instant(point["funding_time"]) <= now + MINUTE


def check(book):
    """Compares the divisions by time and by what positions have in common."""
    found = Differences("positions pnl")
    history = book.program.json("positions", "pnl", "--by", "snapshot")
    found.number("--by snapshot", "rows", len(history["rows"]), len(book.world.moments), "one a snapshot")
    past = Past([instant(row["time"]) for row in history["rows"]], book.world.recorded)
    check_snapshots(found, past, history)
    check_days(book, found, past)
    keys = {
        "asset": lambda it: it["asset"],
        "position": lambda it: it["position_id"],
        "pair": lambda it: f"{exchanges_of(it, 'long')}/{exchanges_of(it, 'short')}",
    }
    for by, key_of in keys.items():
        check_groups(book, found, past, by, key_of)
    check_expected(book, found, past)
    return found


def check_expected(book, found, past):
    """Compares the expected funding of each position over the whole time."""
    answer = book.program.json("positions", "pnl", "--by", "position")
    settled, last = Settled(book), len(past.times) - 1
    rows = {row["group"]: row for row in answer["rows"]}
    for key in past.steps(0, last):
        value = expected_of(past, settled, key, 0, last)
        figure = at(rows.get(key, {}), "expected_funding")
        name = f"--by position: {key}"
        found.number(name, "expected_funding", figure, value, "Σ −sign × recorded q × m_e × r_e")


def exchanges_of(position, side):
    """The exchanges of a side."""
    names = {leg["exchange"] for leg in position["legs"] if leg["side"] == side}
    return "+".join(sorted(names)) or "none"


def ends_of(times):
    """Moments between which days run: those that stand for a midnight, the first and the last."""
    found = {0, len(times) - 1}
    for day in range(times[0] // DAY, (times[-1] + NEAR) // DAY + 1):
        midnight = day * DAY
        after = [n for n, it in enumerate(times) if midnight <= it <= midnight + NEAR]
        before = [n for n, it in enumerate(times) if midnight - NEAR <= it < midnight]
        if after:
            found.add(after[0])
        elif before:
            found.add(before[-1])
    return sorted(found)


def check_days(book, found, past):
    """Compares each day, the whole and the time-weighted return."""
    answer = book.program.json("positions", "pnl", "--by", "day")
    ends = ends_of(past.times)
    spans = list(zip(ends, ends[1:]))
    shown = [(instant(row["from"]), instant(row["to"])) for row in answer["rows"]]
    own = [(past.times[a], past.times[b]) for a, b in spans]
    found.same("--by day", "rows", shown, own, "the snapshots that stand for midnights")
    product, deltas = Decimal(1), []
    for row, (start, end) in zip(answer["rows"], spans):
        name = f"--by day: {row['group']}"
        value = check_row(found, name, row, past, start, end, past.ids)
        deltas.append(check_delta(found, name, row, past, start, end, past.ids))
        net = at(row, "net_pnl.value")
        if value is None and net == 0:
            continue
        product = None if value is None or product is None else product * (1 + value / HUNDRED)
    name, totals = "--by day: totals", answer["totals"]
    check_row(found, name, totals, past, 0, ends[-1], past.ids)
    compare_delta(found, name, totals, total(deltas), past.steps(0, ends[-1]).values())
    check_left_out(found, name, totals, past)
    weighted = None if product is None else (product - 1) * HUNDRED
    found.figure(name, "time_weighted", totals, weighted, "Π(1 + r) − 1", HUNDRED * LAST)


def check_row(found, name, row, past, start, end, ids):
    """Compares a row; returns its return on notional as recomputed."""
    steps = {key: it for key, it in past.steps(start, end).items() if key in ids}
    parts = sum_of(steps.values())
    is_none = not steps and at(row, "net_pnl.value") is None
    for part in PARTS:
        expected = None if is_none else parts[part]
        found.figure(name, part, row, expected, FORMULA, counted=len(steps))
    residual = parts["net_pnl"] - sum(
        (-parts[it] if it.startswith("fees") else parts[it] for it in PARTS if it != "net_pnl"), ZERO
    )
    found.figure(name, "residual", row, None if is_none else residual, FORMULA)
    base, counted = average_notional(past, steps, start, end)
    value = parts["net_pnl"] * HUNDRED / base if base else None
    found.figure(name, "return_on_notional", row, value, RETURN, notional=base or None, counted=counted)
    return value


def check_delta(found, name, row, past, start, end, ids):
    """Compares what a change of price PnL came from; returns the delta as recomputed."""
    steps = [it for key, it in past.steps(start, end).items() if key in ids]
    delta = total(delta_of(it.begun, it.last_held) for it in steps) if steps else ZERO
    compare_delta(found, name, row, delta, steps)
    return delta


def compare_delta(found, name, row, delta, steps):
    """Compares a delta, and what is left of the change of price PnL."""
    if at(row, "net_pnl.value") is None:
        delta = None
    price = sum((it.parts["spread_realized"] + it.parts["spread_unrealized"] for it in steps), ZERO)
    slack = LAST * abs(delta or 0)
    found.figure(name, "delta", row, delta, "net quantity before × change of the larger side's mean mark")
    basis = None if delta is None else price - delta
    found.figure(name, "basis", row, basis, "Δrealized + Δunrealized − delta", slack)


def check_left_out(found, name, totals, past):
    """Compares what positions in no sum changed by, as far as it is known."""
    apart = past.apart(len(past.times) - 1)
    shown = at(totals, "left_out")
    found.same(name, "left_out", shown is not ABSENT, bool(apart), "positions in no sum")
    if not apart or shown is ABSENT:
        return
    end = len(past.times) - 1
    own = [past.change(key) for key in apart]
    amounts = {
        "realized": [it["spread_realized"] for it in own],
        "funding_pnl": [it["funding_pnl"] for it in own],
        "fees": [it["fees_paid"] + it["fees_estimated_exit"] for it in own],
    }
    positions = list(past.listings[-1].values())
    compare_left_out(found, name, shown, amounts, [past.last_until(it, end) for it in apart], positions)


def check_groups(book, found, past, by, key_of):
    """Compares the rows of a division over the whole time."""
    answer = book.program.json("positions", "pnl", "--by", by)
    last = len(past.times) - 1
    groups = {}
    for key in past.ids:
        groups.setdefault(key_of(past.last_until(key, last)), []).append(key)
    rows = {row["group"]: row for row in answer["rows"]}
    moving = past.steps(0, last)
    for group, ids in groups.items():
        if group in rows:
            name = f"--by {by}: {group}"
            check_row(found, name, rows[group], past, 0, last, ids)
            check_delta(found, name, rows[group], past, 0, last, ids)
        else:
            found.same(f"--by {by}: {group}", "row", any(it in moving for it in ids), False, "has a PnL")
    check_row(found, f"--by {by}: totals", answer["totals"], past, 0, last, past.ids)
    check_delta(found, f"--by {by}: totals", answer["totals"], past, 0, last, past.ids)
    check_left_out(found, f"--by {by}: totals", answer["totals"], past)


def check_snapshots(found, past, answer):
    """Compares the history: changes since the first moment, and the deepest fall."""
    values = []
    for n, row in enumerate(answer["rows"]):
        parts = sum_of(past.steps(0, n).values())
        values.append(parts["net_pnl"])
        name = f"--by snapshot: {row['time']}"
        for part in PARTS:
            found.figure(name, part, row, parts[part], "Σ changes since the first")
    peak = fall = ZERO
    for value in values:
        peak = max(peak, value)
        fall = max(fall, peak - value)
    totals = answer["totals"]
    found.figure("--by snapshot", "fall", totals, fall, "most of (highest so far − value), from 0")
    check_left_out(found, "--by snapshot", totals, past)
