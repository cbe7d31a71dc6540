"""carry positions upcoming."""

from differences import ABSENT, Differences
from figures.holding import about
from figures.totals import Sum
from figures.upcoming import upcoming_of
from times import HOUR, instant

PAYS = "−sign × q × m × last rate"
NEXT = "last event + spacing, the first after now"
RANGE = "the same at the rates of the last 3 days"


def check(book):
    """Compares every leg and the totals."""
    answer = book.program.json("positions", "upcoming", "--by", "leg")
    found = Differences("positions upcoming")
    rows = {key(row): row for row in answer["rows"]}
    legs = [(it, leg) for it in book.open for leg in upcoming_of(it, book.market, book.now)]
    wanted = {key(leg.leg | {"position_id": it["position_id"]}) for it, leg in legs}
    found.same("", "legs", set(rows), wanted, "held legs of open positions")
    for position, leg in legs:
        name = key(leg.leg | {"position_id": position["position_id"]})
        if name in rows:
            check_leg(found, f"{position['asset']} {' '.join(name)}", rows[name], leg)
    check_totals(found, answer["totals"], legs)
    return found


def key(row):
    """What tells a leg from another."""
    return row["position_id"], row["side"], row["exchange"], row["symbol"]


def check_leg(found, name, row, leg):
    """Compares one leg."""
    for field, expected in (("next", leg.next), ("due_since", leg.due_since)):
        shown = None if row[field] is None else instant(row[field])
        found.same(name, field, shown, expected, NEXT)
    hours = None if leg.spacing is None else leg.spacing / HOUR
    found.number(name, "interval_hours", row["interval_hours"], hours, "observed spacing")
    found.same(name, "about", row["about"], leg.about, "unless the last two gaps agree")
    found.number(name, "due", row["due"], leg.due, "settlements due and not published")
    found.number(name, "settlements_24h", row["settlements_24h"], leg.within_day, "in (now, now + 24 h]")
    rate = leg.last.rate if leg.last else None
    found.number(name, "last_rate", row["last_rate"], rate, "funding_rate of the last event", 0)
    found.figure(name, "pays", row, leg.pays, PAYS, 0)
    counts = {"counted": leg.counted, "of": leg.of} if leg.counted is not None else {}
    found.figure(name, "least", row, leg.least, RANGE, 0, **counts)
    found.figure(name, "most", row, leg.most, RANGE, 0)
    found.figure(name, "pays_24h", row, leg.pays_24h, f"{PAYS} × settlements in 24 h", 0)


def check_totals(found, totals, legs):
    """Compares the sums."""
    own = Sum(legs, lambda it: it[1].pays_24h, lambda it: about(it[0], it[1].leg))
    found.sum("", "pays_24h", totals, own, "Σ pays × settlements")
    settlements = sum(it.within_day or 0 for _, it in legs)
    found.number("", "settlements_24h", totals["settlements_24h"], settlements, "Σ settlements")
    due = sum(bool(it.due) for _, it in legs)
    found.number("", "due", totals.get("due", ABSENT), due, "legs with a settlement that is due")
