"""carry status."""

from checks.left_out import check_left_out
from differences import ABSENT, Differences, at
from exact import ZERO, median
from figures.apr import apr_of
from figures.clock import clock_of, series_of
from figures.holding import held_legs, larger_notional, sign_of
from figures.reasons import FIGURES, REASONS, reasons_of
from figures.run import paid
from figures.totals import Sum, figures_of
from figures.uncertainty import check_se, uncertainty_of
from times import DAY

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
    check_runs(book, found, answer["totals"]["funding_run"])
    check_now(book, found, answer["totals"])
    check_reasons(book, found, answer)
    return found


def check_now(book, found, totals):
    """Compares the run of the book, its now APR and how sure it is, where json has them."""
    known = [it for it in book.open if book.run(it, "7d").per_day is not None]
    sizes = [larger_notional(it) for it in known]
    if None in sizes or not any(sizes):
        return
    run = sum((book.run(it, "7d").per_day for it in known), ZERO)
    apr = run * 36500 / sum(sizes, ZERO)
    for name in ("now_apr_7d", "now_apr"):
        if at(totals, name) is not ABSENT:
            formula = "Σ run(7d) × 365 ÷ Σ N × 100"
            found.figure("", name, totals, apr, formula, counted=len(known), of=len(book.open))
    holder = at(totals, "funding_run.run_7d")
    if at(holder, "per_day.se") is not ABSENT:
        sure, clock = book_sureness(book, known)
        periods = -(-7 * DAY // clock.period)
        check_se(found, "funding_run.run_7d", "per_day", holder, sure, periods, DAY / (ZERO + clock.period))


def check_totals(book, found, name, totals, positions):
    """Compares the sums over some positions, and their APR."""
    own = {it["position_id"]: figures_of(it, book.hedge(it)) for it in positions}
    for figure, formula in FORMULAS.items():
        value_of = lambda it, figure=figure: own[it["position_id"]][figure]
        found.sum(name, figure, totals, Sum(positions, value_of), formula)
    check_left_out(found, name, totals, positions)
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
        if at(holder, f"{name}.per_day") is not ABSENT:
            paid = [it for it in runs if it.per_day is not None]
            a_day = sum((it.per_day for it in paid), ZERO) if paid else None
            found.figure("funding_run", f"{name}.per_day", holder, a_day, "Σ run", counted=len(paid))


def check_hours(found, name, figure, hours):
    """Compares the hours that a total covers: the median and the least of its positions."""
    if not hours:
        return
    least = at(figure, "covered_hours_least")
    if least is ABSENT:
        covered = at(figure, "covered_hours")
        found.number("funding_run", f"{name}.covered_hours", covered, min(hours), "least hours")
        return
    found.number("funding_run", f"{name}.covered_hours_least", least, min(hours), "least hours")
    covered = at(figure, "covered_hours")
    found.number("funding_run", f"{name}.covered_hours", covered, median(hours), "median hours")


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
    for item in answer["fees_not_earned"]:
        position = next(it for it in book.open if it["position_id"] == item["position_id"])
        week = book.run(position, "7d").per_day
        days = -position["performance"]["net_pnl"] / week if week else None
        printed = item.get("days", item.get("days_to_go", ABSENT))
        found.number(position["asset"], "fees_not_earned", printed, days, "−net ÷ run(7d)")




def book_sureness(book, positions):
    """How sure the run of the book is: of the sums of its positions, on one clock of 30 days."""
    legs = [leg for it in positions for leg in held_legs(it)]
    markets = [book.market(leg["market_id"]) for leg in legs]
    clock = clock_of(markets, 720, book.now)
    weights = [-sign_of(leg) * leg["quantity"] for leg in legs]
    series = series_of(clock, list(zip(markets, weights)), paid)
    return uncertainty_of(series.values, clock.period), clock
