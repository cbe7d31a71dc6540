"""What is in no sum, in money."""

from differences import ABSENT, at
from exact import HUNDRED, ZERO, total
from figures.totals import about_gross


def check_left_out(found, row, holder, positions):
    """Compares the levels of the positions that are in no net PnL."""
    shown = at(holder, "left_out")
    apart = [it for it in positions if it["performance"]["net_pnl"] is None]
    found.same(row, "left_out", shown is not ABSENT, bool(apart), "positions without a net PnL")
    if not apart or shown is ABSENT:
        return
    sent = [it["performance"] for it in apart]
    amounts = {
        "realized": [it["spread_pnl"]["realized"] for it in sent],
        "funding_pnl": [it["funding_pnl"] for it in sent],
        "fees": [it["fees"]["paid"] + it["fees"]["estimated_exit"] for it in sent],
    }
    compare_left_out(found, row, shown, amounts, apart, positions)


def compare_left_out(found, row, shown, amounts, apart, positions):
    """Compares amounts of positions that are apart from others, and their share of the gross notional."""
    name, formula = f"{row} left out", "Σ over the positions in no sum"
    found.number(name, "positions", shown["positions"], len(apart), formula)
    for field, values in amounts.items():
        counts = {"counted": len(values), "of": len(values)}
        found.figure(name, field, shown, sum(values, ZERO), formula, **counts)
    whole, share = total(map(about_gross, positions)), total(map(about_gross, apart))
    share = share * HUNDRED / whole if whole and share is not None else None
    found.number(name, "gross_share", shown["gross_share"], share, "gross ÷ gross of all × 100")
