"""How much the mark of a market moves in a day, and how far a bankruptcy price is away in that."""

from exact import ZERO
from figures.basis import marks_of, sd
from times import DAY

LEAST_CHANGES = 20


def daily_sd(events, now):
    """sd of the log changes between instants a day apart over 30 days; None under 20 or all equal."""
    if events is None:
        return None
    marks = {time: mark for time, mark in marks_of(events).items() if now - 30 * DAY < time <= now}
    changes = [(mark / marks[time - DAY]).ln() for time, mark in marks.items() if time - DAY in marks]
    if len(changes) < LEAST_CHANGES or len(set(changes)) == 1:
        return None
    return sd(changes)


def distance_in_sd(margin, mark, moves):
    """|ln(bankruptcy price ÷ mark)| ÷ sd; None where one is unknown."""
    if margin.why is not None or moves is None or not moves or margin.gone_at <= ZERO:
        return None
    return abs((margin.gone_at / mark).ln()) / moves
