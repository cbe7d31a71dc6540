/**
 * Errors to plant: a text that is in src once, what takes its place, and the check and the world that find
 * it. A formula that is written anew needs its plant written anew.
 */
export const PLANTS = [
  {
    name: "a sign: longs are paid a positive rate",
    from: "(units, -periods.scale).times(leg.quantity).times(-signOf(leg))",
    to: "(units, -periods.scale).times(leg.quantity).times(signOf(leg))",
    only: "outlook",
    seed: 3,
  },
  {
    name: "a divisor: the imbalance is of the long side",
    from: "percentOf(netQuantity.abs(), most)",
    to: "percentOf(netQuantity.abs(), longQuantity)",
    only: "risk",
    seed: 3,
  },
  {
    name: "hours for days: a run is of an hour",
    from: "units * BigInt(DAY_MS)",
    to: "units * BigInt(HOUR_MS)",
    only: "outlook",
    seed: 3,
  },
  {
    name: "a clock off by one: an event at the end of a period is of the next",
    from: "Math.ceil((time - start) / period) - 1",
    to: "Math.floor((time - start) / period)",
    only: "rank",
    seed: 3,
  },
  {
    name: "the smaller side: unhedged is at its mark",
    from: 'longQuantity.gt(shortQuantity) ? "long" : "short"',
    to: 'longQuantity.gt(shortQuantity) ? "short" : "long"',
    only: "risk",
    seed: 3,
  },
  {
    name: "a fee dropped: only the long leg has one",
    from: "scaled(charged.long.plus(charged.short))",
    to: "scaled(charged.long)",
    only: "backtest",
    seed: 3,
  },
  {
    name: "a conflict counted twice: both of two values at one minute",
    from: "once[once.length - 1] = before;",
    to: "once.push(event);",
    only: "rank",
    seed: 3,
  },
  {
    name: "a multiple ignored: 1000PEPE is one PEPE",
    from: "const LEAST_POWER = 2;",
    to: "const LEAST_POWER = 99;",
    only: "risk",
    seed: 3,
  },
  {
    name: "annualised by the count of periods, whether known or not",
    from: "percentOfYear(units, scale, time)",
    to: "percentOfYear(units, scale, (to - from) * period)",
    only: "rank",
    seed: 3,
  },
  {
    name: "a drawdown from the first value, not from 0",
    from: "let [peak, most] = [0n, 0n];",
    to: "let [peak, most] = [path[0]?.totalPerUnit ?? 0n, 0n];",
    only: "backtest",
    seed: 3,
  },
];
