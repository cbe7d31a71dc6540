"""carry positions summary, by every grouping."""

from checks.left_out import check_left_out
from checks.status import check_totals
from differences import Differences
from exact import HUNDRED, ZERO, is_cents
from figures.apr import apr_of
from figures.exchanges import check_exchanges
from times import DAY, instant

AGES = [(1, "under 1d"), (7, "1d to 7d"), (30, "7d to 30d"), (90, "30d to 90d")]


def check(book):
    """Compares groups and totals."""
    found = Differences("positions summary")
    for by, key_of in KEYS.items():
        answer = book.program.json("positions", "summary", "--by", by, "--status", "all")
        groups = {}
        for position in book.all:
            groups.setdefault(key_of(position, book.now), []).append(position)
        rows = {row["group"]: row for row in answer["rows"]}
        found.same(f"--by {by}", "groups", set(rows), set(groups), "the groups of the positions")
        for key, positions in groups.items():
            if key in rows:
                name = f"--by {by}: {key}"
                check_totals(book, found, name, rows[key], positions)
                check_results(found, name, rows[key], positions)
        check_totals(book, found, f"--by {by}: totals", answer["totals"], book.all)
        check_left_out(found, f"--by {by}: totals", answer["totals"], book.all)
    check_exchanges(book, found)
    return found


def exchanges_of(position, side):
    """The exchanges of a side."""
    names = {leg["exchange"] for leg in position["legs"] if leg["side"] == side}
    return "+".join(sorted(names)) or "none"


def month_of(position, now):
    """The UTC month of the closing."""
    return position["closed_at"][:7] if position["status"] == "closed" else "open"


def age_of(position, now):
    """How long a position is or was held."""
    end = instant(position["closed_at"]) if position["closed_at"] else now
    days = (end - instant(position["opened_at"])) / DAY
    return next((name for below, name in AGES if days < below), "90d or more")


KEYS = {
    "asset": lambda it, now: it["asset"],
    "pair": lambda it, now: f"{exchanges_of(it, 'long')}/{exchanges_of(it, 'short')}",
    "status": lambda it, now: it["status"],
    "month": month_of,
    "age": age_of,
}


def check_results(found, name, row, positions):
    """Compares the results of the closed positions of a group."""
    closed = [it for it in positions if it["status"] == "closed"]
    nets = [it["performance"]["net_pnl"] for it in closed]
    known = [it for it in nets if it is not None]
    won = sum(it > 0 and is_cents(it) for it in known)
    rate = won * HUNDRED / len(known) if known else None
    counts = {"counted": len(known), "of": len(closed)}
    found.figure(name, "win_rate", row, rate, "won ÷ those with a net PnL × 100", **counts)
    held = sum(((ZERO + instant(it["closed_at"]) - instant(it["opened_at"])) / DAY for it in closed), ZERO)
    mean = held / len(closed) if closed else None
    found.figure(name, "mean_days_held", row, mean, "Σ (closed_at − opened_at) ÷ closed")
    apr = apr_of(closed)
    a_day = None if apr.value is None else apr.value * 10 / 365
    found.figure(name, "net_per_1000_a_day", row, a_day, "APR of the closed × 1000 ÷ 36500")
