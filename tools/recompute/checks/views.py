"""carry list: every view and every grouping, of the open positions and of all, and their legs."""

from decimal import Decimal

from differences import ABSENT, Differences, at
from figures.ahead import NAMES, ahead_of
from figures.causes import causes_of, place_of, severity_of
from figures.groups import on_exchange, totals_of
from figures.position import Known
from program import parse
from times import instant

VIEWS = {
    "now": "age size run_24h run_7d run_30d rate_7d next_7d next_7d_low next_7d_high next_7d_chance spread_pnl net_pnl fees_estimated_exit away",
    "pnl": "age size net_pnl funding_pnl spread_pnl fees_paid fees_estimated_exit apr",
    "funding": "size run_24h run_7d run_30d rate_7d turned_at next_7d next_7d_low next_7d_high next_7d_chance basis basis_usd fees_estimated_exit",
    "risk": "size gross_notional net_notional unhedged imbalance away away_sd left stressed margin_to_add",
    "next": "next_at next_long next_short next_24h",
}
ORDERS = {"now": ("size", -1), "pnl": ("net_pnl", 1), "funding": ("run_7d", 1), "risk": ("away", 1)}
TIMES = ("next_at", "turned_at")
CLOCK = Decimal("0.0005")
"""The time that commands take, in days."""
SLACK = {"age": CLOCK, "basis": Decimal("3e-12"), "basis_usd": Decimal("1e-7")}
"""A basis at an instant has 12 decimals, and counts for the whole size."""
FORMULAS = {
    "age": "now, or closed_at − opened_at",
    "quantity": "q × units of the asset in a contract",
    "notional": "q × m, the open price for a missing mark",
    "size": "the larger of Σ q × m of both sides, the open price for a missing mark",
    "gross_notional": "Σ q × m, the open price for a missing mark",
    "net_notional": "Σ sign × q × m",
    "unhedged": "net quantity × mean mark of the larger side",
    "unhedged_notional": "Σ |unhedged|",
    "imbalance": "|net quantity| ÷ larger side × 100",
    "away": "least sign × (m − zero) ÷ m × 100, zero = open × (1 − sign ÷ leverage)",
    "away_sd": "|ln(zero ÷ m)| ÷ daily sd",
    "left": "(1 + sign × leverage × (m ÷ open − 1)) × 100",
    "margin_to_add": "Σ max(0, q × m × stress − (q × open ÷ leverage + price PnL)) of the legs",
    "stressed": "|unhedged| after the worse move, without the legs whose margin it takes",
    "run_24h": "Σ −sign × q × m_e × r_e ÷ covered days over whole periods",
    "rate_7d": "run_7d × 365 ÷ size × 100",
    "basis": "(short ÷ long − 1) × 100, at fresh marks, else at the last common instant",
    "basis_usd": "(basis − mean) ÷ 100 × q_short × m_long",
    "net_pnl": "Σ over the positions of which all parts are known",
    "spread_pnl": "realized + unrealized; of legs sign × q × (m − open)",
    "apr": "as sent; together Σ net × 36500 ÷ Σ (capital × days)",
    "next_24h": "Σ −sign × q × m × last rate × settlements",
    "next_7d": "h·k·m + (x − k·m)·φ(1 − φ^h) ÷ (1 − φ), h = 7; FIGURES, 4",
    "next_7d_low": "f − q·s",
    "next_7d_high": "f + q·s",
    "next_7d_chance": "Φ(f ÷ (s·q ÷ 1.2816))",
    "turned_at": "end of the first day, up to today, at whose end 7 days had cost",
}


def check(book):
    """Compares each view and each grouping, what stresses make of one, and other formats."""
    found, answers = Differences("list"), {}
    every = [Known(book, it) for it in book.all]
    held = [it for it in every if it.position["status"] == "open"]
    for status, some in (("all", every), ("open", held)):
        for view in VIEWS:
            answers[view] = answer_of(book, found, "--view", view, "--status", status)
            check_view(found, view, answers[view], some)
        for by in ("asset", "pair", "portfolio", "exchange"):
            check_groups(found, by, answer_of(book, found, "--by", by, "--status", status), some)
    check_legs(book, found, held)
    check_formats(book, found, answers)
    check_sent(book, found)
    down = next((leg["exchange"] for it in held for leg in it.legs), None)
    stresses = {"7.5%": ("price", Decimal("7.5")), "basis=2%": ("basis", 2), f"down={down}": ("down", down)}
    for text, stress in stresses.items() if down else ():
        for known in held:
            known.assume(stress)
        check_view(found, "risk", answer_of(book, found, "--view", "risk", "--stress", text), held)
    return found


def answer_of(book, found, *argv):
    """The answer of carry list as json."""
    found.command = " ".join(("list", *argv))
    return book.program.json("list", *argv)


def check_view(found, view, answer, some):
    """Compares rows and totals of a view."""
    by_id = {it.position["position_id"]: it for it in some}
    rows = {row["position_id"]: row for row in answer["rows"]}
    found.same("", "rows", set(rows), set(by_id), "each position once")
    for key in set(rows) & set(by_id):
        row, known = rows[key], by_id[key]
        name = f"{row['asset']} {key[:8]}"
        found.same(name, "figures", set(VIEWS[view].split()) - set(row), set(), "what the view has")
        check_row(found, name, row, known)
    ahead = set(NAMES) if "next_7d" not in VIEWS[view].split() else set()
    lacks = set(totals_of(some)) - set(answer["totals"]) - ahead
    found.same("totals", "figures", lacks, set(), "what every view has")
    check_totals(found, "totals", answer["totals"], totals_of(some), some)
    if view in ORDERS:
        name, direction = ORDERS[view]
        values = [row[name]["value"] for row in answer["rows"]]
        known = [it for it in values if it is not None]
        own = sorted(known, key=lambda it: direction * it) + [None] * (len(values) - len(known))
        found.same("", "order", values, own, f"by {name}, unknown ones last")


def check_row(found, name, row, known):
    """Compares a position."""
    for figure, shown in row.items():
        if isinstance(shown, dict):
            check_figure(found, name, figure, shown, known.figures.get(figure), known.whys)
    for time in TIMES:
        shown = row.get(time)
        own = getattr(known, time) if time in row else None
        found.same(name, time, shown and instant(shown), own, FORMULAS.get(time, "least next settlement"))
    for side in ("long", "short"):
        legs = [it for it in known.legs or known.position["legs"] if it["side"] == side]
        own = list(dict.fromkeys(it["exchange"] for it in legs))
        found.same(name, side, row[side], own, "exchanges of what is held")
    if "causes" in row:
        own = causes_of(known)
        found.same(name, "causes", sorted(row["causes"]), sorted(own), "FIGURES, 7")
        places = [place_of(it, own.get(it)) for it in row["causes"]]
        found.same(name, "causes", places, sorted(places), "the gravest first, then what costs every day")
        first = next(iter(row["causes"]), None)
        told = (row["cause"], row["severity"])
        found.same(name, "severity", told, (first, severity_of(first)), "that of the gravest cause")


def check_figure(found, row, name, shown, own, whys):
    """Compares a figure: its value, what it is over, whether it is an estimate, and why it is unknown."""
    formula = FORMULAS.get(name, FORMULAS["run_24h"] if name.startswith("run") else "as sent")
    if own is None:
        found.same(row, name, shown, "(no formula)", "figures/position.py")
        return
    found.number(row, name, shown["value"], own.value, formula, SLACK.get(name, own.slack))
    is_about = own.value is not None and own.about
    rest = {"estimate": is_about or ABSENT, "bound": own.bound if own.value is not None else None}
    rest |= {"counted": own.counted, "of": own.of}
    for detail, value in rest.items():
        value = ABSENT if value is None else value
        found.same(row, f"{name}.{detail}", at(shown, detail), value, f"what it rests on: {formula}")
    if "se" in shown or own.se is not None:
        found.number(row, f"{name}.se", at(shown, "se"), own.se, "σ ÷ √max(1, w(1 − ρ) ÷ (1 + ρ))", own.slack)
    if shown["value"] is None:
        why = at(shown, "unknown")
        found.same(row, f"{name}.unknown", why, why if why in whys else sorted(whys), "what it lacks")


def check_totals(found, name, shown, own, some):
    """Compares what positions come to."""
    whys = set().union(*(it.whys for it in some))
    found.number(name, "positions", shown["positions"], len(some), "number of positions")
    for figure, value in shown.items():
        if figure == "record":
            record = ahead_of(some[0].book).record
            found.same(name, figure, value, record, "last week's ranges that held")
        elif isinstance(value, dict):
            check_figure(found, name, figure, value, own.get(figure), whys)


def check_legs(book, found, held):
    """Compares a row for each held leg."""
    rows = answer_of(book, found, "--view", "risk", "--legs")["rows"]
    shown = {(row["position_id"], row["side"], row["exchange"], row["symbol"]): row for row in rows}
    every = [(known, leg, own) for known in held for leg, own in known.of_each_leg()]
    by_leg = {
        (known.position["position_id"], *(leg[it] for it in ("side", "exchange", "symbol"))): (known, own)
        for known, leg, own in every
    }
    found.same("", "rows", sorted(shown), sorted(by_leg), "each held leg once")
    for key in set(shown) & set(by_leg):
        known, own = by_leg[key]
        for figure, value in shown[key].items():
            if isinstance(value, dict):
                check_figure(found, " ".join(key[1:]), figure, value, own.get(figure), known.whys)


def check_groups(found, by, answer, some):
    """Compares the rows of a grouping."""
    check_totals(found, "totals", answer["totals"], totals_of(some), some)
    groups = {}
    for known in some:
        for key in keys_of(known, by):
            groups.setdefault(key, []).append(known)
    rows = {row[by]: row for row in answer["rows"]}
    found.same("", "rows", set(rows), set(groups), "what the positions have in common")
    found.number("", "rows", len(answer["rows"]), len(rows), "each once")
    for key in set(rows) & set(groups):
        own = on_exchange(groups[key], key) if by == "exchange" else totals_of(groups[key])
        check_totals(found, f"{by} {key}", rows[key], own, groups[key])


def keys_of(known, by):
    """The groups of a position."""
    position, legs = known.position, known.legs
    if by == "exchange":
        return {leg["exchange"] for leg in legs}
    if by == "pair":
        sides = [
            {leg["exchange"] for leg in legs or position["legs"] if leg["side"] == side}
            for side in ("long", "short")
        ]
        return ["/".join("+".join(sorted(it)) or "–" for it in sides)]
    return [position["asset"] if by == "asset" else known.book.world.portfolio]


def check_formats(book, found, answers):
    """Compares csv with chosen columns, and lines, with the json of the same figures."""
    found.command = "list --columns, csv"
    names = ["position_id", *sorted({it for view in VIEWS.values() for it in view.split()} - {"age"})]
    cells = book.program.rows("list", "--columns", ",".join(names), "--sort", "position_id")
    rows = {}
    for answer in answers.values():
        for row in answer["rows"]:
            rows[row["position_id"]] = rows.get(row["position_id"], {}) | row
    own = [{name: digits(rows[key][name]) for name in names} for key in sorted(rows)]
    found.same("", "cells", cells, own, "the digits of json")
    found.command = "list --view risk, ndjson"
    *lines, last = map(parse, book.program.text("list", "--view", "risk", "-o", "ndjson").splitlines())
    found.same("", "rows", lines, answers["risk"]["rows"], "a line for each row")
    own = {"totals", "inputs"}, answers["risk"]["totals"]
    found.same("", "last line", (set(last), last.get("totals")), own, "the rest")


def check_sent(book, found):
    """Compares the listing without a view, which is as the service sends it."""
    found.command = "list --performance"
    shown = {it["position_id"]: it for it in book.program.json("list", "--performance")}
    found.number("", "positions", len(shown), len(book.listed), "all pages")
    for position in book.wire.listing():
        record = shown.get(position["position_id"], {})
        for path in ("performance.net_pnl", "performance.apr", "performance.funding_pnl"):
            found.number(position["position_id"], path, at(record, path), at(position, path), "as sent", 0)


def digits(value):
    """A value as csv has it."""
    value = value["value"] if isinstance(value, dict) else value
    return "" if value is None else f"{value:f}" if isinstance(value, Decimal) else value
