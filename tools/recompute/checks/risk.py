"""carry positions risk, with stresses."""

from checks.stress import STRESSES, check_stress
from differences import ABSENT, Differences, at
from exact import HUNDRED, is_cents, total
from figures.holding import about, at_mark, held_legs, is_negative
from figures.margin import Margin, is_thin, margin_of, readable_price
from figures.totals import Sum, about_gross, exposure_of
from figures.uncertainty import RELATIVE

GONE = "open × (1 − sign ÷ leverage)"
AWAY = "sign × (m − gone at) ÷ m × 100"
LEFT = "(1 + sign × leverage × (m ÷ open − 1)) × 100"
UNHEDGED = "net quantity × mean mark of the larger side"


def check(book):
    """Compares legs, what is unhedged, stresses and totals."""
    answer = book.program.json("positions", "risk", "--stress", ",".join(STRESSES))
    found = Differences("positions risk")
    legs = [(it, leg) for it in book.open for leg in held_legs(it)]
    rows = {key(row["position_id"], row): row for row in answer["rows"]}
    wanted = {key(it["position_id"], leg) for it, leg in legs}
    found.same("", "legs", set(rows), wanted, "held legs of open positions")
    for position, leg in legs:
        name = key(position["position_id"], leg)
        if name in rows:
            check_leg(book, found, f"{position['asset']} {' '.join(name)}", rows[name], position, leg)
    check_unhedged(book, found, answer["unhedged"])
    check_totals(book, found, answer["totals"], legs)
    check_returns(book, found, answer)
    check_stress(book, found, answer["stress"])
    return found


def key(position_id, leg):
    """What tells a leg from another."""
    return position_id, leg["side"], leg["exchange"], leg["symbol"]


def margin_notional(position, leg):
    """Notional ÷ leverage."""
    worth, leverage = at_mark(position, leg), leg["leverage"]
    if worth is None or leverage is None or leverage <= 0 or is_negative(position):
        return None
    return worth / leverage


def check_leg(book, found, name, row, position, leg):
    """Compares one leg."""
    negative = is_negative(position)
    margin = Margin(why="quantity_negative") if negative else margin_of(book, leg)
    worth = None if negative else at_mark(position, leg)
    found.figure(name, "notional", row, worth, "q × m")
    found.figure(name, "margin", row, margin_notional(position, leg), "q × m ÷ leverage")
    gone = "bankruptcy_price" if "bankruptcy_price" in row else "gone_at"
    found.figure(name, gone, row, readable_price(margin.gone_at), GONE, 0)
    found.figure(name, "distance" if "distance" in row else "away", row, margin.away, AWAY)
    found.figure(name, "left", row, margin.left, LEFT)
    if at(row, "distance_sd") is not ABSENT:
        slack = (margin.in_sd or 0) * RELATIVE
        found.figure(name, "distance_sd", row, margin.in_sd, "|ln(bankruptcy price ÷ m)| ÷ daily sd", slack)
    found.same(name, "thin", row["thin"], is_thin(margin), "near (3 sd, else 10 %) and left < 50 %")
    found.same(name, "unknown", row.get("unknown", {}).get("code"), margin.why, "why there is no distance")
    far = margin.why is None and not margin.can_reach
    shown = row["distance"].get("unknown") == "not_reachable"
    found.same(name, "not_reachable", shown, far, "bankruptcy price at or below zero")


def check_unhedged(book, found, rows):
    """Compares the positions whose unhedged amount is not zero."""
    shown = {row["position_id"]: row for row in rows}
    for position in book.open:
        hedge, row = book.hedge(position), shown.get(position["position_id"])
        name = f"{position['asset']} {position['position_id'][:8]}"
        unhedged = hedge.unhedged
        is_listed = unhedged is None or is_cents(unhedged)
        if row is None:
            found.same(name, "unhedged listed", False, is_listed, "U is unknown or not 0.00")
            continue
        found.figure(name, "unhedged", row, unhedged, UNHEDGED)
        found.number(name, "net_quantity", row["net_quantity"], hedge.net, "long − short", 0)
        found.figure(name, "imbalance", row, hedge.imbalance, "|net| ÷ larger side × 100")


def check_totals(book, found, totals, legs):
    """Compares sums over positions and legs."""
    gross = Sum(book.open, lambda it: about_gross(it) if it["legs"] else None)
    found.sum("", "gross_notional", totals, gross, "Σ q × m, the open price without a mark")
    net = Sum(book.open, lambda it: exposure_of(it)[1])
    found.sum("", "net_notional", totals, net, "Σ sign × q × m")
    unhedged = Sum(book.open, lambda it: absolute(book.hedge(it).unhedged))
    found.sum("", "unhedged_notional", totals, unhedged, "Σ |U|")
    margin = Sum(legs, lambda it: margin_notional(*it), lambda it: about(*it))
    found.sum("", "margin", totals, margin, "Σ q × m ÷ leverage")
    thin = sum(is_thin(margin_of(book, leg)) is True for it, leg in legs if not is_negative(it))
    found.number("", "thin", totals.get("thin", ABSENT), thin, "legs with a thin margin")


def check_returns(book, found, answer):
    """Compares the return on margin of positions, where json has it."""
    shown = [it for part in answer.values() if isinstance(part, list) for it in part]
    by_id = {it["position_id"]: it for it in shown if isinstance(it, dict) and "return_on_margin" in it}
    for position in book.open:
        if position["position_id"] in by_id:
            name = f"{position['asset']} {position['position_id'][:8]}"
            row, net = by_id[position["position_id"]], position["performance"]["net_pnl"]
            margin = total(margin_notional(position, leg) for leg in held_legs(position))
            value = None if net is None or not margin else net * HUNDRED / margin
            found.figure(name, "return_on_margin", row, value, "net PnL ÷ Σ notional ÷ leverage × 100")


def absolute(value):
    """|value|; None stays None."""
    return None if value is None else abs(value)

