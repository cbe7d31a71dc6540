"""carry positions get --figures: the break-even at three paces, and the basis of what is held."""

from decimal import Decimal

from checks.basis import basis_of_position, check_basis
from checks.risk import margin_notional
from differences import ABSENT, Differences, at
from exact import HUNDRED, is_cents, total
from figures.holding import held_legs
from figures.run import worst_week

MOST = 6
FORMULA = "−net PnL ÷ what the pace pays a day"
SLACK = Decimal("1e-6")


def check(book):
    """Compares some positions in full."""
    found = Differences("positions get --figures")
    for position in book.open[:MOST]:
        answer = book.program.json(
            *("positions", "get", position["position_id"], "--performance", "--figures"), codes=(0, 2)
        )
        figures = at(answer or {}, "figures")
        if figures is ABSENT:
            found.add(position["asset"], "figures", ABSENT, "an object", "json of get --figures")
            continue
        full = position | {"legs": book.wire.detail(position["position_id"])["legs"]}
        check_figures(book, found, full, figures)
    return found


def check_figures(book, found, position, figures):
    """Compares what carry adds to one position."""
    name = f"{position['asset']} {position['position_id'][:8]}"
    hedge, net = book.hedge(position), position["performance"]["net_pnl"]
    for field, value in (("imbalance", hedge.imbalance), ("unhedged", hedge.unhedged)):
        if field in figures:
            found.figure(name, field, figures, value, "held legs, in the smallest contract")
    check_basis(found, name, figures, basis_of_position(book, position))
    if "return_on_margin" in figures:
        margin = total(margin_notional(position, leg) for leg in held_legs(position))
        value = None if net is None or not margin else net * HUNDRED / margin
        found.figure(name, "return_on_margin", figures, value, "net PnL ÷ margin × 100")
    shown = at(figures, "break_even")
    if isinstance(shown, dict) and net is not None and net < 0 and is_cents(net):
        for field, pace in paces_of(book, position).items():
            if field in shown and pace is not None and pace > 0 and is_cents(pace):
                days = -net / pace
                found.figure(f"{name} break-even", field, shown, days, FORMULA, days * SLACK)


def paces_of(book, position):
    """What is paid a day at each pace, by the names that json may have."""
    week, month = (book.run(position, it) for it in ("7d", "30d"))
    worst = None
    if month.series is not None:
        total_of_week = worst_week(month.series)[0]
        worst = None if total_of_week is None else total_of_week / 7
    names = {"run_7d": week.per_day, "run_30d": month.per_day, "worst_week": worst}
    days = {f"days_{name}": pace for name, pace in names.items()}
    return names | days | {"days": week.per_day}
