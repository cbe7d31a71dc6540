"""Sums over positions: the parts of one sum are over the same positions."""

from exact import HUNDRED, ZERO, total
from figures.holding import about, at_mark, sign_of

PARTS = ("funding_pnl", "fees", "fees_paid", "fees_estimated_exit", "spread_pnl", "net_pnl")


def parts_of(position):
    """The net PnL and its parts; all None without a net PnL."""
    sent = position["performance"]
    if sent["net_pnl"] is None:
        return dict.fromkeys(PARTS)
    fees, spread = sent["fees"], sent["spread_pnl"]
    return {
        "funding_pnl": sent["funding_pnl"],
        "fees": fees["paid"] + fees["estimated_exit"],
        "fees_paid": fees["paid"],
        "fees_estimated_exit": fees["estimated_exit"],
        "spread_pnl": spread["realized"] + spread["unrealized"],
        "net_pnl": sent["net_pnl"],
    }


def exposure_of(position):
    """Gross and net notional at mark."""
    worth = [(sign_of(leg), at_mark(position, leg)) for leg in position["legs"]]
    gross = total(it for _, it in worth)
    net = None if gross is None else sum((sign * it for sign, it in worth), ZERO)
    return gross, net


def about_gross(position):
    """Gross notional with the open price for a missing mark."""
    return total(about(position, leg) for leg in position["legs"])


class Sum:
    """A sum over the positions that have a figure."""

    def __init__(self, items, value_of, gross_of=about_gross):
        known = [(value_of(it), it) for it in items]
        counted = [(value, it) for value, it in known if value is not None]
        self.items = [it for _, it in counted]
        self.counted, self.of = len(counted), len(known)
        self.value = sum((value for value, _ in counted), ZERO) if counted else None
        share = total(gross_of(it) for _, it in counted)
        whole = total(gross_of(it) for _, it in known)
        self.share = None
        if counted and whole and share is not None:
            self.share = share * HUNDRED / whole


def figures_of(position, hedge):
    """All figures of a position that are summed."""
    net = exposure_of(position)[1]
    unhedged = hedge.unhedged
    return {
        "gross_notional": about_gross(position) if position["legs"] else None,
        "net_notional": net,
        "unhedged_notional": None if unhedged is None else abs(unhedged),
    } | parts_of(position)
