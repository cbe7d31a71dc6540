"""What may be said of why a figure of a position is unknown."""

from figures.ahead import ahead_of
from figures.next_week import enters

LEAST_SETTLEMENTS = 3
"""Of a leg, for an annual rate."""


def whys_of(known):
    """The words for what a position lacks."""
    book, position, legs, run = known.book, known.position, known.legs, known.runs
    missing = lambda leg, name: leg[name] is None and name not in leg["doubted"]
    found = {
        "implausible": book.is_implausible(position),
        "quantity_negative": not known.is_countable,
        "closed": position["status"] == "closed",
        "legs_missing": not legs,
        "side_missing": bool(legs) and len({leg["side"] for leg in legs}) < 2,
        "mark_missing": any(missing(leg, "mark_price") for leg in legs),
        "mark_stale": known.unsure,
        "price_missing": any(missing(leg, "open_price") for leg in legs),
        "no_leverage": any(missing(leg, "leverage") for leg in legs),
        "past": any(it.why == "past" for _, it in known.margins),
        "not_reachable": any(not it.can_reach for _, it in known.margins),
        "too_few_instants": bool(legs),
        "market_unknown": any(leg["market_id"] is None for leg in legs),
        "funding_unknown": any(it.pays is None for it in known.coming),
        "events_missing": any(it.unknown == "events_missing" for it in run),
        "events_conflicting": any(it.unknown == "events_conflicting" for it in run),
        "too_few_settlements": any(it.fewest < LEAST_SETTLEMENTS for it in run),
        "capital_unknown": None not in (position["performance"][it] for it in ("net_pnl", "apr")),
        "apr_missing": position["performance"]["apr"] is None,
        "performance_missing": None in (position["performance"][it] for it in ("net_pnl", "apr")),
    }
    ahead = ahead_of(book)
    series = ahead.series(position)
    found["few_pairs"] = ahead.pool is None or ahead.q is None
    found["events_missing"] |= series is not None and not enters(series, 30)
    return {name for name, is_so in found.items() if is_so}
