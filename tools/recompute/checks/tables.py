"""The money in tables, against the json of the same command, which the other checks recompute."""

import re

from differences import ABSENT, Differences, at, plain
from tables import number_in, reads_as, tables_in

KEY = re.compile(r"^([0-9a-f-]{36}|[A-Z]+(\.[0-9a-f]{4,})?\??)$")
FORMULA = "the figure of json, to the last digit of the table"
COMMANDS = {
    ("positions", "outlook"): {
        "24h": "run_24h",
        "3d": "run_3d",
        "7d": "run_7d",
        "30d": "run_30d",
        "worst 7d": "worst_week",
        "exit": "fees_estimated_exit",
    },
    ("positions", "upcoming", "--by", "leg"): {
        "funding": "pays",
        "least 3d": "least",
        "most 3d": "most",
        "next 24h": "pays_24h",
    },
    ("positions", "risk"): {"notional": "notional", "initial": "margin", "margin": "margin"},
    ("positions", "summary", "--by", "asset"): {
        "gross notional": "gross_notional",
        "net notional": "net_notional",
        "funding": "funding_pnl",
        "fees": "fees",
        "price PnL": "spread_pnl",
        "net PnL": "net_pnl",
    },
    ("positions", "pnl", "--by", "position"): {
        "net PnL": "net_pnl",
        "funding": "funding_pnl",
        "realized": "spread_realized",
        "unrealized": "spread_unrealized",
        "fees paid": "fees_paid",
    },
    ("positions", "list", "--performance", "--status", "open"): {
        "funding": "performance.funding_pnl",
        "net PnL": "performance.net_pnl",
    },
}


def check(book):
    """Compares every cell with money of each table."""
    found = Differences("tables")
    unsummed = {it["position_id"] for it in book.all if (None, "net_pnl") in it["implausible"]}
    for argv, columns in COMMANDS.items():
        if "pnl" in argv and not hasattr(book.world, "recorded"):
            continue
        answer = book.program.json(*argv)
        rows = answer if isinstance(answer, list) else answer["rows"]
        for row in rows if "list" in argv else ():  # json has it as sent
            if row["position_id"] in unsummed:
                row["performance"]["net_pnl"] = None
        tables = tables_in(book.program.text(*argv, "-o", "table"))
        check_table(found, " ".join(argv), columns, tables[0] if tables else [], rows)
    return found


def check_table(found, name, columns, shown, rows):
    """Compares a table row by row; the rows are in the order of json, or found by their id."""
    shown = [row for row in shown if is_row(row, columns)]
    found.number(name, "rows", len(shown), len(rows), "a row for each of json")
    if len(shown) != len(rows):
        return
    seen = 0
    for n, (cells, row) in enumerate(in_order(shown, rows)):
        for header, path in columns.items():
            value = plain(at(row, path))
            is_judgement = "margin" in (header, path) and not number_in(cells.get(header, ""))
            if header not in cells or value is ABSENT or is_judgement:
                continue
            seen += 1
            found.compared += 1
            if not reads_as(cells[header], value):
                found.add(f"{name}: row {n + 1}", header, cells[header], value, FORMULA)
    found.same(name, "money", seen > 0 or not rows, True, "a table has money")


def is_row(row, columns):
    """Whether a line below a header is a row, and no note."""
    key = row.get("id") or row.get("position")
    has_money = any(number_in(row.get(it, "")) or row.get(it) == "–" for it in columns)
    return has_money and (key is None or KEY.match(key) is not None)


def in_order(shown, rows):
    """Pairs of cells and records: by id where a table has one, else in their order."""
    by_id = {row.get("position_id"): row for row in rows}
    key = next((it for it in ("id", "position") if shown and it in shown[0]), None)
    is_by_id = key and len(by_id) == len(rows) and all(cells[key] in by_id for cells in shown)
    if is_by_id:
        return [(cells, by_id[cells[key]]) for cells in shown]
    return list(zip(shown, rows))
