"""The basis of pairs, wherever json has it."""

from decimal import Decimal

from differences import at
from figures.basis import basis_of, marks_of

NAMES = {
    "now": "b at fresh marks of what is held, else at the last instant",
    "mean": "mean of b over the instants of 30 days",
    "percentile": "share of instants with b ≤ now",
    "daily_sd": "sd (n − 1) of b(t) − b(t − 1d)",
    "half_life": "spacing × ln ½ ÷ ln φ",
    "worst_week": "greatest b(t) − b(t − 7d)",
}
SLACK = Decimal("3e-12")
"""A basis at an instant has 12 decimals."""
NEAR_ZERO = Decimal("1e-6")
"""What these decimals are of a half-life whose φ is near zero."""


def check_basis(found, row, holder, own):
    """Compares the `basis` object of a row."""
    shown = at(holder, "basis")
    for name, formula in NAMES.items():
        value = getattr(own, name)
        slack = value * NEAR_ZERO if name == "half_life" and value else SLACK
        found.figure(f"{row}: basis", name, shown, value, formula, slack)
    found.number(f"{row}: basis", "instants", at(shown, "instants"), len(own.instants), "both settled")


def basis_of_markets(book, long, short, times):
    """The basis of two markets, with their multiples."""
    one = Decimal(1)
    sides = [[(marks_of(book.market(it)), Decimal(n), one)] for it, n in zip((long, short), times)]
    return basis_of(*sides, book.now)
