"""carry funding rank, by pair and by market."""

from decimal import Decimal
from itertools import combinations, product

from checks.shrunk import check_shrunk
from differences import ABSENT, Differences, at
from exact import HUNDRED, LAST, is_cents
from figures.holding import held_legs
from figures.market import market_of
from figures.spread import YEAR, Spread
from figures.uncertainty import check_se, uncertainty_of
from times import DAY

DAYS = (1, 3, 7, 30)
FEE = Decimal("0.0005")
RATE = "Σ spread ÷ time of the whole periods × 365 days × 100"
WORST = "least such rate over (E − 7d − k days, E − k days], k = 0 to 23"


def check(book):
    """Compares both rankings."""
    found = Differences("funding rank")
    markets = {it.id: book.market(it.id) for it in book.world.markets}
    known = {key: it for key, it in markets.items() if it is not None}
    asset = {it.id: it.asset for it in book.world.markets}
    pairs = pairs_in(known, asset, book.now)
    answer = book.program.json("funding", "rank", "--fee", "5bps")
    check_ranking(found, "pair", answer, pairs)
    check_fee(found, answer["rows"])
    check_held(book, found, answer["rows"])
    alone = [Spread({key: it}, book.now) for key, it in known.items()]
    answer = book.program.json("funding", "rank", "--by", "market")
    check_ranking(found, "market", answer, alone)
    return found


def check_fee(found, rows):
    """Compares what is left after four fills, and when they are earned."""
    for row in rows:
        name, month = "{}/{}".format(*key_of(row)), row["annualised_30d"]["value"]
        net = None if month is None else month - 4 * FEE * HUNDRED * 365 / 30
        found.figure(name, "net", row, net, "30d − 4 × fee × 365 ÷ 30 × 100", HUNDRED * LAST)
        is_paid = month is not None and is_cents(month)
        days = 4 * FEE * HUNDRED * 365 / month if is_paid else None
        found.figure(name, "days_to_earn", row, days, "4 × fee × 100 ÷ (30d ÷ 365)")


def check_held(book, found, rows):
    """Compares which pairs an open position holds, as listed."""
    pairs = set()
    for position in (it for it in book.listed if it["status"] == "open"):
        ids = {side: [] for side in ("long", "short")}
        for leg in held_legs(position):
            ids[leg["side"]].append(leg["market_id"])
        pairs |= set(product(ids["long"], ids["short"]))
    for row in rows:
        long, short = key_of(row)
        held = "same" if (long, short) in pairs else "opposite" if (short, long) in pairs else None
        found.same(f"{long}/{short}", "held", row["held"], held, "legs of open positions")


def pairs_in(markets, asset, now):
    """Every pair of markets of one asset."""
    both = combinations(sorted(markets), 2)
    return [Spread({a: markets[a], b: markets[b]}, now) for a, b in both if asset[a] == asset[b]]


def key_of(row):
    """The markets of a row."""
    if "market_id" in row:
        return int(row["market_id"]), int(row["market_id"])
    return int(row["long"]["market_id"]), int(row["short"]["market_id"])


def check_ranking(found, by, answer, spreads):
    """Compares rows by their markets, and their order."""
    rows = {key_of(row): row for row in answer["rows"]}
    own = {(it.long, it.short): it for it in spreads}
    found.same(f"--by {by}", "rows", set(rows), set(own), "each pair once, long where the rate was lower")
    for key, spread in own.items():
        if key in rows:
            check_row(found, f"{key[0]}/{key[1]}", rows[key], spread)
    check_order(found, by, answer, own, check_shrunk(found, by, rows, answer["totals"], own))


def check_row(found, name, row, spread):
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
    value, counted, of, independent = spread.worst_week()
    found.figure(name, "worst_week", row, value, WORST, counted=counted, of=of)
    found.number(name, "worst_week.independent", at(row, "worst_week.independent"), independent, WORST)
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


def check_order(found, by, answer, own, shrunk):
    """Compares the order: covered, complete, then by shrunk (else by worst week); markets by |30d|."""
    least = Decimal("-Infinity")
    name = "mean" if by == "market" else "shrunk" if shrunk else "worst"
    found.same(f"--by {by}", "ordered_by", answer["totals"]["ordered_by"], name, "shrunk unless τ² is 0 or –")

    def place(key):
        """What ranks a row."""
        spread = own[key]
        month = spread.rate(spread.window(30)).value
        month = least if month is None else abs(month) if by == "market" else month
        if by == "market":
            return not spread.is_covered, spread.is_bounded(), -month, key
        worst = spread.worst_week()[0]
        first = shrunk.get(key, least) if shrunk else least if worst is None else worst
        return not spread.is_covered, spread.is_bounded(), -first, -month, key

    shown = [key for key in map(key_of, answer["rows"]) if key in own]
    found.same(f"--by {by}", "order", shown, sorted(shown, key=place), "covered, complete, largest first")
