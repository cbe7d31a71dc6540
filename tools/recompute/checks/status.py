"""carry status: what the book comes to, the positions that need attention, and why."""

from checks.views import check_row, check_totals
from differences import Differences
from figures.causes import causes_of
from figures.groups import totals_of
from figures.position import Known


def check(book):
    """Compares totals, rows and causes."""
    answer, found = book.program.json("status"), Differences("status")
    held = [Known(book, it) for it in book.open]
    check_totals(found, "totals", answer["totals"], totals_of(held), held)
    judged = {it.position["position_id"]: it for it in held if causes_of(it)}
    rows = {row["position_id"]: row for row in answer["rows"]}
    found.same("", "rows", set(rows), set(judged), "each position with a cause")
    having = {}
    for key in set(rows) & set(judged):
        check_row(found, f"{rows[key]['asset']} {key[:8]}", rows[key], judged[key])
        for cause in causes_of(judged[key]):
            having.setdefault(cause, set()).add(key)
    shown = {it["cause"]: set(it["positions"]) for it in answer["causes"]}
    found.same("", "causes", shown, having, "the positions that have each")
    return found
