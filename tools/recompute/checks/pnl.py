"""carry pnl, from an archive of several looks, and what status says of the time since yesterday."""

import re
from datetime import datetime, timezone
from decimal import Decimal

from differences import Differences, at
from exact import ZERO
from figures.holding import sign_of
from figures.past import Sum, changes_between
from tables import reads_as
from times import DAY, HOUR, instant, iso
from wire import Wire

FORMULA = "Δnet = Δfunding + Δprice − Δfees − Δexit"
SUMMED = ("net_pnl", "funding_pnl", "spread_pnl", "fees_paid", "fees_estimated_exit")


def record(world, program):
    """Takes a look at every moment of a world; keeps what was listed at each."""
    world.recorded = []
    for n in range(len(world.moments)):
        world.at = n
        program.forget()
        program.text("archive", "sync")
        world.recorded.append({it["position_id"]: it for it in Wire(world).positions()})


def check(book):
    """Compares every division, settlements, and the answer of status for the same time."""
    found = Differences("pnl")
    looks = Looks(book, book.program.json("pnl", "--by", "look")["rows"])
    found.number("--by look", "rows", len(looks.times), len(book.world.moments), "n looks make n - 1 rows")
    for by, key_of in DIVISIONS.items():
        check_division(book, found, looks, by, key_of)
    check_since(book, found)
    check_report(book, found)
    check_events(book, found)
    return found


class Looks:
    """The looks of a world and what lies between them; the last one is that of the command."""

    def __init__(self, book, rows):
        self.times = [instant(rows[0]["from"])] + [instant(row["to"]) for row in rows]
        self.listings = book.world.recorded
        self.gaps = [changes_between(self.times, self.listings, n) for n in range(1, len(self.times))]

    def span(self, n):
        """Milliseconds of a gap."""
        return self.times[n + 1] - self.times[n]


def utc(time, form):
    """A time in UTC."""
    return datetime.fromtimestamp(time / 1000, timezone.utc).strftime(form)


def pair_of(position):
    """The exchanges of both sides."""
    sides = ({leg["exchange"] for leg in position["legs"] if leg["side"] == it} for it in ("long", "short"))
    return "/".join("+".join(sorted(names)) or "none" for names in sides)


DIVISIONS = {
    "look": lambda _, to: utc(to, "%Y-%m-%dT%H:%M:%S"),
    "day": lambda _, to: utc(to, "%Y-%m-%d"),
    "month": lambda _, to: utc(to, "%Y-%m"),
    "asset": lambda position, _: position["asset"],
    "pair": lambda position, _: pair_of(position),
    "position": lambda position, _: position["position_id"],
}
BY_TIME = ("look", "day", "month")


def check_division(book, found, looks, by, key_of):
    """Compares the rows of a division and their totals."""
    answer, times = book.program.json("pnl", "--by", by), looks.times
    sums, whole, spans = {}, Sum(), {}
    for n, changes in enumerate(looks.gaps):
        for key, change in changes:
            group = key_of(change.position, times[n + 1])
            sums.setdefault(group, Sum()).add(key, change, looks.span(n))
            whole.add(key, change, looks.span(n))
        if by in BY_TIME:
            group = key_of(None, times[n + 1])
            sums.setdefault(group, Sum())
            spans[group] = spans.get(group, 0) + looks.span(n)
    all_time = times[-1] - times[0]
    rows = {row_key(row, by): row for row in answer["rows"]}
    found.same(f"--by {by}", "rows", set(rows), set(sums), "one for each")
    for group in set(rows) & set(sums):
        check_row(found, f"--by {by}: {group}", rows[group], sums[group], spans.get(group, all_time))
    check_row(found, f"--by {by}: totals", answer["totals"], whole, all_time)
    for name in SUMMED:
        value = sum((at(row, f"{name}.value") or ZERO for row in answer["rows"]), ZERO)
        printed = at(answer["totals"], f"{name}.value") or ZERO
        found.same(f"--by {by}", f"Σ {name}", abs(value - printed) < MOST_APART, True, "rows add up")


MOST_APART = Decimal("1e-9")


def row_key(row, by):
    """What tells a row from others."""
    if by in BY_TIME:
        return DIVISIONS[by](None, instant(row["to"]))
    return row["position_id" if by == "position" else by]


def check_row(found, name, row, own, span):
    """Compares the figures of a row."""
    figures, counted, of = own.figures(span)
    for figure, value in figures.items():
        counts = {"counted": counted, "of": of} if figure in SUMMED else {}
        found.figure(name, figure, row, value, FORMULA, **counts)


def check_since(book, found):
    """Compares the time since yesterday of status with what pnl says of the same two looks."""
    since, day = at(book.program.json("status"), "since"), book.now - DAY
    times = book.world.moments[:-1]
    near = [it for it in times if abs(it - day) <= 2 * HOUR] or [it for it in times if it < day][-1:]
    own = min(near, key=lambda it: abs(it - day), default=None)
    shown = instant(since["from"]) if isinstance(since, dict) else None
    found.same("status since", "from", shown, own, "the look nearest to a day ago, else the last before")
    if shown is None:
        return
    totals = book.program.json("pnl", "--by", "look", "--start", since["from"])["totals"]
    for name in SUMMED:
        found.number("status since", name, since[name], at(totals, f"{name}.value"), "that of pnl")


CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>")


def check_report(book, found):
    """Compares the days of the report with those of pnl."""
    page = book.program.text("report", "--out", "-")
    _, there, table = page.partition("what was made by day")
    found.same("report", "days", bool(there), True, "a history of several looks")
    lines = [CELL.findall(it) for it in table.partition("</table>")[0].split("<tr>")[2:]]
    shown = [[re.sub("<[^>]*>", "", cell) for cell in line] for line in lines]
    rows = book.program.json("pnl", "--by", "day", "--start", "30d")["rows"]
    found.number("report", "days", len(shown), len(rows), "those of pnl")
    for cells, row in zip(shown, rows):
        found.same("report", "to", cells[0], f"{row['to'][:10]} {row['to'][11:16]}Z", "that of pnl")
        for name, cell in zip(SUMMED, cells[1:]):
            value = at(row, f"{name}.value")
            value = -value if name.startswith("fees") and value is not None else value
            found.same(f"report {cells[0]}", name, reads_as(cell, value), True, f"{value}, that of pnl, not {cell}")


EVENT_DAYS = 10


def check_events(book, found):
    """Compares each settlement of some days with the event and what the leg held."""
    since, name = book.now - EVENT_DAYS * DAY, "--by event"
    answer, shown, total = book.program.json("pnl", "--by", "event", "--start", iso(since)), {}, ZERO
    for row in answer["rows"]:
        value = at(row, "funding_pnl.value")
        total += value or ZERO
        parts = [row["quantity"], row["mark_price"], row["funding_rate"]]
        usd = None if None in parts else product(parts) * -sign_of(row)
        found.number(name, f"{row['position_id']} {row['time']}", value, usd, "−sign × q × m × r")
        key = (row["position_id"], int(row["market_id"]), row["side"])
        shown.setdefault(key, {})[instant(row["time"])] = row
    found.number(name, "totals", at(answer["totals"], "funding_pnl.value") or ZERO, total, "Σ", MOST_APART)
    for position in book.listed:
        for place, leg in enumerate(position["legs"]):
            key = (position["position_id"], leg["market_id"] and int(leg["market_id"]), leg["side"])
            check_leg(book, found, position, place, since, shown.pop(key, {}))
    found.same(name, "legs", set(shown), set(), "those of listed positions")


def check_leg(book, found, position, place, since, rows):
    """Compares the settlements of a leg with the events of its market and with what looks have."""
    leg, key = position["legs"][place], position["position_id"]
    name = f"--by event: {key} {leg['exchange']} {leg['side']}"
    opened = max(instant(position["opened_at"]), since)
    closed = book.now if position["closed_at"] is None else instant(position["closed_at"])
    sizes = sizes_of(book, position, place)
    is_sized = leg["quantity"] >= 0 and (sizes or position["status"] == "open")
    events = book.market(leg["market_id"]) if is_sized and leg["market_id"] is not None else []
    own = {it.time: it for it in events or [] if opened < it.time <= closed}
    found.same(name, "times", set(rows), set(own), "every event while it was open")
    for time in set(rows) & set(own):
        event, row = own[time], rows[time]
        found.number(name, "rate", row["funding_rate"], event.rate, "as settled")
        found.number(name, "mark", row["mark_price"], event.mark, "as settled")
        size = size_at(sizes, time) if sizes else leg["quantity"]
        found.number(f"{name} {row['time']}", "quantity", row["quantity"], size, "as the looks around have it")


def sizes_of(book, position, place):
    """(time, quantity) of a leg at each look that has its position open."""
    both = [(time, it.get(position["position_id"])) for time, it in zip(book.world.moments, book.world.recorded)]
    return [
        (time, it["legs"][place]["quantity"])
        for time, it in both
        if it and it["status"] == "open" and it["opened_at"] == position["opened_at"]
    ]


def size_at(sizes, time):
    """The quantity at a time; None where the looks around it differ."""
    before = [size for at, size in sizes if at <= time] or [sizes[0][1]]
    after = [size for at, size in sizes if at >= time] or [sizes[-1][1]]
    return before[-1] if before[-1] == after[0] else None


def product(texts):
    """Product of decimals that are texts."""
    one, two, three = (Decimal(it) for it in texts)
    return one * two * three
