"""Why a position needs attention: each cause with what it is worth."""

from decimal import Decimal

from exact import HUNDRED, ZERO, is_cents
from figures.holding import held_legs
from figures.totals import exposure_of

IMBALANCE = Decimal(2)
LOSS, PAYING = Decimal("0.001"), Decimal("0.0001")
SEVERITIES = {
    "critical": ("unhedged", "margin_thin", "legs_missing", "quantity_negative"),
    "warning": ("costs_funding", "imbalance", "losing", "fees_unearned"),
    "unknown": (
        *("mark_missing", "mark_stale", "market_unknown", "events_missing"),
        *("performance_missing", "performance_stale", "implausible"),
    ),
}


def readable(value):
    """0 for an amount that reads 0.00."""
    return value if is_cents(value) else ZERO


def agree(book, position):
    """Whether the notionals agree within the limit, on fresh marks."""
    if not all(book.is_fresh(leg) for leg in held_legs(position)):
        return False
    gross, net = exposure_of(position)
    larger = (gross + abs(net)) / 2
    return larger != 0 and abs(net) * HUNDRED <= IMBALANCE * larger


def causes_of(known):
    """The causes of a position by name: what they are worth, or None; a closed one has none."""
    if known.position["status"] == "closed":
        return {}
    found, own = of_data(known), {name: it.value for name, it in known.figures.items()}
    if not known.is_countable:
        return found | {"quantity_negative": own["gross_notional"]}
    if known.legs:
        return found | of_hedge(known, own) | of_earnings(known, own)
    return found | {"legs_missing": ZERO}


def of_hedge(known, own):
    """What can hurt today, and sides that differ."""
    found, apart = {}, own["gross_notional"] if own["unhedged"] is None else abs(own["unhedged"])
    if len({leg["side"] for leg in known.legs}) < 2:
        found["unhedged"] = apart
    elif own["imbalance"] > IMBALANCE and not agree(known.book, known.position):
        found["imbalance"] = apart
    if known.thin():
        found["margin_thin"] = sum(it["notional"].value for it in known.thin())
    return found


def of_earnings(known, own):
    """What costs money."""
    found, run, size, net = {}, own["run_7d"], own["size"], own["net_pnl"]
    if size is None:
        return found
    if run is not None and readable(run) < -PAYING * size:
        found["costs_funding"] = abs(run)
    if known.is_old() or net is None:
        return found
    before = own["funding_pnl"] + own["spread_pnl"]
    if readable(before) < -LOSS * size:
        found["losing"] = abs(before)
    elif readable(net) < 0 and run is not None and readable(run) <= 0:
        found["fees_unearned"] = abs(net)
    return found


def of_data(known):
    """What is not known."""
    book, position, legs = known.book, known.position, known.legs
    doubts, net = position["implausible"], position["performance"]["net_pnl"]
    nameless = any(leg["market_id"] is None for leg in legs)
    lacks = {
        "mark_missing": any(it["mark_price"] is None and "mark_price" not in it["doubted"] for it in legs),
        "mark_stale": any(book.is_stale(leg) for leg in legs),
        "market_unknown": known.is_countable and nameless,
        "events_missing": known.is_countable
        and bool(legs)
        and not nameless
        and known.figures["run_7d"].value is None,
        "implausible": book.is_implausible(position),
        "performance_missing": net is None and (None, "net_pnl") not in doubts,
        "performance_stale": known.is_old(),
    }
    return {name: known.figures["gross_notional"].value for name, is_so in lacks.items() if is_so}


def place_of(cause, worth):
    """What the order of causes goes by: severity, what costs every day, what it is worth."""
    severity = next(n for n, names in enumerate(SEVERITIES.values()) if cause in names)
    return severity, cause != "costs_funding", -(worth or ZERO)


def severity_of(cause):
    """The severity of a cause; None without one."""
    return next((it for it, names in SEVERITIES.items() if cause in names), None)
