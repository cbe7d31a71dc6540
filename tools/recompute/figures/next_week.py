"""The next 7 days of series of 30 days, in percent of a notional, and what last week's ranges held.

As a program: reads a list of worlds as JSON, and writes what is said of each. A world has `pairs` (series of
30 numbers, null for a day that is not there), and `positions`, each with its `days`, its `size` in USD and a
`cost`; positions may also be a sum, and two of them a move from the first to the second.
"""

import json
import math
import sys
from dataclasses import dataclass
from decimal import Decimal, getcontext

ZERO, ONE = Decimal(0), Decimal(1)
WEEK = 7
LEAST_SCORED = 5
FEW = "few_pairs"
MISSING = "events_missing"
NORMAL_80 = Decimal("1.2816")


def mean(values):
    return sum(values, ZERO) / len(values)


def enters(days, d):
    """A series enters a fit as of day d when day d and at least ⌈2d/3⌉ of days 1 … d are there."""
    there = [it for it in days[:d] if it is not None]
    return days[d - 1] is not None and 3 * len(there) >= 2 * d


def is_scored(days, d):
    return enters(days, d) and all(it is not None for it in days[d : d + WEEK])


@dataclass
class Moments:
    n: int
    m: Decimal
    v: Decimal
    gamma_0: Decimal
    gamma_1: Decimal
    last: Decimal


def moments(days, d):
    there = [it for it in days[:d] if it is not None]
    m = mean(there)
    squares = sum(((it - m) ** 2 for it in there), ZERO)
    gamma_1 = ZERO
    for before, it in zip(days[: d - 1], days[1:d]):
        if before is not None and it is not None:
            gamma_1 += (it - m) * (before - m)
    return Moments(len(there), m, squares / (len(there) - 1), squares, gamma_1, days[d - 1])


@dataclass
class Pool:
    phi: Decimal
    tau2: Decimal
    mean_v: Decimal

    def variance(self, v):
        return max(v, self.mean_v / 20)

    def se2(self, of):
        return self.variance(of.v) / of.n * (1 + self.phi) / (1 - self.phi)


def fit_pool(pairs, d):
    """What the pairs that enter a fit as of day d have in common; None without one."""
    all_of = [moments(days, d) for days in pairs if enters(days, d)]
    if not all_of:
        return None
    below = sum((it.gamma_0 for it in all_of), ZERO)
    r = ZERO if below == 0 else sum((it.gamma_1 for it in all_of), ZERO) / below
    n = mean([Decimal(it.n) for it in all_of])
    phi = min(Decimal("0.95"), max(ZERO, r + (1 + 3 * r) / n))
    pool = Pool(phi, ZERO, mean([it.v for it in all_of]))
    pool.tau2 = max(ZERO, mean([it.m**2 for it in all_of]) - mean([pool.se2(it) for it in all_of]))
    return pool


def fit(pool, days, d, h=WEEK):
    """f and s of a series, percent of its notional over h days."""
    of = moments(days, d)
    phi, v, se2 = pool.phi, pool.variance(of.v), pool.se2(of)
    k = ZERO if pool.tau2 + se2 == 0 else pool.tau2 / (pool.tau2 + se2)
    mu = k * of.m
    g = phi * (1 - phi**h) / (1 - phi)
    f = h * mu + (of.last - mu) * g
    own = v * (h * (1 + phi) / (1 - phi) - 2 * phi * (1 - phi**h) / (1 - phi) ** 2)
    s = (own + (h - g) ** 2 * k * se2).sqrt()
    return f, max(s, Decimal("1e-7"))


def happened(days, d):
    return sum(days[d : d + WEEK], ZERO)


def width(pairs, d):
    """q from the 7 days after day d; None for fewer than 5 scored pairs."""
    scored = [days for days in pairs if is_scored(days, d)]
    n = len(scored)
    if n < LEAST_SCORED:
        return None
    pool = fit_pool(pairs, d)
    a = []
    for days in scored:
        f, s = fit(pool, days, d)
        a.append(abs((happened(days, d) - f) / s))
    q_0 = sorted(a)[min(n - 1, 4 * (n + 1) // 5)]
    return min(Decimal(6), (n * q_0 + Decimal("12.816")) / (n + 10))


def record(pairs, positions):
    """How many ranges of a week ago held, of how many; None where nothing can be said of that week."""
    q, pool = width(pairs, 16), fit_pool(pairs, 23)
    of = [days for days in positions if is_scored(days, 23)]
    if len(of) < LEAST_SCORED:
        of = [days for days in pairs if is_scored(days, 23)]
    if q is None or len(of) < LEAST_SCORED or pool is None:
        return None
    held = 0
    for days in of:
        f, s = fit(pool, days, 23)
        held += f - q * s <= happened(days, 23) <= f + q * s
    return {"held": held, "of": len(of), "weeks": 1}


def normal(x):
    """Φ of a number."""
    return 0.5 * math.erfc(-float(x) / math.sqrt(2))


class Said:
    """What is said of parts with a series of their own, or of one: f from the parts, s from the sum."""

    def __init__(self, pool, q, parts, size):
        self.pool, self.q, self.size = pool, q, size
        self.parts = [(days, weight) for days, weight in parts if pool and enters(days, 30)]
        columns = zip(*(days for days, _ in self.parts))
        weights = [weight for _, weight in self.parts]
        self.days = [None if None in day else self.joined(day, weights) for day in columns]
        self.has_f = len(self.parts) > 0
        self.has_range = self.has_f and q is not None and enters(self.days, 30)

    def joined(self, day, weights):
        return sum((x * w for x, w in zip(day, weights)), ZERO) / self.size

    def f(self, h=WEEK):
        return sum((fit(self.pool, days, 30, h)[0] * w / 100 for days, w in self.parts), ZERO)

    def s(self, h=WEEK):
        return fit(self.pool, self.days, 30, h)[1] * self.size / 100

    def chance(self, cost, h=WEEK):
        return normal((self.f(h) - cost) / (self.s(h) * self.q / NORMAL_80))

    def back_by(self, cost):
        return next((h for h in range(1, 31) if self.chance(cost, h) >= 0.8), None)

    def said(self, cost):
        if not self.has_f:
            return {"unknown": FEW if self.pool is None else MISSING}
        if not self.has_range:
            return {"f": self.f(), "unknown": FEW if self.q is None else MISSING}
        f, s = self.f(), self.s()
        low, high, chance = f - self.q * s, f + self.q * s, self.chance(cost)
        return {"f": f, "low": low, "high": high, "chance": chance, "back_by": self.back_by(cost)}


def said_of(world):
    pairs, positions = world["pairs"], world["positions"]
    pool, q = fit_pool(pairs, 30), width(pairs, 23)
    rows = [Said(pool, q, [(p["days"], p["size"])], p["size"]).said(p["cost"]) for p in positions]
    with_f = [p for p, row in zip(positions, rows) if "f" in row]
    size, cost = sum((p["size"] for p in with_f), ZERO), sum((p["cost"] for p in with_f), ZERO)
    book = Said(pool, q, [(p["days"], p["size"]) for p in with_f], size).said(cost)
    said = {"q": q, "record": record(pairs, [p["days"] for p in positions]), "rows": rows, "book": book}
    if len(positions) > 1 and len(with_f) == len(positions):
        held, new = positions[0], positions[1]
        n = held["size"]
        said["move"] = Said(pool, q, [(new["days"], n), (held["days"], -n)], n).said(new["cost"])
    return said


if __name__ == "__main__":
    getcontext().prec = 40
    worlds = json.load(sys.stdin, parse_float=Decimal, parse_int=Decimal)
    json.dump([said_of(world) for world in worlds], sys.stdout, default=float)
