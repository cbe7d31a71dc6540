"""Settled funding of 30 times 24 hours: of a pair of markets and of a position, in percent of a notional."""

from decimal import Decimal

from exact import HUNDRED, ZERO
from figures.clock import LEAST, clock_of
from figures.holding import held_legs, is_negative, sign_of
from figures.market import missing_times
from figures.run import paid
from times import DAY, MINUTE

DAYS, WEEK_HOURS = 30, 168
MOST_MARKETS = 32


def day_sums(events, end, value_of):
    """Σ of a value by day; None for a day with too few events, or with one that contradicts or cannot be."""
    start = end - DAYS * DAY
    sums, counted, wanted, off = [ZERO] * DAYS, [0] * DAYS, [0] * DAYS, set()
    day_of = lambda time: -((start - time) // DAY) - 1
    for event in events:
        n = day_of(event.time)
        if not 0 <= n < DAYS:
            continue
        wanted[n] += 1
        value = value_of(event)
        if value is not None:
            counted[n] += 1
            sums[n] += value
        elif event.conflicting or event.implausible:
            off.add(n)
    for time in missing_times(events, start + MINUTE, end + MINUTE):
        if 0 <= day_of(time) < DAYS:
            wanted[day_of(time)] += 1
    is_there = lambda n: n not in off and wanted[n] and counted[n] * 100 >= wanted[n] * LEAST
    return [sums[n] if is_there(n) else None for n in range(DAYS)]


def joined(parts):
    """Σ weight × series, day by day; None where one has none."""
    series = [days for days, _ in parts]
    return [
        None if None in day else sum((x * w for x, (_, w) in zip(day, parts)), ZERO) for day in zip(*series)
    ]


def pair_days(long, short, now):
    """Σ rate of the short market − Σ rate of the long one, percent."""
    end = clock_of([long, short], WEEK_HOURS, now).end
    rate = lambda event: event.rate
    return joined([(day_sums(short, end, rate), HUNDRED), (day_sums(long, end, rate), -HUNDRED)])


def position_days(book, position, size):
    """Σ −sign × q × rate × m_e, percent of the size; None without a market or a size."""
    legs = held_legs(position)
    if not legs or is_negative(position) or not size or any(it["market_id"] is None for it in legs):
        return None
    markets = [book.market(it["market_id"]) for it in legs]
    if None in markets:
        return None
    end = clock_of(markets, WEEK_HOURS, book.now).end
    weights = [-sign_of(leg) * leg["quantity"] * HUNDRED / size for leg in legs]
    return joined([(day_sums(it, end, paid), weight) for it, weight in zip(markets, weights)])


def pooled_pairs(book, worth):
    """The series of the pairs of held markets: {market_id: Σ notional or None}."""
    size = lambda key: -1 if worth[key] is None else worth[key]
    largest = sorted(worth, key=lambda key: (-size(key), key))[:MOST_MARKETS]
    known = [it for it in map(book.market, sorted(largest)) if it is not None]
    return [pair_days(a, b, book.now) for n, a in enumerate(known) for b in known[n + 1 :]]
