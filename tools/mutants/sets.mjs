/**
 * The files of a set answer one question of the user, and its tests are those that would notice a wrong
 * answer, in one process. A mutant is judged by the quick ones first, and by the thorough ones, which
 * compare with an independent calculation on random data, only if these let it live.
 */
export const SETS = {
  compare: {
    files: [
      ...analytics(
        "market/compare market/cumulative market/by-side backtest/held backtest/instants",
      ),
      "src/figures/catalog/compared.ts",
      "src/commands/compare/held.ts",
    ],
    quick: tests("analytics/market/compare analytics/backtest/held"),
    thorough: tests("commands/compare"),
  },
  run: {
    files: analytics(
      `funding/run market/run-clock funding/run-legs market/run-market funding/sum-of-periods funding/run-totals funding/shown-runs funding/now-apr funding/book funding/book-days funding/sum-uncertainty market/market-periods market/leg-history`,
    ),
    quick: tests("analytics/funding/shown-runs analytics/funding/run analytics/funding/book"),
    thorough: tests("analytics/funding/run-random"),
  },
  funding: {
    files: analytics(
      `market/funding market/rhythm market/covered-time measure figure-unknown coverage`,
    ),
    quick: tests(
      `analytics/market/rhythm book/settled-event analytics/market/funding analytics/market/compare analytics/funding/run`,
    ),
    thorough: tests(`commands/history commands/history-chart analytics/funding/run-random`),
  },
  book: {
    files: ["credible-events", "credible-position", "grid", "multiples", "settled-event"].map(
      (name) => `src/book/${name}.ts`,
    ),
    quick: tests(
      "book/credible-events book/credible-position book/settled-event analytics/position/hedge",
    ),
    thorough: tests("book/damage reports/reports"),
  },
  rank: {
    files: [
      ...analytics(
        "market/rate-market market/spread-windows market/held-markets market/held-marks",
      ),
      "src/figures/catalog/pair.ts",
      "src/figures/catalog/market.ts",
    ],
    quick: tests("commands/rank"),
    thorough: tests("commands/rank-listing library/as-printed"),
  },
  basis: {
    files: analytics(
      `funding/paid-days funding/run-uncertainty market/uncertainty market/pair-basis market/timed-values market/basis-of-markets position/position-basis`,
    ),
    quick: tests(`analytics/market/pair-basis`),
    thorough: [],
  },
  upcoming: {
    files: analytics(`funding/upcoming funding/upcoming-totals market/settlement-clock`),
    quick: tests(`analytics/market/settlement-clock analytics/funding/upcoming`),
    thorough: [],
  },
  risk: {
    files: analytics(
      `position/risk position/leg-risk position/margin position/bankruptcy position/return-on-margin market/daily-deviation position/stress portfolio/exchanges`,
    ),
    quick: tests(
      `analytics/position/leg-risk analytics/position/risk analytics/portfolio/exchanges analytics/position/stress analytics/position/margin-sd analytics/position/return-on-margin`,
    ),
    thorough: [],
  },
  past: {
    files: [
      ...analytics(
        `portfolio/parts portfolio/left-out position/recorded-sizes position/snapshot-position`,
      ),
      ...["gaps", "periods"].map((name) => `src/figures/period/${name}.ts`),
    ],
    quick: tests(`figures/period analytics/position/recorded-sizes`),
    thorough: [],
  },
  settled: {
    files: [
      ...analytics(
        `funding/portfolio-funding funding/position-funding funding/funding-rows position/leg-size position/reconcile`,
      ),
    ],
    quick: tests(
      `analytics/funding/position-funding analytics/funding/portfolio-funding analytics/position/reconcile`,
    ),
    thorough: tests(`commands/get commands/get-archive`),
  },
  apr: {
    files: analytics("funding/apr"),
    quick: tests("analytics/funding/apr"),
    thorough: [],
  },
  positions: {
    files: [
      ...analytics(
        `position/hedge position/leg position/mark position/larger-side position/days-held position/held-legs position/position-figures portfolio/totals portfolio/net-exposure sum portfolio/groups`,
      ),
    ],
    quick: tests(
      `analytics/position/leg analytics/position/mark analytics/position/hedge analytics/portfolio/totals analytics/portfolio/net-exposure analytics/portfolio/groups`,
    ),
    thorough: tests("recomputed/one-rule"),
  },
  status: {
    files: [
      ...analytics(
        `position/attention position/criteria position/doubt funding/earnings portfolio/joined position/judge position/limits position/read-limits position/reason portfolio/status position/stake position/unreadable position/verdicts portfolio/book-verdict `,
      ),
    ],
    quick: tests("analytics/position/attention analytics/position/verdicts features/status/since"),
    thorough: tests(`commands/figures-that-misled`),
  },
  "kept-history": {
    files: client(
      "listing",
      "kept-history kept-history-text merge-history settled-answer whole-history",
    ),
    quick: tests("client/kept-history client/whole-history"),
    thorough: tests("commands/history"),
  },
  listing: {
    files: client(
      "listing",
      `call envelope find-listing limited page item-pages payload public-listing read-records
      record-time seen-ids`,
    ),
    quick: tests(
      `client/cursors client/limited client/public-listing client/times client/seen-ids client/calls`,
    ),
    thorough: tests("client/pages client/list-positions features/public-listings/commands"),
  },
  validate: {
    files: client("validate", "answer guard json-source mismatch narrow parse-json stand-in"),
    quick: tests("client/answer client/json-source client/guard client/stand-in"),
    thorough: tests("client/calls client/list-positions commands/digits-and-fields"),
  },
  resources: {
    files: client(
      "resources",
      `arguments asset cadence endpoint fields funding json-schema leg openapi performance position
      records registry resolution resource words`,
    ),
    quick: tests("client/resources client/times client/calls client/list-positions"),
    thorough: tests("commands/openapi commands/schema features/public-listings/paths"),
  },
};

function analytics(names) {
  return words(names).map((name) => `src/analytics/${name}.ts`);
}

function client(room, names) {
  return words(names).map((name) => `src/client/${room}/${name}.ts`);
}

function tests(names) {
  return words(names).map((name) => `test/${name}.test.ts`);
}

function words(text) {
  return text.trim().split(/\s+/);
}
