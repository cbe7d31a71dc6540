"""APR since opening of several positions: Σ net × 36500 ÷ Σ capital × days."""

from dataclasses import dataclass, field
from decimal import Decimal

from exact import ZERO, median
from figures.holding import held_legs, is_negative

LEAST_APR = Decimal("0.05")
LEAST_RATIO, MOST_RATIO = Decimal("0.05"), Decimal("2.5")


@dataclass
class Apr:
    """The APR, the capital that it rests on, and of which positions."""

    value: Decimal = None
    capital: Decimal = None
    counted: int = 0
    estimated: int = 0
    is_about: bool = False
    taken: list = field(default_factory=list)


def half_of_entry(position):
    """Half the entry notional of what is held; None if it is unknown or nothing."""
    legs = held_legs(position)
    if not legs or is_negative(position) or any(leg["open_price"] is None for leg in legs):
        return None
    half = sum((leg["quantity"] * leg["open_price"] for leg in legs), ZERO) / 2
    return half if half > 0 else None


def capital_days(position):
    """Capital × days that the APR of a position implies; None where it cannot be believed."""
    sent, half = position["performance"], half_of_entry(position)
    net, apr, days = sent["net_pnl"], sent["apr"], sent["duration_days"]
    if abs(apr) < LEAST_APR or net * apr <= 0:
        return None
    implied = net * 36500 / apr
    if half is not None:
        ratio = implied / days / half
        if not LEAST_RATIO <= ratio <= MOST_RATIO:
            return None
    return implied


def apr_of(positions):
    """The APR of some positions together."""
    both = []
    for it in positions:
        sent = it["performance"]
        if sent["net_pnl"] is not None and sent["apr"] is not None and sent["duration_days"] > 0:
            both.append(it)
    implied = [(it, capital_days(it), half_of_entry(it)) for it in both]
    days_of = lambda it: it["performance"]["duration_days"]
    ratios = [own / days_of(it) / half for it, own, half in implied if own and half]
    usual = median(ratios) if ratios else Decimal(1)
    found, taken, guessed = Apr(), [], ZERO
    for it, own, half in implied:
        if own is None and half is None:
            continue
        capital = own if own is not None else half * usual * days_of(it)
        taken.append((it, capital))
        if own is None:
            found.estimated += 1
            guessed += capital
    found.counted, found.taken = len(taken), [it for it, _ in taken]
    whole = sum((capital for _, capital in taken), ZERO)
    capital = sum((own / days_of(it) for it, own in taken), ZERO)
    if whole <= 0 or guessed * 2 > whole or whole < capital:
        return found
    net = sum((it["performance"]["net_pnl"] for it, _ in taken), ZERO)
    found.value, found.capital = net * 36500 / whole, capital
    found.is_about = whole < capital * 7
    return found
