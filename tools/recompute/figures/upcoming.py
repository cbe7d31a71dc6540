"""The settlements to come of a leg, and what each pays if its last rate repeats."""

from dataclasses import dataclass

from figures.clock import LEAST
from figures.holding import held_legs, is_negative, mark_of, sign_of
from figures.market import missing_times
from times import DAY, minute_of

RANGE = 3 * DAY


@dataclass
class Upcoming:
    """What comes of a leg; None where it is unknown."""

    leg: dict
    next: int = None
    spacing: int = None
    about: bool = None
    due: int = None
    due_since: int = None
    within_day: int = None
    last: object = None
    pays: object = None
    least: object = None
    most: object = None
    counted: int = None
    of: int = None
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
    found.last = last = events[-1]
    gaps = [b.time - a.time for a, b in zip(events[-3:], events[-2:])]
    found.about = not (len(gaps) == 2 and gaps[0] == gaps[1])
    found.spacing = spacing = last.spacing if found.about else gaps[1]
    found.due = max(0, (now - last.time) // spacing)
    found.next = last.time + (found.due + 1) * spacing
    found.due_since = last.time + spacing if found.due else None
    found.within_day = max(0, (now + DAY - found.next) // spacing + 1)
    mark = mark_of(leg) or last.mark
    is_old = last.time <= now - RANGE
    if is_unknown or last.rate is None or is_old or mark is None:
        return found
    held = -sign_of(leg) * leg["quantity"] * mark
    found.pays, found.pays_24h = held * last.rate, held * last.rate * found.within_day
    spread(found, events, held, now)
    return found


def spread(found, events, held, now):
    """The least and the most of the last 3 days."""
    recent = [it for it in events if it.time > now - RANGE]
    missing = missing_times(events, now - RANGE + 1, now - events[-1].spacing)
    paid = [held * it.rate for it in recent if it.rate is not None]
    found.counted, found.of = len(paid), len(recent) + len(missing)
    is_covered = found.counted * 100 >= found.of * LEAST
    if paid and is_covered and not any(it.conflicting for it in recent):
        found.least, found.most = min(paid), max(paid)
