"""The moves of a book: each position to each other pair of markets of its asset, at its size."""

from dataclasses import dataclass
from decimal import Decimal

from exact import ZERO
from figures.ahead import ahead_of
from figures.days import pair_days
from figures.clock import clock_of
from figures.holding import held_legs, is_negative, price_of, sign_of, size_of, worth_of
from figures.multiples import NEAR, multiples_of, within
from figures.next_week import Said
from times import DAY, minute_of

LIKELY = 0.8
WEEK_HOURS = 168


@dataclass
class Move:
    """A position and a pair that it could move to."""

    position: dict
    long: int
    short: int
    said: Said
    fees: Decimal
    end: int
    changed: list

    @property
    def chance(self):
        """Of having earned the fees in 7 days; below zero where it is unknown."""
        return self.said.chance(self.fees) if self.said.has_range else -1

    @property
    def gain(self):
        """What is left after the fees."""
        return self.said.f() - self.fees

    @property
    def is_reverse(self):
        """Whether each leg goes to the market of the other side."""
        other = {1: self.short, -1: self.long}
        return all(int(leg["market_id"]) == other[sign_of(leg)] for leg in held_legs(self.position))

    def back_by(self):
        """E + h days; None where that is not within 30."""
        days = self.said.back_by(self.fees) if self.said.has_range else None
        return None if days is None else self.end + days * DAY


def price_at_hand(leg):
    """The mark price, else the open price."""
    return leg["open_price"] if leg["mark_price"] is None else leg["mark_price"]


class Rotation:
    """The moves of some positions of a book, at a fee of a fill."""

    def __init__(self, book, positions, fee):
        self.book, self.ahead, self.fee = book, ahead_of(book), fee
        self.candidates = {it["position_id"]: self.moves_of(it) for it in positions}
        self.counted, taken = {}, set()
        every = [it for them in self.candidates.values() for it in them]
        likely = [it for it in every if it.chance >= LIKELY]
        for move in sorted(likely, key=lambda it: -it.gain):
            entered = {self.to(move, leg) for leg in move.changed}
            if move.position["position_id"] not in self.counted and not entered & taken:
                self.counted[move.position["position_id"]] = move
                taken |= entered
        self.best = dict(self.counted)
        for key, them in self.candidates.items():
            free = [it for it in them if not {self.to(it, leg) for leg in it.changed} & taken]
            if key not in self.best and free:
                self.best[key] = min(free, key=lambda it: (-it.chance, -it.gain))

    @staticmethod
    def to(move, leg):
        """The market that takes the place of that of a leg."""
        return move.long if leg["side"] == "long" else move.short

    def gain(self):
        """USD a day."""
        return sum((it.said.f() for it in self.counted.values()), ZERO) / 7

    def moves_of(self, position):
        """The moves of a position of which something can be said."""
        series, held = self.ahead.series(position), held_legs(position)
        if series is None or {leg["side"] for leg in held} != {"long", "short"} or is_negative(position):
            return []
        markets = sorted(self.markets_for(position))
        pairs = [(long, short) for long in markets for short in markets if long != short]
        moves = [self.move(position, series, long, short) for long, short in pairs]
        return [it for it in moves if it is not None and len(it.said.parts) == 2]

    def markets_for(self, position):
        """Markets of its asset, and what it holds, where a unit is the asset."""
        held = {int(leg["market_id"]): leg["symbol"] for leg in held_legs(position)}
        listed = {it.id: it.symbol for it in self.book.world.markets if it.asset == position["asset"]}
        for key, symbol in (held | listed).items():
            events = self.book.market(key)
            if events is not None and self.is_of_asset(position, symbol, events):
                yield key

    def is_of_asset(self, position, symbol, events):
        """Whether the newest mark says so."""
        marks = [e.mark for e in events if e.mark is not None and e.time <= minute_of(self.book.now)]
        if not marks:
            return False
        other = {"symbol": symbol, "open_price": None, "mark_price": marks[-1]}
        legs = [it | {"mark_price": price_at_hand(it)} for it in held_legs(position)] + [other]
        times = multiples_of(legs, position["asset"])
        first = legs[0]["mark_price"]
        return bool(first) and within(marks[-1] / times[-1] / (first / times[0]), NEAR)

    def move(self, position, series, long, short):
        """A move; None to what is held."""
        to = {"long": long, "short": short}
        changed = [leg for leg in held_legs(position) if int(leg["market_id"]) != to[leg["side"]]]
        if not changed:
            return None
        both = [self.book.market(it) for it in (long, short)]
        size = size_of(position)
        parts = [(pair_days(*both, self.book.now), size), (series, -size)]
        said = Said(self.ahead.pool, self.ahead.q, parts, size)
        worth = [worth_of(position, leg, price_of(leg)) for leg in changed]
        fees = sum(worth, ZERO) * 2 * self.fee  # out, and in where it goes
        own = [self.book.market(leg["market_id"]) for leg in held_legs(position)]
        end = min(clock_of(it, WEEK_HOURS, self.book.now).end for it in (both, own))
        return Move(position, long, short, said, fees, end, changed)
