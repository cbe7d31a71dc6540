"""carry positions risk, with stresses."""

from checks.stress import STRESSES, absolute, check_stress, down_of
from differences import ABSENT, Differences
from exact import HUNDRED, is_cents, total
from figures.holding import about, at_mark, held_legs, is_negative
from figures.margin import Margin, is_thin, margin_of
from figures.totals import Sum, about_gross, exposure_of
from figures.uncertainty import RELATIVE

GONE = "open × (1 − sign ÷ leverage)"
AWAY = "sign × (m − gone at) ÷ m × 100"
LEFT = "(1 + sign × leverage × (m ÷ open − 1)) × 100"
RETURN = "net PnL ÷ Σ notional ÷ leverage × 100"
UNHEDGED = "net quantity × mean mark of the larger side"


def check(book):
    """Compares legs, what is unhedged, stresses and totals."""
    stresses = STRESSES + [f"down={it}" for it in down_of(book)]
    answer = book.program.json("positions", "risk", "--stress", ",".join(stresses))
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
    found.figure(name, "bankruptcy_price", row, margin.gone_at, GONE)
    found.figure(name, "distance", row, margin.away, AWAY)
    found.figure(name, "left", row, margin.left, LEFT)
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
    why = [None if is_negative(it) else margin_of(book, leg).why for it, leg in legs]
    lacking = why.count("no_leverage")
    unknown = len(why) - why.count(None) - lacking + sum(is_negative(it) for it, _ in legs)
    found.number("", "without_leverage", totals["without_leverage"], lacking, "legs without leverage")
    found.number("", "unknown", totals["unknown"], unknown, "legs that cannot be judged")


def check_returns(book, found, answer):
    """Compares the return on margin of positions, and of those with both together."""
    rows = {row["position_id"]: row for row in answer["unhedged"]}
    nets, margins = [], []
    for position in book.open:
        net = position["performance"]["net_pnl"]
        margin = total(margin_notional(position, leg) for leg in held_legs(position))
        value = None if net is None or not margin else net * HUNDRED / margin
        if net is not None and margin is not None:
            nets.append(net)
            margins.append(margin)
        if position["position_id"] in rows:
            name, row = f"{position['asset']} {position['position_id'][:8]}", rows[position["position_id"]]
            found.figure(name, "return_on_margin", row, value, RETURN, margin=margin)
    whole = total(margins)
    value = sum(nets) * HUNDRED / whole if whole else None
    details = {"counted": len(margins), "of": len(book.open), "margin": whole}
    found.figure("", "return_on_margin", answer["totals"], value, RETURN, **details)
