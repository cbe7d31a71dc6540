"""Where the initial margin of a leg is gone, and how far away that is."""

from dataclasses import dataclass

from exact import HUNDRED, rounded
from figures.holding import sign_of


@dataclass
class Margin:
    """Distance of a leg; `why` says what cannot be judged."""

    gone_at: object = None
    away: object = None
    left: object = None
    why: str = None


def margin_of(book, leg):
    """gone at = open × (1 − sign ÷ leverage); away and left from the mark."""
    found = Margin()
    open_price, mark, leverage = leg["open_price"], leg["mark_price"], leg["leverage"]
    sign = sign_of(leg)
    if leverage is None or leverage <= 0:
        found.why = "no_leverage"
        return found
    if open_price is not None and open_price > 0:
        found.gone_at = open_price * (leverage - sign) / leverage
    if mark is None:
        found.why = "mark_missing"
    elif found.gone_at is None or mark <= 0:
        found.why = "price"
    elif leg["mark_price_updated_at"] is None:
        found.why = "mark_undated"
    elif book.is_stale(leg):
        found.why = "mark_old"
    else:
        judge(found, sign, open_price, mark, leverage)
    return found


def judge(found, sign, open_price, mark, leverage):
    """The distance at a fresh mark."""
    away = rounded(sign * (mark * leverage - open_price * (leverage - sign)) * HUNDRED / (leverage * mark))
    if away <= 0:
        found.why = "past"
        return
    found.away = away
    left = (open_price + sign * leverage * (mark - open_price)) / open_price
    found.left = rounded(left * HUNDRED)


def is_thin(margin, limit=10):
    """Under the limit and more than half lost; None if it cannot be judged."""
    if margin.why is not None:
        return None
    return margin.away < limit and margin.left < 50


def readable_price(price):
    """Eight decimals, or eight significant digits below 1."""
    if price is None or price == 0:
        return price
    return rounded(price, max(8, 7 - price.adjusted()))
