"""The settlements to come of a leg, and what each pays if its last rate repeats."""

from dataclasses import dataclass

from figures.holding import held_legs, is_negative, mark_of, sign_of
from times import DAY, minute_of

RANGE = 3 * DAY


@dataclass
class Upcoming:
    """What comes of a leg; None where it is unknown."""

    leg: dict
    next: int = None
    about: bool = None
    pays: object = None
    pays_24h: object = None


def upcoming_of(position, market, now):
    """The legs that a position holds."""
    negative = is_negative(position)
    return [leg_of(leg, market, now, negative) for leg in held_legs(position)]


def leg_of(leg, market, now, is_unknown):
    """One leg."""
    found = Upcoming(leg)
    events = None if leg["market_id"] is None else market(leg["market_id"])
    events = [it for it in events or [] if it.time <= minute_of(now)]
    if not events:
        return found
    last = events[-1]
    gaps = [b.time - a.time for a, b in zip(events[-3:], events[-2:])]
    found.about = not (len(gaps) == 2 and gaps[0] == gaps[1])
    spacing = last.spacing if found.about else gaps[1]
    found.next = last.time + (max(0, (now - last.time) // spacing) + 1) * spacing
    within_day = max(0, (now + DAY - found.next) // spacing + 1)
    mark = mark_of(leg) or last.mark
    is_old = last.time <= now - RANGE
    if is_unknown or last.rate is None or is_old or mark is None:
        return found
    held = -sign_of(leg) * leg["quantity"] * mark
    found.pays, found.pays_24h = held * last.rate, held * last.rate * within_day
    return found

