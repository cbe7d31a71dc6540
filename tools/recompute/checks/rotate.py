"""carry positions rotate, position by position."""

from decimal import Decimal

from checks.basis import basis_of_markets, check_basis
from differences import ABSENT, Differences, at
from exact import ZERO
from figures.rotation import Rotation, can_rotate
from figures.run import worst_week
from figures.uncertainty import check_se, uncertainty_of
from times import DAY, minute_of

FEE = Decimal("0.0005")
MOST = 8


def check(book):
    """Compares the candidates of the first positions that can be rotated."""
    found = Differences("positions rotate")
    for position in [it for it in book.open if can_rotate(it)][:MOST]:
        argv = ("positions", "rotate", position["position_id"], "--fee", "5bps")
        answer = book.program.json(*argv)
        check_position(book, found, position, answer)
    return found


def rotation_of(book, position):
    """The candidates of a position."""
    markets, prices, symbols = {}, {}, {}
    for it in book.world.markets:
        events = book.market(it.id)
        if it.asset != position["asset"] or events is None:
            continue
        marks = [e.mark for e in events if e.mark is not None and e.time <= minute_of(book.now)]
        if marks:
            markets[it.id], prices[it.id], symbols[it.id] = events, marks[-1], it.symbol
    if any(int(leg["market_id"]) not in markets for leg in position["legs"]):
        return None
    return Rotation(position, markets, prices, symbols, book.now, FEE)


def is_odd(leg):
    """Whether a mark is zero or far off the price at opening."""
    mark, opened = leg["mark_price"], leg["open_price"]
    return mark is not None and (mark == 0 or (opened is not None and not 0.1 < mark / opened < 10))


def check_position(book, found, position, answer):
    """Compares the rows of one position."""
    name = f"{position['asset']} {position['position_id'][:8]}"
    rotation = rotation_of(book, position)
    if rotation is None:
        return
    if any(is_odd(leg) for leg in position["legs"]):
        return  # its mark does not say of what unit it is; the answer alone is asked for
    rows = {}
    for row in answer["rows"]:
        if "market_id" in (row.get("long") or {}):
            rows[int(row["long"]["market_id"]), int(row["short"]["market_id"])] = row
    found.same(name, "candidates", set(rows), set(rotation.candidates), "pairs offered, as paid")
    for pair, own in rotation.candidates.items():
        if pair not in rows:
            continue
        row, where = rows[pair], f"{name}: {pair[0]}/{pair[1]}"
        found.figure(where, "run_7d", row, own.run, "run(7d) with q on both sides")
        found.figure(where, "held_7d", row, rotation.held_run, "run(7d) of what is held")
        found.figure(where, "gain", row, own.gain, "run(7d) − run(7d) held")
        found.figure(where, "cost", row, own.cost, "Σ 2 × f × (q − held there) × mark")
        check_month(book, found, where, row, position, pair, rotation)
        found.figure(where, "pays_back", row, own.pays_back, "cost ÷ gain")


def check_month(book, found, name, row, position, pair, rotation):
    """Compares what rests on 30 days: ± of the gain, the worst week and the basis of a candidate."""
    series = rotation.gain_series(pair)
    sure = uncertainty_of(series.values, series.clock.period)
    periods = -(-7 * DAY // series.clock.period)
    check_se(found, name, "gain", row, sure, periods, DAY / (ZERO + series.clock.period))
    value, counted, of = worst_week(rotation.month_series(pair))
    found.figure(name, "worst_week", row, value, "least Σ of 7 of 30 days", counted=counted, of=of)
    bound = "at_most" if value is not None and counted < of else ABSENT
    shown = at(row, "worst_week.bound")
    found.same(name, "worst_week.bound", shown, bound, "a window is not wholly known")
    times = {it.id: it.multiple for it in book.world.markets}
    check_basis(found, name, row, basis_of_markets(book, *pair, [times[it] for it in pair]))
