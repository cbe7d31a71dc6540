"""carry funding rank, by pair and by market."""

from itertools import combinations

from differences import ABSENT, STEP, Differences, at
from exact import HUNDRED, ZERO
from figures.market import market_of
from figures.spread import YEAR, Spread
from figures.uncertainty import RELATIVE, check_se, uncertainty_of
from times import DAY, instant

DAYS = (1, 3, 7, 30)
RECORDED = 33 * DAY
LEAST_PAIRS = 8
RATE = "Σ spread ÷ time of the whole periods × 365 days × 100"
WORST = "least such rate over (E − 7d − k days, E − k days], k = 0 to 23"
ORDER = "covered first, then by worst week, 30 days, ids"


def check(book):
    """Compares both rankings."""
    found = Differences("funding rank", book.is_third)
    markets = {it.id: book.market(it.id) for it in book.world.markets}
    known = {key: it for key, it in markets.items() if it is not None}
    asset = {it.id: it.asset for it in book.world.markets}
    pairs = pairs_in(known, asset, book.now)
    answer = book.program.json("funding", "rank", "--no-archive")
    check_ranking(book, found, "pair", answer, pairs)
    alone = [Spread({key: it}, book.now) for key, it in known.items()]
    answer = book.program.json("funding", "rank", "--by", "market", "--no-archive")
    check_ranking(book, found, "market", answer, alone)
    if hasattr(book.world, "settled"):
        check_archive(book, found, asset)
    return found


def pairs_in(markets, asset, now):
    """Every pair of markets of one asset."""
    both = combinations(sorted(markets), 2)
    return [Spread({a: markets[a], b: markets[b]}, now) for a, b in both if asset[a] == asset[b]]


def check_archive(book, found, asset):
    """Compares the ranking of what is recorded, in which the newest value of an event counts."""
    directory = str(book.program.directory / "data" / "archive")
    answer = book.program.json("funding", "rank", "--archive", directory)
    until = instant(answer["inputs"]["until"])
    recorded = book.program.json("archive", "status")["rows"]
    markets = {}
    for row in recorded:
        since = max(instant(row["from"]), until - RECORDED)
        points = book.world.settled[int(row["market_id"])].values()
        kept = [it for it in points if since <= instant(it["funding_time"]) <= until]
        markets[int(row["market_id"])] = market_of(kept)
    known = {key: it for key, it in markets.items() if it is not None}
    check_ranking(book, found, "pair --archive", answer, pairs_in(known, asset, until))


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
    if book.is_third:
        check_shrunk(found, by, rows, own)
    else:
        order = sorted(own, key=lambda it: order_of(own[it]))
        found.same(f"--by {by}", "order", [key_of(row) for row in answer["rows"]], order, ORDER)


def order_of(spread):
    """What ranked a spread before the third round."""
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
    if book.is_third:
        bound = "at_most" if value is not None and counted < of else ABSENT
        shown = at(row, "worst_week.bound")
        found.same(name, "worst_week.bound", shown, bound, "a window is not wholly known")
        check_sureness(found, name, row, spread)
    found.number(name, "holes", row["holes"], spread.holes, "events missing, without rate, conflicting")
    found.same(name, "covered", row["covered"], spread.is_covered, "95 % of the 30 days")


def check_sureness(found, name, row, spread):
    """Compares se and n_eff of every window."""
    sure = uncertainty_of(spread.series.values, spread.clock.period)
    a_year = HUNDRED * YEAR / spread.clock.period
    for days in DAYS:
        window = spread.window(days)
        name_of = f"annualised_{days}d"
        base = at(row, f"{name_of}.base")
        found.same(name, f"{name_of}.base", base, "notional", "what it is a percentage of")
        if spread.rate(window).value is not None:
            check_se(found, name, name_of, row, sure, len(window), a_year)


def check_shrunk(found, by, rows, own):
    """Compares |m| · τ² ÷ (τ² + se²) of pairs, and their order by it."""
    if by == "market":
        return
    sure = {}
    for key, spread in own.items():
        window, rate = spread.window(30), spread.rate(spread.window(30))
        uncertainty = uncertainty_of(spread.series.values, spread.clock.period)
        if rate.exact is not None and uncertainty is not None:
            se = uncertainty.se(len(window)) * HUNDRED * YEAR / spread.clock.period
            sure[key] = (rate.exact, se * se)
    if len(sure) < LEAST_PAIRS:
        return
    squares = [m * m for m, _ in sure.values()]
    noise = [variance for _, variance in sure.values()]
    tau = max(ZERO, (sum(squares, ZERO) - sum(noise, ZERO)) / len(sure))
    shrunk = {key: abs(m) * tau / (tau + v) if tau + v else ZERO for key, (m, v) in sure.items()}
    for key, row in rows.items():
        name, value = f"{key[0]}/{key[1]}", shrunk.get(key)
        if at(row, "shrunk") is not ABSENT:
            slack = max(STEP, (value or ZERO) * RELATIVE)
            found.figure(name, "shrunk", row, value, "|m| · τ² ÷ (τ² + se²)", slack)
    if not tau:
        return
    order = []
    for key in rows:
        spread, value = own[key], shrunk.get(key)
        order.append((not spread.is_covered, spread.is_bounded(), value is None, -(value or ZERO)))
    found.same(f"--by {by}", "order", order == sorted(order), True, "covered, complete, then by shrunk")
