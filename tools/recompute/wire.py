"""What the service sends now, read back as a client reads it: what is credible of it."""

import json
from decimal import Decimal

from exact import sent
from figures.credible import credible_events, credible_position
from figures.holding import held_legs, is_doubtful
from service import answer
from times import instant


class Wire:
    """Answers of the service to a world as it is now."""

    def __init__(self, world):
        self.world, self.now = world, world.now
        self.histories = {}
        self.details = {}
        self.listed = None
        self.marks = None

    def get(self, target):
        """The body of an answer: numbers as doubles, in decimals."""
        status, body = answer(self.world, target, f"Bearer {self.world.key}")
        if status != 200:
            return None
        return json.loads(json.dumps(body), parse_float=sent, parse_int=Decimal)

    def listing(self):
        """Every position with its performance, as sent."""
        if self.listed is None:
            target = f"/v1/portfolios/{self.world.portfolio}/positions?include=performance"
            self.listed, cursor = [], ""
            while cursor is not None:
                page = self.get(target + (f"&cursor={cursor}" if cursor else ""))
                self.listed += page["data"]
                cursor = page["next_cursor"]
        return self.listed

    def positions(self):
        """Every position as listed."""
        return [credible_position(it) for it in self.listing()]

    def detail(self, position_id):
        """A position in full."""
        if position_id not in self.details:
            self.details[position_id] = self.get(f"/v1/positions/{position_id}")["data"]
        return self.details[position_id]

    def whole(self, position_id):
        """A position as listed, with the legs of its detail."""
        listed = next(it for it in self.listing() if it["position_id"] == position_id)
        return credible_position(listed | {"legs": self.detail(position_id)["legs"]})

    def checked(self):
        """Every position, with its legs in full where the listing leaves open what is held."""
        return [self.whole(it["position_id"]) if is_doubtful(it) else it for it in self.positions()]

    def held_marks(self):
        """The newest mark, with its time, of the legs that are held in each market."""
        if self.marks is None:
            self.marks = {}
            for position in self.checked():
                for leg in held_legs(position):
                    key, time = leg["market_id"], leg["mark_price_updated_at"]
                    if key is None or leg["mark_price"] is None or time is None:
                        continue
                    mark = (leg["mark_price"], instant(time), leg["open_price"])
                    if int(key) not in self.marks or mark[1] >= self.marks[int(key)][1]:
                        self.marks[int(key)] = mark
        return self.marks

    def points(self, market_id):
        """Settled events of a market as sent."""
        return self.get(f"/v1/funding/history/{int(market_id)}")["data"]

    def history(self, market_id):
        """Credible events of a market, oldest first."""
        key = int(market_id)
        if key not in self.histories:
            held = self.held_marks().get(key)
            self.histories[key] = credible_events(self.points(key)[::-1], self.now, held)
        return self.histories[key]
