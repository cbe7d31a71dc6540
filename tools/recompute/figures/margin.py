"""Where the initial margin of a leg is gone, and how far away that is."""

from dataclasses import dataclass

from exact import HUNDRED
from figures.daily import distance_in_sd
from figures.holding import sign_of

LEAST_SD = 3


@dataclass
class Margin:
    """Distance of a leg; `why` says what cannot be judged."""

    gone_at: object = None
    away: object = None
    left: object = None
    why: str = None
    in_sd: object = None
    can_reach: bool = True


def margin_of(book, leg):
    """The distance of a leg, also in daily sd of its mark."""
    found = distance_of(book, leg)
    if found.gone_at is not None and found.gone_at <= 0:
        found.can_reach, found.away = False, None
    elif found.why is None and leg["market_id"] is not None:
        moves = book.daily_sd(leg["market_id"])
        found.in_sd = distance_in_sd(found, leg["mark_price"], moves)
    return found


def distance_of(book, leg):
    """gone at = open × (1 − sign ÷ leverage); away and left from the mark."""
    found = Margin()
    open_price, mark, leverage = leg["open_price"], leg["mark_price"], leg["leverage"]
    sign = sign_of(leg)
    if leverage is None or leverage <= 0:
        found.why = "implausible" if leg.get("leverage_doubted") else "no_leverage"
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
    away = sign * (mark * leverage - open_price * (leverage - sign)) * HUNDRED / (leverage * mark)
    if away <= 0:
        found.why = "past"
        return
    found.away = away
    left = (open_price + sign * leverage * (mark - open_price)) / open_price
    found.left = left * HUNDRED


def is_thin(margin, limit=10):
    """Under 3 daily sd, else 10 %, and more than half lost; None if it cannot be judged."""
    if margin.why is not None:
        return None
    if not margin.can_reach:
        return False
    is_near = margin.away < limit if margin.in_sd is None else margin.in_sd < LEAST_SD
    return is_near and margin.left < 50
