"""Legs by exchange: what is held, and what all of them were paid."""

from differences import ABSENT, at
from exact import HUNDRED, ZERO, total
from figures.holding import about, at_mark, held_legs, is_negative, price_pnl, sign_of
from figures.totals import Sum, about_gross, exposure_of


def check_exchanges(book, found):
    """Compares carry positions summary --by exchange."""
    answer = book.program.json("positions", "summary", "--by", "exchange", "--status", "all")
    full = [book.wire.whole(it["position_id"]) for it in book.listed]
    names = sorted({leg["exchange"] for it in full for leg in it["legs"]})
    rows = {row["group"]: row for row in answer["rows"]}
    found.same("--by exchange", "groups", sorted(rows), names, "the exchanges of all legs")
    everything = [(it, leg) for it in full for leg in it["legs"]]
    held = [(it, leg) for it in full for leg in held_legs(it)]
    whole, lacking = known_gross(held)
    for name in names:
        here = lambda legs, name=name: [it for it in legs if it[1]["exchange"] == name]
        row = rows.get(name, {})
        check_held(found, f"--by exchange: {name}", row, here(held))
        check_all(found, f"--by exchange: {name}", row, here(everything))
        own, lacks = known_gross(here(held))
        is_told = whole and lacks in (0, lacking)
        bound = ("at_least" if lacks else "at_most") if is_told and lacking else ABSENT
        share = own * HUNDRED / whole if is_told else None
        formula = "gross ÷ gross of all × 100, a bound while legs are unknown here or elsewhere alone"
        found.figure(f"--by exchange: {name}", "gross_share", row, share, formula)
        shown = at(row, "gross_share.bound")
        found.same(f"--by exchange: {name}", "gross_share.bound", shown, bound, formula)
    totals = answer["totals"]
    check_held(found, "--by exchange: totals", totals, held, is_total=True)
    net = Sum(full, lambda it: exposure_of(it)[1])
    found.sum("--by exchange: totals", "net_notional", totals, net, "that of the positions")
    gross = Sum(full, lambda it: about_gross(it) if it["legs"] else None)
    found.sum("--by exchange: totals", "gross_notional", totals, gross, "that of the positions")
    check_sources(found, totals, full)


def worth(item):
    """Notional with the open price for a missing mark."""
    return None if is_negative(item[0]) else about(*item)


def known_gross(legs):
    """(Σ known notionals, number of unknown ones)."""
    known = [it for it in map(worth, legs) if it is not None]
    return sum(known, ZERO), len(legs) - len(known)


def check_held(found, name, row, held, is_total=False):
    """Compares the sums over held legs; net and gross of all are those of the positions."""

    def notional(item):
        """q × m of a leg."""
        return None if is_negative(item[0]) else at_mark(*item)

    def margin(item):
        """Notional ÷ leverage."""
        value, leverage = notional(item), item[1]["leverage"]
        return value / leverage if value is not None and leverage and leverage > 0 else None

    def unrealized(item):
        """Price PnL where every held leg has one."""
        known = total(price_pnl(leg) for leg in held_legs(item[0])) is not None
        return price_pnl(item[1]) if known and not is_negative(item[0]) else None

    def signed(item):
        """Notional with the sign of its side, where the position has a net notional."""
        known = exposure_of(item[0])[1] is not None
        return sign_of(item[1]) * notional(item) if known else None

    def gross(item):
        """Notional with the open price for a missing mark, where the position has a gross notional."""
        return None if about_gross(item[0]) is None else worth(item)

    for side in ("long", "short"):
        some = [it for it in held if it[1]["side"] == side]
        check_sum(found, name, f"{side}_notional", row, some, notional, "Σ q × m of the side")
    if not is_total:
        check_sum(found, name, "net_notional", row, held, signed, "Σ sign × q × m")
        check_sum(found, name, "gross_notional", row, held, gross, "Σ q × m, the open price without a mark")
    check_sum(found, name, "margin", row, held, margin, "Σ q × m ÷ leverage")
    check_sum(found, name, "spread_pnl_unrealized", row, held, unrealized, "Σ sign × q × (m − open)")


def check_sum(found, name, figure, row, legs, value_of, formula):
    """Compares a sum over legs; nothing held is 0."""
    own = Sum(legs, value_of, worth)
    own.value = own.value if legs else ZERO
    found.sum(name, figure, row, own, formula)


def funding_of(leg):
    """The override if set, else as calculated."""
    override = leg["funding"]["override"]
    return leg["funding"]["calculated"] if override is None else override


def fees_of(leg):
    """Fees paid for opening and closing."""
    return leg["open_fee_paid"] + (leg["close_fee_paid"] or ZERO)


def check_all(found, name, row, legs):
    """Compares funding and fees of all legs, closed ones too."""
    funding = total(funding_of(leg) for _, leg in legs)
    fees = total(fees_of(leg) for _, leg in legs)
    found.figure(name, "funding", row, funding, "Σ override, else calculated", counted=len(legs))
    found.figure(name, "fees_paid", row, fees, "Σ open_fee_paid + close_fee_paid", counted=len(legs))


def check_sources(found, totals, full):
    """Compares the sums of legs with those of the performances."""
    sources = {
        "funding": (funding_of, lambda it: it["performance"]["funding_pnl"]),
        "fees_paid": (fees_of, lambda it: it["performance"]["fees"]["paid"]),
    }
    for figure, (of_leg, of_position) in sources.items():
        legs = total(of_leg(leg) for it in full for leg in it["legs"])
        performances = total(of_position(it) for it in full)
        name, holder = f"--by exchange: {figure}", at(totals, figure)
        found.figure(name, "legs", holder, legs, "Σ of the legs")
        found.figure(name, "performances", holder, performances, "Σ of the performances")
        found.figure(name, "difference", holder, legs - performances, "legs − performances")
