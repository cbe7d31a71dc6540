"""The figures of a position and of its legs by their names, each with what it rests on."""

from decimal import Decimal

from exact import HUNDRED, ZERO
from figures.ahead import ahead_of
from figures.basis import basis_of_position
from figures.figure import Figure, added, sum_of
from figures.holding import Hedge, held_legs, is_negative, mark_of, price_of, sign_of, worth_of
from figures.margin import Margin, is_thin, margin_of
from figures.multiples import multiples_of
from figures.run import HOURS, turned_of
from figures.uncertainty import RELATIVE, uncertainty_of
from figures.upcoming import upcoming_of
from figures.whys import LEAST_SETTLEMENTS, whys_of
from times import DAY, HOUR, instant

USUAL_MOVE = Decimal(20)
SIDES = ("long", "short")


def is_unsure(book, leg):
    """Whether a leg has a mark that is out of date or without a time."""
    return leg["mark_price"] is not None and not book.is_fresh(leg)


def leg_of(book, position, leg, move):
    """The figures of a held leg that positions and groups sum."""
    mark, unsure, sign = leg["mark_price"], is_unsure(book, leg), sign_of(leg)
    about, now = worth_of(position, leg, price_of(leg)), worth_of(position, leg, mark)
    then, leverage = worth_of(position, leg, leg["open_price"]), leg["leverage"]
    gain = None if None in (now, then) else sign * (now - then)
    add = None if None in (gain, leverage) else max(ZERO, now * move / HUNDRED - then / leverage - gain)
    has_none = leverage is None and "leverage" not in leg["doubted"]
    return {
        "notional": Figure(about, unsure or mark is None),
        "net": Figure(None if now is None else sign * now, unsure),
        "gain": Figure(gain, unsure),
        "margin_to_add": Figure(ZERO) if has_none else Figure(add, unsure),
    }


class Known:
    """A position with its figures."""

    def __init__(self, book, position):
        self.book, self.position = book, position
        self.legs, self.is_countable = held_legs(position), not is_negative(position)
        self.hedge = book.hedge(position)
        self.unsure = any(is_unsure(book, leg) for leg in self.legs)
        self.margins = [(leg, margin_of(book, leg)) for leg in self.legs] if self.is_countable else []
        self.figures = {}
        self.assume(("price", USUAL_MOVE))
        self.figures |= {**self.nearest(), **self.sent(), **self.funding(), **self.next()}
        self.figures |= ahead_of(book).of_position(self)
        self.turned_at = turned_of(book.run(position, "30d"))
        self.whys = whys_of(self)

    def assume(self, stress):
        """Recomputes what rests on a stress."""
        self.stress, move = stress, stress[1] if stress[0] == "price" else USUAL_MOVE
        self.by_leg = [(leg, leg_of(self.book, self.position, leg, move)) for leg in self.legs]
        self.figures |= self.held()

    def of_each_leg(self):
        """The figures that a row of a held leg has, by their names."""
        times = dict(zip(map(id, self.legs), multiples_of(self.legs, self.position["asset"])))
        margins = {id(leg): margin for leg, margin in self.margins}
        for leg, own in self.by_leg:
            margin, unsure = margins.get(id(leg), Margin()), is_unsure(self.book, leg)
            quantity = leg["quantity"] * times[id(leg)] if self.is_countable else None
            in_sd = Figure(margin.in_sd, slack=(margin.in_sd or 0) * RELATIVE)
            yield leg, {
                "quantity": Figure(quantity),
                "leverage": Figure(leg["leverage"]),
                "open_price": Figure(leg["open_price"]),
                "mark_price": Figure(leg["mark_price"], unsure),
                "notional": own["notional"],
                "away": Figure(margin.away),
                "away_sd": in_sd,
                "left": Figure(margin.left),
                "margin_to_add": own["margin_to_add"],
            }

    def of_legs(self, name, some=None):
        """Sum of a figure of its legs; None if one is unknown."""
        parts = [own[name] for leg, own in self.by_leg if some is None or some(leg)]
        value = added(it.value for it in parts) if self.is_countable else None
        return Figure(value, any(it.about for it in parts))

    def held(self):
        """What it holds."""
        hedge, gross = self.hedge, self.of_legs("notional")
        sides = [self.of_legs("notional", lambda leg, side=side: leg["side"] == side).value for side in SIDES]
        return {
            "age": Figure((self.until() - instant(self.position["opened_at"])) / (ZERO + DAY)),
            "size": Figure(None if None in sides else max(sides), gross.about),
            "gross_notional": gross,
            "net_notional": self.of_legs("net"),
            "unhedged": Figure(hedge.unhedged, self.unsure),
            "imbalance": Figure(hedge.imbalance),
            "margin_to_add": sum_of((own["margin_to_add"] for _, own in self.by_leg), grows=True),
            "stressed": self.stressed(),
        }

    def until(self):
        """When it was closed, or now."""
        closed = self.position["closed_at"]
        return instant(closed) if closed else self.book.now

    def nearest(self):
        """Of the leg whose margin is gone first; at most that where another that can be lost is unknown."""
        far = [it for _, it in self.margins if it.why is None and it.away is not None]
        lost = [it for _, it in self.margins if it.can_reach and it.why not in (None, "no_leverage")]
        rest = {"about": True, "bound": "at_most"} if lost else {}
        least = min(far, key=lambda it: it.away, default=None)
        if least is None:
            return {name: Figure(None) for name in ("away", "away_sd", "left")}
        in_sd = Figure(least.in_sd, slack=(least.in_sd or 0) * RELATIVE, **rest)
        return {"away": Figure(least.away, **rest), "away_sd": in_sd, "left": Figure(least.left, **rest)}

    def thin(self):
        """Figures of the legs with a thin margin."""
        thin = [leg for leg, margin in self.margins if is_thin(margin)]
        return [own for leg, own in self.by_leg if leg in thin]

    def stressed(self):
        """What a stress leaves unhedged, or takes."""
        kind, amount = self.stress
        if kind == "basis":
            worth = self.hedge.short_at_long_mark
            return Figure(None if worth is None else -worth * amount / HUNDRED, self.unsure)
        if kind == "down":
            return self.without([leg for leg in self.legs if leg["exchange"] == amount], 1)
        up, down = (self.after(move) for move in (amount, -amount))
        if up[0] != down[0]:
            return (up if up[0] else down)[1]
        is_worse = down[1].value is not None and down[1].value > (up[1].value or 0)
        return (down if is_worse else up)[1]

    def after(self, move):
        """(whether a move takes the margin of a leg, what is unhedged then)."""
        fates = [(leg, fate_of(leg, move / HUNDRED)) for leg in self.legs]
        taken = [leg for leg, fate in fates if fate]
        is_known = all(fate is not None for _, fate in fates)
        return bool(taken), self.without(taken, 1 + move / HUNDRED) if is_known else Figure(None)

    def without(self, gone, factor):
        """|unhedged| without some legs, at moved prices."""
        rest = Hedge(self.position | {"legs": [it for it in self.position["legs"] if it not in gone]})
        is_known = self.is_countable and rest.unhedged is not None
        return Figure(abs(rest.unhedged * factor) if is_known else None, self.unsure)

    def sent(self):
        """What the service computed."""
        sent = self.position["performance"]
        about = self.position["status"] == "open" and self.is_old()
        values = {
            "net_pnl": sent["net_pnl"],
            "funding_pnl": sent["funding_pnl"],
            "spread_pnl": sent["spread_pnl"]["realized"] + sent["spread_pnl"]["unrealized"],
            "fees_paid": sent["fees"]["paid"],
            "fees_estimated_exit": sent["fees"]["estimated_exit"],
            "apr": sent["apr"],
        }
        return {name: Figure(value, about) for name, value in values.items()}

    def is_old(self):
        """Whether its performance is out of date."""
        return abs(self.book.performance_age(self.position)) > HOUR

    def funding(self):
        """Funding at today's size, and the basis."""
        runs = {it: self.book.run(self.position, it) for it in ("24h", "7d", "30d")}
        self.runs = list(runs.values())
        sure = self.sureness(runs["30d"])
        found = {f"run_{it}": Figure(run.per_day, is_short(run), **sure(it, run)) for it, run in runs.items()}
        week, size = runs["7d"], self.figures["size"]
        is_known = week.per_day is not None and size.value and week.fewest >= LEAST_SETTLEMENTS
        rate = week.per_day * 36500 / size.value if is_known else None
        basis, worth = basis_of_position(self.book, self.position), self.hedge.short_at_long_mark
        is_lacking = basis.now is None or worth is None
        back = None if is_lacking else (basis.now - basis.mean) * worth / HUNDRED
        found["rate_7d"] = Figure(rate, size.about or is_short(week))
        return found | {"basis": Figure(basis.now), "basis_usd": Figure(back, self.unsure)}

    def sureness(self, month):
        """How sure a run is, by the periods of 30 days."""
        series = month.series
        sure = None if series is None else uncertainty_of(series.values, series.clock.period)

        def of(window, run):
            """The standard error of a known run."""
            if sure is None or run.per_day is None:
                return {}
            periods = -(-HOURS[window] * HOUR // series.clock.period)
            se = sure.se(periods) * DAY / series.clock.period
            return {"se": se, "slack": abs(se) * RELATIVE + Decimal("1e-12")}

        return of

    def next(self):
        """What the settlements to come pay at their last rates."""
        self.coming = legs = upcoming_of(self.position, self.book.market, self.book.now)
        self.next_at = min((it.next for it in legs if it.next is not None), default=None)
        found = {}
        for side in SIDES:
            due = [it for it in legs if it.leg["side"] == side and it.next in (None, self.next_at)]
            found[f"next_{side}"] = sum_of(Figure(it.pays, self.is_guess(it)) for it in due)
        day = sum_of(Figure(it.pays_24h, it.about or self.is_guess(it)) for it in legs)
        day.value = day.value if day.counted == day.of else None
        return found | {"next_24h": day}

    def is_guess(self, coming):
        """Whether a settlement to come is at the mark of the last event, or at one that may be old."""
        return mark_of(coming.leg) is None or is_unsure(self.book, coming.leg)


def is_short(run):
    """Whether hours of a run are missing."""
    return run.series is not None and run.covered_hours < run.wanted_hours


def fate_of(leg, move):
    """Whether a move takes the margin of a leg, if it has one; None if that is not known."""
    open_price, mark, leverage, sign = leg["open_price"], mark_of(leg), leg["leverage"], sign_of(leg)
    if leverage is None and "leverage" not in leg["doubted"]:
        return False
    if None in (open_price, mark, leverage):
        return None
    gone = open_price * (leverage - sign) / leverage
    is_past = lambda price: sign * (price - gone) <= 0
    return None if is_past(mark) else gone > 0 and is_past(mark * (1 + move))
