"""carry get: figures of positions that are fetched in full."""

from checks.views import VIEWS, check_row
from differences import Differences
from figures.position import Known

MOST = 10


def check(book):
    """Compares every figure of some positions."""
    found = Differences("get --columns")
    some = [it["position_id"] for it in book.open[:MOST]]
    names = sorted({it for view in VIEWS.values() for it in view.split()})
    answer = book.program.json("get", *some, "--columns", ",".join(names), codes=(0, 4))
    for row in answer["rows"]:
        key = row["position_id"]
        whole = book.wire.whole(key)
        if all(leg["close_price"] is None for leg in whole["legs"]):  # else it holds less than is listed
            check_row(found, f"{row['asset']} {key[:8]}", row, Known(book, whole))
    return found
