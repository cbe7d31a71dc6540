"""What the service sends now, read back as a client reads it."""

import json
from decimal import Decimal

from exact import sent
from service import answer


class Wire:
    """Answers of the service to a world as it is now."""

    def __init__(self, world):
        self.world = world
        self.histories = {}
        self.details = {}

    def get(self, target):
        """The body of an answer: numbers as doubles, in decimals."""
        status, body = answer(self.world, target, f"Bearer {self.world.key}")
        if status != 200:
            return None
        return json.loads(json.dumps(body), parse_float=sent, parse_int=Decimal)

    def positions(self):
        """Every position, with its performance."""
        target = f"/v1/portfolios/{self.world.portfolio}/positions?include=performance"
        found, cursor = [], None
        while True:
            page = self.get(target + (f"&cursor={cursor}" if cursor else ""))
            found += page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return found

    def detail(self, position_id):
        """A position in full."""
        if position_id not in self.details:
            self.details[position_id] = self.get(f"/v1/positions/{position_id}")["data"]
        return self.details[position_id]

    def history(self, market_id):
        """Settled events of a market, oldest first."""
        key = int(market_id)
        if key not in self.histories:
            self.histories[key] = self.get(f"/v1/funding/history/{key}")["data"][::-1]
        return self.histories[key]
