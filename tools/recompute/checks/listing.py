"""carry positions list: records as sent, and the figures beside them."""

from decimal import Decimal

from differences import Differences, at
from exact import ZERO
from figures.holding import held_legs, is_negative, larger_notional
from figures.run import HOURS, run_of
from figures.totals import about_gross, exposure_of
from times import DAY, instant

COLUMNS = {
    "age_days": "opened_at to closed_at or now, in days",
    "long_quantity": "Σ held quantity × multiple of the longs",
    "short_quantity": "Σ held quantity × multiple of the shorts",
    "size": "N",
    "gross_notional": "Σ q × m",
    "net_notional": "Σ sign × q × m",
    "imbalance": "|net| ÷ larger side × 100",
    "unhedged": "net quantity × mean mark of the larger side",
    "performance.fees": "paid + estimated_exit",
    "performance.spread_pnl": "realized + unrealized",
    "funding_24h": "settled over whole periods since the opening",
    "funding_7d": "settled over whole periods since the opening",
    "funding_30d": "settled over whole periods since the opening",
    "now_apr": "run(7d) × 365 ÷ N × 100",
}
LEAST_SETTLEMENTS = 3
CLOCK = Decimal("0.0005")
"""The time that commands take, in days."""


def check(book):
    """Compares what is sent and what is worked out, of the listing as it is."""
    sent = book.program.json("positions", "list", "--performance")
    found = Differences("positions list --performance")
    found.number("", "positions", len(sent), len(book.listed), "all pages")
    shown = {it["position_id"]: it for it in sent}
    for position in book.wire.listing():
        name, record = name_of(position), shown.get(position["position_id"], {})
        for path in ("performance.net_pnl", "performance.apr", "performance.funding_pnl"):
            found.number(name, path, at(record, path), at(position, path), "as sent", 0)
    columns = ",".join(["position_id", *COLUMNS])
    rows = book.program.rows("positions", "list", "--performance", "--columns", columns)
    cells = {row["position_id"]: row for row in rows}
    for position in book.listed:
        check_row(book, found, position, cells.get(position["position_id"], {}))
    return found


def name_of(position):
    """Asset and beginning of the id."""
    return f"{position['asset']} {position['position_id'][:8]}"


def check_row(book, found, position, row):
    """Compares the figures of one position as listed."""
    for column, value in figures_of(book, position).items():
        slack = CLOCK if column == "age_days" else 0
        found.number(name_of(position), column, row.get(column) or None, value, COLUMNS[column], slack)


def figures_of(book, position):
    """The figures by the names of their columns."""
    hedge, sent = book.hedge(position), position["performance"]
    net = exposure_of(position)[1]
    closed = position["closed_at"]
    age = instant(closed) if closed else book.now
    runs = {it: run_of(position, book.market, hours, book.now) for it, hours in HOURS.items()}
    return {
        "age_days": days(age - instant(position["opened_at"])),
        "long_quantity": hedge.long,
        "short_quantity": hedge.short,
        "size": None if is_negative(position) else larger_notional(position),
        "gross_notional": about_gross(position) if position["legs"] else None,
        "net_notional": net,
        "imbalance": hedge.imbalance,
        "unhedged": hedge.unhedged,
        "performance.fees": sent["fees"]["paid"] + sent["fees"]["estimated_exit"],
        "performance.spread_pnl": sent["spread_pnl"]["realized"] + sent["spread_pnl"]["unrealized"],
        "funding_24h": runs["24h"].settled,
        "funding_7d": runs["7d"].settled,
        "funding_30d": runs["30d"].settled,
        "now_apr": now_apr(position, runs["7d"]),
    }


def days(time):
    """Milliseconds as days."""
    return ZERO + time / (ZERO + DAY)


def now_apr(position, week):
    """run(7d) × 365 ÷ N × 100; None when a leg settled fewer than three times."""
    size = larger_notional(position)
    if week.per_day is None or not size or week.fewest < LEAST_SETTLEMENTS or not held_legs(position):
        return None
    return week.per_day * 36500 / size
