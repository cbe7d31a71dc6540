"""The other pairs of a position's asset against the one that is held, each on its own clock."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from exact import ZERO, is_cents
from figures.clock import clock_of, series_of
from figures.holding import held_legs, is_negative, sign_of
from figures.multiples import multiples_of, within, NEAR
from figures.run import paid
from times import DAY

WEEK, MONTH = 168, 720


@dataclass
class Candidate:
    """A pair that the position could move to."""

    run: object
    gain: object
    cost: object
    pays_back: object
    sizes: list


def as_leg(symbol, price):
    """A market by itself."""
    return {"symbol": symbol, "open_price": None, "mark_price": price}


def price_of(leg):
    """The mark price, else the open price."""
    return leg["open_price"] if leg["mark_price"] is None else leg["mark_price"]


def run_over(series):
    """The run over all periods of a clock; None if it is unknown."""
    whole = range(series.clock.count)
    summed = series.known(whole)
    if summed is None:
        return None
    return summed * DAY / (series.total(whole)[1] * series.clock.period)


def lack_over(events, clock):
    """Why a market is not known over a clock by itself; None if it is."""
    series = series_of(clock, [(events, 1)], paid)
    whole = range(clock.count)
    if series.conflicts(whole):
        return "conflicting"
    return "uncovered" if series.total(whole)[1] * 100 < clock.count * 95 else None


class Rotation:
    """Candidates of a position by (long, short)."""

    def __init__(self, position, markets, prices, symbols, now, fee):
        """`markets`: {id: events} of the asset; `prices`: their newest marks; `symbols` by id."""
        self.position, self.held = position, held_legs(position)
        self.markets, self.prices, self.now, self.fee = markets, prices, now, fee
        self.symbols = symbols
        self.candidates, self.held_run = {}, None
        self.held_run = run_over(self.held_series(clock_of(self.held_markets(), WEEK, now)))
        if self.held_run is None:
            return
        alone = {it: clock_of([markets[it]], WEEK, now) for it in markets}
        lacking = {it for it in markets if lack_over(markets[it], alone[it])}
        for pair in combinations(sorted(markets), 2):
            if self.legs(pair) is not None and not lacking & set(pair):
                self.judge(pair, clock_of([markets[it] for it in pair], WEEK, now))

    def held_markets(self):
        """The markets that are held."""
        return [self.markets[int(leg["market_id"])] for leg in self.held]

    def held_series(self, clock):
        """What is held was paid, by period."""
        weights = [-sign_of(leg) * leg["quantity"] for leg in self.held]
        return series_of(clock, list(zip(self.held_markets(), weights)), paid)

    def legs(self, pair):
        """(multiple of each held leg, of both markets); None if they are of another unit."""
        legs = self.held + [as_leg(self.symbols[it], self.prices[it]) for it in pair]
        times = multiples_of(legs, self.position["asset"])
        units = [None if price_of(leg) is None else price_of(leg) / it for leg, it in zip(legs, times)]
        for unit in units[-2:]:
            if units[0] is None or not within(unit / units[0], NEAR):
                return None
        return times[:-2], times[-2:]

    def judge(self, pair, clock):
        """Adds a pair, in the direction that was paid, unless it is held or not known."""
        held_times, times = self.legs(pair)
        sides = {1: ZERO, -1: ZERO}
        for leg, multiple in zip(self.held, held_times):
            sides[sign_of(leg)] += leg["quantity"] * multiple
        size = max(sides.values())
        sizes = [size / it for it in times]
        series = self.pair_series(pair, sizes, clock)
        run = run_over(series)
        if run is None:
            return
        if run < 0:
            pair, sizes = pair[::-1], sizes[::-1]
            series = self.pair_series(pair, sizes, clock)
            run = run_over(series)
        there = {"long": pair[0], "short": pair[1]}
        if all(int(leg["market_id"]) == there[leg["side"]] for leg in self.held):
            return
        traded = ZERO
        for market, side, quantity in zip(pair, ("long", "short"), sizes):
            own = [it["quantity"] for it in self.held if it["market_id"] == market and it["side"] == side]
            traded += max(ZERO, quantity - sum(own, ZERO)) * self.prices[market]
        gain, cost = run - self.held_run, traded * self.fee * 2
        days = cost / gain if gain > 0 and is_cents(gain) else None
        self.candidates[pair] = Candidate(run, gain, cost, days, sizes)

    def pair_series(self, pair, sizes, clock):
        """What a pair was paid, by period."""
        weighted = [(self.markets[pair[0]], -sizes[0]), (self.markets[pair[1]], sizes[1])]
        return series_of(clock, weighted, paid)

    def month_series(self, pair):
        """What a pair was paid, by period of 30 days of its own markets."""
        clock = clock_of([self.markets[it] for it in pair], MONTH, self.now)
        return self.pair_series(pair, self.candidates[pair].sizes, clock)

    def gain_series(self, pair):
        """What a pair was paid more than what is held, by period of 30 days."""
        both = [self.markets[it] for it in pair]
        clock = clock_of(self.held_markets() + both, MONTH, self.now)
        series = self.pair_series(pair, self.candidates[pair].sizes, clock)
        held = self.held_series(clock)
        series.values = [
            None if a is None or b is None else a - b for a, b in zip(series.values, held.values)
        ]
        return series


def can_rotate(position):
    """Whether a position holds something on both sides in markets with an id."""
    held = held_legs(position)
    sides = {leg["side"] for leg in held}
    named = all(leg["market_id"] is not None for leg in held)
    return position["status"] == "open" and len(sides) == 2 and named and not is_negative(position)
