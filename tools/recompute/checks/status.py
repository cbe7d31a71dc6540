"""carry status."""

from checks.left_out import check_left_out
from differences import ABSENT, Differences, at
from exact import ZERO, median
from figures.apr import apr_of
from figures.clock import clock_of, series_of
from figures.holding import held_legs, is_negative, larger_notional, sign_of
from figures.reasons import FIGURES, PAYING, REASONS, readable, reasons_of
from figures.run import HOURS, paid
from figures.totals import Sum, figures_of
from figures.uncertainty import check_se, uncertainty_of
from times import DAY, HOUR

FORMULAS = {
    "gross_notional": "Σ q × m",
    "net_notional": "Σ sign × q × m",
    "unhedged_notional": "Σ |net quantity × mean mark of the larger side|",
    "funding_pnl": "Σ funding_pnl of the positions with a net PnL",
    "fees": "Σ fees.paid + fees.estimated_exit",
    "fees_paid": "Σ fees.paid",
    "fees_estimated_exit": "Σ fees.estimated_exit",
    "spread_pnl": "Σ spread_pnl.realized + spread_pnl.unrealized",
    "net_pnl": "Σ net_pnl",
}
APR = "Σ net × 36500 ÷ Σ (capital × days)"
SETTLED = "Σ −sign × q × m_e × r_e since the opening"


def check(book):
    """Compares totals and reasons."""
    answer = book.program.json("status")
    found = Differences("status")
    found.number("", "open_positions", answer["open_positions"], len(book.open), "open positions")
    check_totals(book, found, "", answer["totals"], book.open)
    check_left_out(found, "", answer["totals"], book.open)
    check_runs(book, found, answer["totals"]["funding_run"])
    check_now(book, found, answer["totals"]["now"])
    check_reasons(book, found, answer)
    return found


def check_now(book, found, now):
    """Compares the run of the book over each window, and its APR."""
    for window in ("24h", "7d", "30d"):
        name, runs = f"run_{window}", [book.run(it, window) for it in book.open]
        known = [it for it in runs if it.per_day is not None]
        total = sum((it.per_day for it in known), ZERO) if known else None
        counts = {"counted": len(known), "of": len(runs)}
        found.figure("now", name, now, total, "Σ run", **counts)
        check_hours(found, f"now.{name}", at(now, name), [it.covered_hours for it in known])
        book_se(book, found, name, now, window, known_runs(book, window))
    known = [it for it in known_runs(book, "7d") if size_of(it) is not None]
    whole = sum(map(size_of, known), ZERO)
    run = sum((book.run(it, "7d").per_day for it in known), ZERO)
    apr = run * 36500 / whole if whole else None
    details = {"counted": len(known), "of": len(book.open), "notional": whole or None}
    found.figure("now", "now_apr", now, apr, "Σ run(7d) × 365 ÷ Σ N × 100", **details)
    if whole:
        book_se(book, found, "now_apr", now, "7d", known, ZERO + 36500 / whole)


def known_runs(book, window):
    """Open positions with a run."""
    return [it for it in book.open if book.run(it, window).per_day is not None]


def size_of(position):
    """N; None if it is unknown."""
    return None if is_negative(position) else larger_notional(position)


def sureness_of(book, window, positions):
    """(how sure, periods of a window, per day) of the run of some positions together."""
    legs = [leg for it in positions for leg in held_legs(it)]
    markets = [book.market(leg["market_id"]) for leg in legs]
    clock = clock_of(markets, 720, book.now)
    weights = [-sign_of(leg) * leg["quantity"] for leg in legs]
    series = series_of(clock, list(zip(markets, weights)), paid)
    sure = uncertainty_of(series.values, clock.period)
    return sure, -(-HOURS[window] * HOUR // clock.period), DAY / (ZERO + clock.period)


def book_se(book, found, name, holder, window, positions, factor=1):
    """Compares how sure the run of some positions together is."""
    if positions:
        sure, periods, a_day = sureness_of(book, window, positions)
        check_se(found, "now", name, holder, sure, periods, a_day * factor)


def book_reason(book):
    """The reason of the book as a whole; None without one."""
    known = known_runs(book, "7d")
    sizes = [size_of(it) for it in book.open]
    whole = None if None in sizes else sum(sizes, ZERO)
    part = sum((size_of(it) for it in known), ZERO)
    if not book.open or whole is None or part * 100 < whole * 90:
        return "funding_unknown" if book.open else None
    run = sum((book.run(it, "7d").per_day for it in known), ZERO)
    sure, periods, a_day = sureness_of(book, "7d", known) if known else (None, 1, ZERO)
    limit = PAYING * part if sure is None else sure.se(periods) * a_day
    return "book_paying" if readable(run) < 0 and run < -limit else None


def check_totals(book, found, name, totals, positions):
    """Compares the sums over some positions, and their APR."""
    own = {it["position_id"]: figures_of(it, book.hedge(it)) for it in positions}
    for figure, formula in FORMULAS.items():
        value_of = lambda it, figure=figure: own[it["position_id"]][figure]
        found.sum(name, figure, totals, Sum(positions, value_of), formula)
    apr = apr_of(positions)
    found.figure(name, "apr", totals, apr.value, APR, counted=apr.counted)
    base = at(totals, "apr.base")
    found.same(name, "apr.base", base, "service_capital", "what it is a percentage of")
    capital = at(totals, "apr.capital")
    found.number(name, "apr.capital", capital, apr.capital, "Σ capital × days ÷ days")
    found.number(name, "apr.estimated", at(totals, "apr.estimated"), apr.estimated, "estimated")


def check_runs(book, found, shown):
    """Compares what was settled since each opening, and the runs."""
    for window in ("24h", "7d", "30d"):
        runs = [book.run(it, window) for it in book.open]
        name, holder = f"run_{window}", shown
        known = [it for it in runs if it.settled is not None]
        total = sum((it.settled for it in known), ZERO) if known else None
        found.figure("funding_run", name, holder, total, SETTLED, counted=len(known), of=len(runs))
        younger = sum(it.is_younger for it in known)
        printed = at(holder, f"{name}.younger")
        found.number("funding_run", f"{name}.younger", printed, younger, "opened in it")
        hours = [it.settled_hours for it in known]
        check_hours(found, name, at(holder, name), hours)


def check_hours(found, name, figure, hours):
    """Compares the hours that a total covers: the median and the least of its positions."""
    if not hours:
        return
    least, covered = at(figure, "covered_hours_least"), at(figure, "covered_hours")
    found.number("", f"{name}.covered_hours_least", least, min(hours), "least hours")
    found.number("", f"{name}.covered_hours", covered, median(hours), "median hours")


def check_reasons(book, found, answer):
    """Compares what needs attention, and what cannot be judged, for each position."""
    shown = {}
    for part in ("attention", "not_judged"):
        for item in answer[part]:
            reasons = shown.setdefault(item["position_id"], {})
            reasons |= {reason["code"]: reason for reason in item["reasons"]}
    for position in book.open:
        name = f"{position['asset']} {position['position_id'][:8]}"
        own = reasons_of(book, position)
        told = shown.get(position["position_id"], {})
        found.same(name, "reasons", sorted(told), sorted(own), "the limits of status")
        for code, value in own.items():
            if code in told and code in FIGURES and code in REASONS:
                printed = at(told[code], FIGURES[code])
                found.number(name, f"{code}.{FIGURES[code]}", printed, value, "the figure of the reason")
    reason = book_reason(book)
    told = shown.get(None, {})
    found.same("all together", "reasons", list(told), [reason] if reason else [], "run(7d) of the book")
    if reason is not None:
        known = known_runs(book, "7d")
        run = sum((book.run(it, "7d").per_day for it in known), ZERO) if known else None
        counts = {"counted": len(known), "of": len(book.open)}
        found.figure("all together", "funding_run", told.get(reason, {}), run, "Σ run(7d)", **counts)
    for item in answer["fees_not_earned"]:
        position = next(it for it in book.open if it["position_id"] == item["position_id"])
        week = book.run(position, "7d").per_day
        days = -position["performance"]["net_pnl"] / week if week else None
        printed = item.get("days", item.get("days_to_go", ABSENT))
        found.number(position["asset"], "fees_not_earned", printed, days, "−net ÷ run(7d)")
