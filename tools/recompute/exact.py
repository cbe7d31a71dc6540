"""Exact decimals: sums and products first, one division last, half to even."""

from decimal import ROUND_HALF_EVEN, Context, Decimal, setcontext


def exactly():
    """Makes decimals of this thread exact."""
    setcontext(Context(prec=120, rounding=ROUND_HALF_EVEN, Emin=-999999, Emax=999999))


exactly()

LAST = Decimal("1e-14")
"""Of the parts of a sum that are printed, which have fifteen digits each."""
ZERO = Decimal(0)
HUNDRED = Decimal(100)


def sent(text):
    """A number of the service: the shortest digits of the double that its text is."""
    return Decimal(repr(float(text)))


def total(values):
    """Sum of decimals; None if one of them is None, or without any."""
    values = list(values)
    if not values or any(value is None for value in values):
        return None
    return sum(values, ZERO)


def median(values):
    """Median; the mean of the two in the middle."""
    ordered = sorted(values)
    if not ordered:
        return None
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return (low + high) / 2


def lower_median(values):
    """Median; the lower of the two in the middle."""
    ordered = sorted(values)
    return ordered[(len(ordered) - 1) // 2] if ordered else None


def is_cents(value):
    """Whether an amount reads other than 0.00."""
    return abs(value) >= Decimal("0.005")
