"""What is in no sum, in money, wherever json has `left_out`."""

from differences import at
from exact import HUNDRED, ZERO, total
from figures.totals import about_gross

FORMULA = "Σ over the positions without a net PnL"


def check_left_out(found, row, holder, positions):
    """Compares the levels of the positions that are in no net PnL."""
    shown = at(holder, "left_out")
    if not isinstance(shown, dict):
        return
    apart = [it for it in positions if it["performance"]["net_pnl"] is None]
    sent = [it["performance"] for it in apart]
    whole, share = total(map(about_gross, positions)), total(map(about_gross, apart))
    fees = sum((it["fees"]["paid"] + it["fees"]["estimated_exit"] for it in sent), ZERO)
    own = {
        "positions": len(apart),
        "counted": len(apart),
        "realized": sum((it["spread_pnl"]["realized"] for it in sent), ZERO),
        "spread_realized": sum((it["spread_pnl"]["realized"] for it in sent), ZERO),
        "funding": sum((it["funding_pnl"] for it in sent), ZERO),
        "funding_pnl": sum((it["funding_pnl"] for it in sent), ZERO),
        "fees": fees,
        "gross_share": share * HUNDRED / whole if whole and share is not None else None,
    }
    for name, value in own.items():
        if name in shown:
            found.figure(f"{row} left out", name, shown, value, FORMULA)
