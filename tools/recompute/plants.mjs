/**
 * Errors to plant: a text that is in src once, what takes its place, and the check and the world that find
 * it. A formula that is written anew needs its plant written anew.
 */
export const PLANTS = [
  {
    name: "a sign: longs are paid a positive rate",
    from: "(units, -periods.scale).times(leg.quantity).times(-signOf(leg))",
    to: "(units, -periods.scale).times(leg.quantity).times(signOf(leg))",
    only: "views",
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
    only: "views",
    seed: 3,
  },
  {
    name: "a fee dropped: only the long leg has one",
    from: 'scaled(charged("long").plus(charged("short")))',
    to: 'scaled(charged("long"))',
    only: "compare",
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
    name: "a multiple turned round: one 1000PEPE is a thousandth of PEPE",
    from: "prefixPower(leg.symbol) - ofAsset",
    to: "ofAsset - prefixPower(leg.symbol)",
    only: "views",
    seed: 3,
  },
  {
    name: "an error too small: the correction of its bias left out",
    from: "r + (1 + 3 * r) / n",
    to: "r",
    only: "views",
    seed: 3,
  },
  {
    name: "luck counted as skill: τ² without what errors explain",
    from: "ofAll(({ mean }) => mean ** 2) - ofAll(({ se }) => se ** 2)",
    to: "ofAll(({ mean }) => mean ** 2)",
    only: "rank",
    seed: 3,
  },
  {
    name: "a week with holes among the worst, as if it was known",
    from: "sum === null || week.covered < week.wanted",
    to: "sum === null",
    only: "rotate",
    seed: 3,
  },
  {
    name: "a delta turned round: a fall of the marks is a gain of the longs",
    from: "new Big(later).minus(then)",
    to: "new Big(then).minus(later)",
    only: "pnl",
    seed: 3,
  },
  {
    name: "a rate above every cap believed",
    from: "Math.abs(Number(event.rate)) <= mostRate",
    to: "Number.isFinite(mostRate)",
    only: "rank",
    seed: 3,
  },
  {
    name: "a settlement that is late in the period after its own",
    from: "<= spacing * NEAR ? point : time",
    to: "<= 0 ? point : time",
    only: "rank",
    seed: 3,
  },
  {
    name: "parts of a net PnL over other positions than the net PnL",
    from: "lift([position.hasParts(p), part(p)]",
    to: "lift([part(p), part(p)]",
    only: "views",
    seed: 1,
  },
  {
    name: "a sum that could only grow, without a bound",
    from: 'terms === "never_negative" && counted < all',
    to: 'terms === "never_negative" && counted > all',
    only: "views",
    seed: 3,
  },
];
