"""carry funding rank, by pair and by market."""

from itertools import combinations

from differences import Differences, at
from figures.spread import Spread

DAYS = (1, 3, 7, 30)
RATE = "Σ spread ÷ time of the whole periods × 365 days × 100"
WORST = "least such rate over (E − 7d − k days, E − k days], k = 0 to 23"
ORDER = "covered first, then by worst week, 30 days, ids"


def check(book):
    """Compares both rankings."""
    found = Differences("funding rank")
    markets = {it.id: book.market(it.id) for it in book.world.markets}
    known = {key: it for key, it in markets.items() if it is not None}
    asset = {it.id: it.asset for it in book.world.markets}
    pairs = [
        Spread({a: known[a], b: known[b]}, book.now)
        for a, b in combinations(sorted(known), 2)
        if asset[a] == asset[b]
    ]
    answer = book.program.json("funding", "rank", "--no-archive")
    check_ranking(book, found, "pair", answer, pairs)
    alone = [Spread({key: it}, book.now) for key, it in known.items()]
    answer = book.program.json("funding", "rank", "--by", "market", "--no-archive")
    check_ranking(book, found, "market", answer, alone)
    return found


def key_of(row):
    """The markets of a row."""
    if "market_id" in row:
        return int(row["market_id"]), int(row["market_id"])
    return int(row["long"]["market_id"]), int(row["short"]["market_id"])


def check_ranking(book, found, by, answer, spreads):
    """Compares rows by their markets, and their order."""
    rows = {key_of(row): row for row in answer["rows"]}
    own = {(it.long, it.short): it for it in spreads}
    found.same(f"--by {by}", "rows", set(rows), set(own), "each pair once, long where the rate was lower")
    for key, spread in own.items():
        if key in rows:
            check_row(book, found, f"{key[0]}/{key[1]}", rows[key], spread)
    if not book.is_third:
        order = sorted(own, key=lambda it: order_of(own[it]))
        found.same(f"--by {by}", "order", [key_of(row) for row in answer["rows"]], order, ORDER)


def order_of(spread):
    """What ranks a spread."""
    worst, month = spread.worst_week(False)[0], spread.rate(spread.window(30)).value
    down = lambda it: (it is None, 0 if it is None else -it)
    return not spread.is_covered, down(worst), down(month), spread.long, spread.short


def check_row(book, found, name, row, spread):
    """Compares one row."""
    for days in DAYS:
        rate = spread.rate(spread.window(days))
        found.figure(
            name,
            f"annualised_{days}d",
            row,
            rate.value,
            RATE,
            counted=rate.counted,
            of=rate.of,
            covered_hours=rate.hours,
        )
    value, counted, of, independent = spread.worst_week(book.is_third)
    found.figure(name, "worst_week", row, value, WORST, counted=counted, of=of)
    found.number(name, "worst_week.independent", at(row, "worst_week.independent"), independent, WORST)
    found.number(name, "holes", row["holes"], spread.holes, "events missing, without rate, conflicting")
    found.same(name, "covered", row["covered"], spread.is_covered, "95 % of the 30 days")
