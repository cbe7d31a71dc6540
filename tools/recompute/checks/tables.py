"""The money in tables, against the json of the same command, which the other checks recompute."""

from differences import Differences, at, plain
from tables import reads_as, rows_of

FORMULA = "the figure of json, to the last digit of the table; fees are below zero"
FEES = ("fees_paid", "fees_estimated_exit")
RUNS = {"24h/d": "run_24h", "7d/d": "run_7d"}
NET = {"net": "net_pnl", "price": "spread_pnl"}
EXIT = {"exit": "fees_estimated_exit"}
PARTS = {**NET, **EXIT, "funding": "funding_pnl", "fees": "fees_paid"}
HELD = {"gross": "gross_notional", "net notional": "net_notional"}
COMMANDS = {
    "list --view now": {"size": "size", **RUNS, **NET, **EXIT, "%/yr": "rate_7d", "away": "away"},
    "list --view pnl --status all": {**PARTS, "APR": "apr"},
    "list --view funding": {"size": "size", **RUNS, "30d/d": "run_30d", "basis USD": "basis_usd", **EXIT},
    "list --view risk": {"add": "margin_to_add", "left": "left"},
    "list --view next": {"long": "next_long", "short": "next_short", "24h": "next_24h"},
    "list --by asset": {**HELD, **PARTS, "unhedged": "unhedged_notional", "7d/d": "run_7d"},
    "list --by exchange": {**HELD, "price": "spread_pnl", "add": "margin_to_add"},
    "pnl --by asset": PARTS,
}


def check(book):
    """Compares every cell with money of each table."""
    found = Differences("tables")
    for name, columns in COMMANDS.items():
        if name.startswith("pnl") and not hasattr(book.world, "recorded"):
            continue
        rows = {key_of(row): row for row in book.program.json(*name.split())["rows"]}
        shown = rows_of(book.program.text(*name.split(), "-o", "table"), columns)
        if "risk" not in name:  # whose table leaves out what holds
            found.number(name, "rows", len(shown), len(rows), "a row for each of json")
        for line, cells in shown:
            key = next((it for it in rows if f" {it} " in f" {line}"), None)
            found.same(name, line[:20], key is not None, True, "a row of json")
            for header, field in columns.items() if key else ():
                value = plain(at(rows[key], field))
                value = -value if value is not None and field in FEES else value
                found.compared += 1
                if not reads_as(cells[header], value):
                    found.add(f"{name}: {key}", header, cells[header], value, FORMULA)
    return found


def key_of(row):
    """What tells a row from others: its name, its id or what a group has in common."""
    return next(row[it] for it in ("name", "position_id", "asset", "exchange") if it in row)
