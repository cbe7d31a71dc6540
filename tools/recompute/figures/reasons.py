"""Why a position needs attention, and what cannot be told of it."""

from figures.causes import IMBALANCE, LOSS, PAYING, agree, readable
from figures.holding import held_legs, is_negative, larger_notional
from figures.margin import is_thin, margin_of
from times import DAY, HOUR

OLD = HOUR


def reasons_of(book, position):
    """Codes with the figure that each tells; None where there is none to compare."""
    found = {}
    hold(book, position, found)
    margins(book, position, found)
    paying(book, position, found)
    losing(book, position, found)
    freshness(book, position, found)
    if book.is_implausible(position):
        found["implausible"] = None
    return found


def hold(book, position, found):
    """What is held on both sides."""
    if is_negative(position):
        found["quantity_negative"] = None
        return
    if not held_legs(position):
        found["legs_missing"] = None
        return
    imbalance = book.hedge(position).imbalance
    if imbalance is not None and imbalance > IMBALANCE and not agree(book, position):
        found["unbalanced"] = imbalance


def margins(book, position, found):
    """Thin margins, and those that cannot be judged."""
    if is_negative(position):
        return
    each = [margin_of(book, leg) for leg in held_legs(position)]
    thin = [it.away for it in each if is_thin(it) is True]
    if thin:
        found["margin_thin"] = min(thin)
    if any(it.why in ("past", "price", "mark_old", "mark_undated") for it in each):
        found["margin_unknown"] = None


def paying(book, position, found):
    """Funding of the day below the limit."""
    if not held_legs(position) or is_negative(position):
        return
    day, size = book.run(position, "24h"), larger_notional(position)
    if day.settled is None:
        found[why_unknown(day)] = None
    elif size is not None:
        a_day = readable(day.settled) * DAY / (day.settled_hours * HOUR).__round__()
        if a_day < -PAYING * size:
            found["paying"] = day.settled


def why_unknown(run):
    """The code of a run that is not known."""
    if run.unknown == "market_unknown":
        return "market_unknown"
    if run.series is not None and run.settled_wanted is None:
        return "not_settled"
    return "funding_unknown"


def losing(book, position, found):
    """Losses, and fees that funding does not earn."""
    sent, size = position["performance"], larger_notional(position)
    if sent["net_pnl"] is None:
        if (None, "net_pnl") not in position["implausible"]:
            found["net_pnl_unavailable"] = None
        return
    if abs(book.performance_age(position)) > OLD or size is None:
        return
    before = sent["funding_pnl"] + sent["spread_pnl"]["realized"] + sent["spread_pnl"]["unrealized"]
    if readable(before) < -LOSS * size:
        found["losing"] = before
    elif readable(sent["net_pnl"]) < 0:
        week = book.run(position, "7d")
        if week.per_day is None:
            if held_legs(position) and not is_negative(position):
                found["market_unknown" if week.unknown == "market_unknown" else "funding_unknown"] = None
        elif readable(week.per_day) <= 0:
            found["fees_unearned"] = week.per_day


def freshness(book, position, found):
    """Marks and performances that are missing or old."""
    missing = [leg for leg in held_legs(position) if leg["mark_price"] is None]
    if any((position["legs"].index(leg), "mark_price") not in position["implausible"] for leg in missing):
        found["mark_missing"] = None
    if book.rests_on_stale(position):
        found["mark_stale"] = None
    if abs(book.performance_age(position)) > OLD:
        found["performance_stale"] = None


REASONS = {
    *("unbalanced", "margin_thin", "losing", "paying", "fees_unearned", "legs_missing"),
    *("quantity_negative", "mark_missing", "net_pnl_unavailable"),
    *("performance_stale", "mark_stale"),
}
"""Codes that need attention; the others cannot be judged."""
FIGURES = {"unbalanced": "imbalance", "losing": "amount", "paying": "funding", "fees_unearned": "per_day"}
"""The figure of a reason by its name in json."""
