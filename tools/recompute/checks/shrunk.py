"""What of the means of pairs is more than luck, and what the best of half of the time paid in the other."""

from differences import ABSENT, at
from exact import HUNDRED, ZERO
from figures.spread import YEAR
from figures.uncertainty import RELATIVE, uncertainty_of

LEAST_PAIRS, BEST = 8, 10


def check_shrunk(found, by, rows, totals, own):
    """Compares |m| · τ² ÷ (τ² + se²) of pairs, and the line of honesty; returns it by pair."""
    if by == "market":
        return {}
    check_held_out(found, by, totals, own)
    sure = {}
    for key, spread in own.items():
        window, rate = spread.window(30), spread.rate(spread.window(30))
        uncertainty = uncertainty_of(spread.series.values, spread.clock.period)
        if rate.value is not None and uncertainty is not None:
            se = uncertainty.se(len(window)) * HUNDRED * YEAR / spread.clock.period
            sure[key] = (rate.value, se * se)
    tau = None
    if len(sure) >= LEAST_PAIRS:
        tau = max(ZERO, sum(m * m - variance for m, variance in sure.values()) / len(sure))
    root = None if tau is None else tau.sqrt()
    slack = RELATIVE * max((abs(m) for m, _ in sure.values()), default=1)
    found.number(f"--by {by}", "tau", totals["tau"], root, "√max(0, mean of m² − mean of se²)", slack)
    if tau is None:
        sure = {}
    shrunk = {key: abs(m) * tau / (tau + v) if tau + v else abs(m) for key, (m, v) in sure.items()}
    for key, row in rows.items():
        found.figure(f"{key[0]}/{key[1]}", "shrunk", row, shrunk.get(key), "|m| · τ² ÷ (τ² + se²)", slack)
    return shrunk if tau else {}


def check_held_out(found, by, totals, own):
    """Compares what the ten best of the first 15 days paid in the 15 days after."""
    halves = []
    for spread in own.values():
        count = spread.clock.count
        windows = range(count // 2), range(count // 2, count)
        means = [spread.mean(window) for window in windows]
        if None not in means:
            halves.append((abs(means[0]), -means[1] if means[0] < 0 else means[1]))
    best = sorted(halves, key=lambda it: -it[0])[:BEST]
    counted = len(halves) if len(halves) > BEST else ABSENT
    found.same(f"--by {by}", "held_out", at(totals, "held_out.counted"), counted, "both halves known")
    if counted is ABSENT:
        return
    for name, some in (("best", best), ("all", halves)):
        mean = sum((it for _, it in some), ZERO) / len(some)
        formula = "mean of the last 15 days, in the direction of the first"
        found.number(f"--by {by}", f"held_out.{name}", at(totals, f"held_out.{name}"), mean, formula)
