"""carry positions outlook."""

from checks.basis import basis_of_position, check_basis
from differences import ABSENT, Differences, at
from exact import HUNDRED, ZERO, is_cents
from figures.holding import held_legs
from figures.run import HOURS, worst_week
from figures.totals import Sum, parts_of
from figures.uncertainty import RELATIVE, check_se, persistence_of, uncertainty_of
from times import DAY, HOUR

RUN = "Σ −sign × q × m_e × r_e ÷ covered days over whole periods of (E − h, E]"
WORST = "least Σ over (E − 7d − k days, E − k days], k = 0 to 23"
EATEN = "run(7d) × 7 ÷ (q_short × m_long) × 100"
LEAST_DAYS = 10
STATE = "the first state that holds, of 24h, 3d, 7d, 30d"


def readable(value):
    """0 for an amount that reads 0.00."""
    return value if is_cents(value) else ZERO


def state_of(runs, is_flat):
    """The state of an outlook; None if it is unknown."""
    values = {window: runs[window].per_day for window in HOURS}
    if any(values[it] is None for it in ("24h", "3d", "7d")):
        return None
    day, three, week = (readable(values[it]) for it in ("24h", "3d", "7d"))
    month = None if values["30d"] is None else readable(values["30d"])
    if is_flat:
        return "flat"
    if week <= 0:
        if day > 0 and three > 0:
            return "recovering"
        return None if month is None else "turned" if month > 0 else "costing"
    if day <= 0:
        return "slipping"
    if month is None:
        return None
    if month <= 0:
        return "improving"
    return "fading" if 3 * week < month else "steady"


def eaten_by(position, week, hedge):
    """The basis move in points that takes a week's funding."""
    if week.per_day is None or readable(week.per_day) <= 0:
        return None
    sides = {leg["side"] for leg in held_legs(position)}
    worth = hedge.short_at_long_mark
    if len(sides) < 2 or not worth:
        return None
    return week.per_day * 7 * HUNDRED / worth


def check(book):
    """Compares every row and the totals."""
    answer = book.program.json("positions", "outlook")
    found = Differences("positions outlook")
    rows = {row["position_id"]: row for row in answer["rows"]}
    found.same("", "rows", set(rows), {it["position_id"] for it in book.open}, "open positions")
    known = [it for it in book.open if it["position_id"] in rows]
    states = [check_row(book, found, it, rows[it["position_id"]]) for it in known]
    for state, count in answer["totals"]["states"].items():
        own = states.count(None if state == "unknown" else state)
        found.number("", f"states.{state}", count, own, "positions of a state")
    check_totals(book, found, answer["totals"])
    return found


def check_row(book, found, position, row):
    """Compares one position."""
    name = f"{position['asset']} {position['position_id'][:8]}"
    runs = {window: book.run(position, window) for window in HOURS}
    for window, run in runs.items():
        known = run.series is not None
        found.figure(
            name,
            f"run_{window}",
            row,
            run.per_day,
            RUN,
            counted=run.counted if known else ABSENT,
            of=run.of if known else ABSENT,
            covered_hours=run.covered_hours if known else ABSENT,
            wanted_hours=run.wanted_hours if known else ABSENT,
        )
    flat = check_month(book, found, name, runs, row)
    basis = basis_of_position(book, position)
    check_basis(found, name, row, basis)
    leaving = position["performance"]["fees"]["estimated_exit"]
    found.figure(name, "fees_estimated_exit", row, leaving, "performance.fees.estimated_exit")
    eaten = eaten_by(position, runs["7d"], book.hedge(position))
    found.figure(name, "eaten_by_basis", row, eaten, EATEN)
    in_sd = eaten / basis.daily_sd if eaten is not None and basis.daily_sd else None
    shown, slack = at(row, "eaten_by_basis.in_daily_sd"), (in_sd or 0) * RELATIVE
    found.number(name, "eaten_by_basis.in_daily_sd", shown, in_sd, "÷ daily sd of the basis", slack)
    state = state_of(runs, flat)
    found.same(name, "state", row["state"], state, STATE)
    return state


def check_month(book, found, name, runs, row):
    """Compares what rests on the periods of 30 days; returns whether the run of 7 days is flat."""
    series = runs["30d"].series
    if series is None:
        found.figure(name, "worst_week", row, None, WORST)
        return False
    value, counted, of, independent, _, hours = worst_week(series)
    found.figure(name, "worst_week", row, value, WORST, counted=counted, of=of)
    if value is not None:
        found.number(name, "worst_week.covered_hours", at(row, "worst_week.covered_hours"), hours, WORST)
        found.number(name, "worst_week.independent", at(row, "worst_week.independent"), independent, WORST)
    bound = "at_most" if value is not None and counted < of else ABSENT
    found.same(name, "worst_week.bound", at(row, "worst_week.bound"), bound, "a window is not wholly known")
    sure = uncertainty_of(series.values, series.clock.period)
    a_day = DAY / (ZERO + series.clock.period)
    for window, run in runs.items():
        periods = -(-HOURS[window] * HOUR // series.clock.period)
        if run.per_day is not None:
            check_se(found, name, f"run_{window}", row, sure, periods, a_day)
    week = runs["7d"].per_day
    se = None if sure is None else sure.se(-(-168 * HOUR // series.clock.period)) * a_day
    check_persistence(found, name, row, series)
    return week is not None and se is not None and abs(readable(week)) <= se


def check_persistence(found, name, row, series):
    """Compares γ_1 ÷ γ_0 of the 30 sums of 24 h, and the share of them above zero."""
    days = -(-DAY // series.clock.period)
    sums = []
    for back in range(0, series.clock.count - days + 1, days):
        window = series.clock.within(24, back)
        total, whole = series.total(window)
        sums.append(total if whole == len(window) else None)
    sums = sums[:30]
    known = [it for it in sums if it is not None]
    is_known = len(known) >= LEAST_DAYS
    formula = "of the 30 sums of 24 h that end at E"
    persistence = persistence_of(sums) if is_known else None
    found.figure(name, "persistence", row, persistence, formula, RELATIVE)
    share = sum(it > 0 for it in known) * HUNDRED / len(known) if is_known else None
    found.figure(name, "days_above_zero", row, share, formula, counted=len(known), of=len(sums))


def check_totals(book, found, totals):
    """Compares the sums of each window."""
    for window in HOURS:
        own = Sum(book.open, lambda it, window=window: book.run(it, window).per_day)
        found.sum("", f"run_{window}", totals, own, "Σ run")
    own = Sum(book.open, lambda it: parts_of(it)["fees_estimated_exit"])
    found.sum("", "fees_estimated_exit", totals, own, "Σ estimated_exit where net_pnl is known")
