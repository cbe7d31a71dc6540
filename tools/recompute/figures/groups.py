"""What positions come to together."""

from figures.ahead import ahead_of
from figures.apr import apr_of
from figures.figure import Figure, sum_of

PARTS = ("net_pnl", "funding_pnl", "spread_pnl", "fees_paid", "fees_estimated_exit")


def totals_of(some):
    """The totals of positions by name."""
    return {
        "size": sum_of((it.figures["size"] for it in some), grows=True),
        "gross_notional": sum_of((it.figures["gross_notional"] for it in some), grows=True),
        "net_notional": sum_of(it.figures["net_notional"] for it in some),
        "unhedged_notional": sum_of((absolute(it.figures["unhedged"]) for it in some), grows=True),
        "margin_to_add": sum_of((own["margin_to_add"] for it in some for _, own in it.by_leg), grows=True),
        "next_24h": sum_of(it.figures["next_24h"] for it in some),
        **{name: sum_of(it.figures[name] for it in held(some)) for name in ("run_24h", "run_7d", "run_30d")},
        **{name: sum_of(part_of(it, name) for it in some) for name in PARTS},
        "rate_7d": rate_of(held(some)),
        "apr": apr_figure(some),
        **(ahead_of(some[0].book).of_group(some) if some else {}),
    }


def held(some):
    """The open ones: a closed position has no funding that could be missing."""
    return [it for it in some if it.position["status"] == "open"]


def absolute(figure):
    """|value|."""
    return Figure(None if figure.value is None else abs(figure.value), figure.about)


def part_of(known, name):
    """A part of the net PnL, where all parts are known."""
    is_whole = all(known.figures[it].value is not None for it in PARTS)
    return known.figures[name] if is_whole else Figure(None)


def rate_of(some):
    """Σ run(7d) × 365 ÷ Σ size × 100 of those that have both."""
    names = ("run_7d", "size")
    both = [it for it in some if all(it.figures[name].value is not None for name in names)]
    run, size = (sum_of(it.figures[name] for it in both) for name in names)
    value = run.value * 36500 / size.value if size.value else None
    return Figure(value, run.about or size.about, len(both), len(some))


def apr_figure(some):
    """The APR since opening."""
    apr = apr_of([it.position for it in some])
    about = apr.is_about or any(it.figures["apr"].about for it in some if it.position in apr.taken)
    return Figure(apr.value, about, apr.counted, len(some))


def on_exchange(some, name):
    """The figures of the legs of positions on an exchange."""
    there = lambda leg: leg["exchange"] == name

    def of(figure, it):
        """A figure of its legs there, where the position has its own."""
        mine, all_ = it.of_legs(figure, there), it.of_legs(figure)
        return Figure(None if all_.value is None else mine.value, all_.about)

    legs = [own["margin_to_add"] for it in some for leg, own in it.by_leg if there(leg)]
    return {
        "gross_notional": sum_of((of("notional", it) for it in some), grows=True),
        "net_notional": sum_of(of("net", it) for it in some),
        "spread_pnl": sum_of(of("gain", it) for it in some),
        "margin_to_add": sum_of(legs, grows=True),
    }
