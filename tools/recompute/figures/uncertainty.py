"""How sure the mean of successive periods is: first-order autocorrelation, corrected for its bias."""

from dataclasses import dataclass
from decimal import Decimal, localcontext

from exact import ZERO
from times import DAY

LEAST_PERIODS, LEAST_DAYS = 8, 10
MOST = Decimal("0.97")
RELATIVE = Decimal("1e-11")
"""What a program in doubles may differ by."""


@dataclass
class Uncertainty:
    """σ of a period, and how many independent periods there are."""

    sigma: Decimal
    share: Decimal
    n_eff: Decimal

    def se(self, periods):
        """Standard error of the mean over a window of periods."""
        with localcontext() as context:
            context.prec = 40
            return self.sigma / max(Decimal(1), periods * self.share).sqrt()


def autocovariance(values, lag):
    """γ of a lag over successive known values; the divisor stays n."""
    known = [it for it in values if it is not None]
    mean = sum(known, ZERO) / len(known)
    shared = ZERO
    for n in range(lag, len(values)):
        if values[n] is not None and values[n - lag] is not None:
            shared += (values[n] - mean) * (values[n - lag] - mean)
    return shared / len(known)


def uncertainty_of(values, period):
    """Of the values of periods of some milliseconds; None for fewer than 8 known or 10 days."""
    n = sum(it is not None for it in values)
    if n < LEAST_PERIODS or n * period < LEAST_DAYS * DAY:
        return None
    with localcontext() as context:
        context.prec = 40
        if len({it for it in values if it is not None}) == 1:
            return Uncertainty(ZERO, Decimal(1), Decimal(n))
        spread, shared = autocovariance(values, 0), autocovariance(values, 1)
        r = shared / spread
        rho = min(max(r + (1 + 3 * r) / n, ZERO), MOST)
        share = (1 - rho) / (1 + rho)
        if n * share < 2:
            share = Decimal(2) / n
        n_eff = n * share
        return Uncertainty((spread * n_eff / (n_eff - 1)).sqrt(), share, n_eff)
