"""carry positions get --figures: the break-even at three paces, and the basis of what is held."""

from checks.basis import basis_of_position, check_basis
from differences import ABSENT, Differences, at
from exact import is_cents
from figures.reasons import readable
from figures.run import HOURS, run_of, worst_week

MOST = 10
FORMULA = "−net PnL ÷ what the pace pays a day"


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
        full = book.wire.whole(position["position_id"])
        check_figures(book, found, full, figures)
    return found


def check_figures(book, found, position, figures):
    """Compares what carry adds to one position."""
    name, net = f"{position['asset']} {position['position_id'][:8]}", position["performance"]["net_pnl"]
    check_basis(found, name, figures, basis_of_position(book, position))
    runs = [run_of(position, book.market, HOURS[it], book.now) for it in ("24h", "7d", "30d")]
    day, week, month = (it.per_day for it in runs)
    shown, worst, is_bound = at(figures, "break_even"), None, False
    if runs[-1].series is not None:
        value, counted, of, *_ = worst_week(runs[-1].series)
        worst, is_bound = None if value is None else value / 7, counted < of
    kind = kind_of(net, day if week is None else week)
    found.same(f"{name} break-even", "kind", shown["kind"], kind, "net PnL and run(7d), else run(24h)")
    for field, pace, bounded in (
        ("at_7d", week, False),
        ("at_30d", month, False),
        ("at_worst_week", worst, is_bound),
    ):
        days, never, bound = break_even(net, pace, bounded)
        details = {"bound": bound or ABSENT}
        found.figure(f"{name} break-even", field, shown, days, FORMULA, **details)
        printed = (at(shown, f"{field}.never"), at(shown, f"{field}.bound"))
        found.same(f"{name} break-even", f"{field}.never", printed, (never, bound or ABSENT), FORMULA)


def kind_of(net, pace):
    """What a net PnL comes to at a pace."""
    if net is None:
        return None
    is_up = pace is not None and is_cents(pace) and pace > 0
    if is_cents(net) and net < 0:
        return None if pace is None else "in" if is_up else "never"
    is_down = pace is not None and is_cents(pace) and pace < 0
    return "back" if is_down else "past"


def break_even(net, pace, is_bound):
    """(days, never, bound) of a net PnL at a pace, which is at most as given if it is a bound."""
    if net is None or pace is None:
        return None, None, None
    is_loss, pays = is_cents(net) and net < 0, readable(pace)
    if is_loss and pays <= 0:
        return None, True, None
    if not is_loss and pays >= 0:
        return None, None if is_bound else True, None
    bound = ("at_least" if is_loss else "at_most") if is_bound else None
    return abs(net / pace), False, bound
