/**
 * The files of a set answer one question of the user, and its tests are those that would notice a wrong
 * answer, in one process. A mutant is judged by the quick ones first, and by the thorough ones, which
 * compare with an independent calculation on random data, only if these let it live.
 */
export const SETS = {
  compare: {
    files: analytics("compare compare-summary cumulative"),
    quick: tests("analytics/compare"),
    thorough: tests("commands/funding-compare"),
  },
  backtest: {
    files: analytics(`
      backtest backtest-clock backtest-figures backtest-flows backtest-path backtest-stretch
      backtest-point backtest-terms backtest-trade backtest-windows by-side
    `),
    quick: tests("analytics/backtest"),
    thorough: tests("commands/funding-backtest recomputed/backtest"),
  },
  run: {
    files: analytics(
      "run run-clock run-legs run-market run-sum run-totals runs now-apr market-periods leg-history",
    ),
    quick: tests("analytics/runs analytics/run"),
    thorough: tests("commands/positions-run analytics/run-random"),
  },
  "break-even": {
    files: analytics("break-even"),
    quick: tests("analytics/break-even"),
    thorough: tests("commands/status recomputed/reasons"),
  },
  funding: {
    files: analytics("funding rhythm settled-event covered-time measure figure-unknown"),
    quick: tests(`
      analytics/rhythm analytics/settled-event analytics/funding analytics/compare analytics/run
    `),
    thorough: tests("commands/funding-history commands/funding-chart analytics/run-random"),
  },
  rank: {
    files: analytics("rank rank-market rank-window weeks"),
    quick: tests("analytics/rank analytics/weeks"),
    thorough: tests("commands/funding-rank recomputed/rank"),
  },
  outlook: {
    files: analytics("outlook outlooks outlook-state outlook-states worst-week"),
    quick: tests("analytics/outlook-state analytics/outlook analytics/worst-week"),
    thorough: tests("commands/positions-outlook recomputed/outlook"),
  },
  rotate: {
    files: analytics("rotate rotate-leg rotate-clock rotate-held"),
    quick: tests("analytics/rotate"),
    thorough: tests("commands/positions-rotate recomputed/rotate"),
  },
  upcoming: {
    files: analytics("upcoming upcoming-totals settlement-clock listed"),
    quick: tests("analytics/settlement-clock analytics/upcoming analytics/listed"),
    thorough: tests("commands/positions-upcoming recomputed/upcoming"),
  },
  risk: {
    files: analytics("risk leg-risk margin stress exchanges"),
    quick: tests("analytics/leg-risk analytics/risk analytics/exchanges analytics/stress"),
    thorough: tests("commands/positions-risk recomputed/risk"),
  },
  past: {
    files: analytics(`
      pnl pnl-sum pnl-groupings past-periods history parts sizes standing tracker changes
      moment-events turns
    `),
    quick: tests(`
      analytics/pnl analytics/changes analytics/sizes analytics/past-periods
      analytics/between-moments
    `),
    thorough: tests(`
      analytics/past-random commands/positions-pnl commands/positions-changes
      commands/positions-history recomputed/past.big
    `),
  },
  expected: {
    files: analytics(`
      expected-funding expected-unknown portfolio-funding position-funding settled-totals
      funding-lists funding-rows reconcile reconciled implied-capital leg-size
    `),
    quick: tests(`
      analytics/position-funding analytics/portfolio-funding analytics/expected-funding
      analytics/reconcile
    `),
    thorough: tests(`
      commands/positions-funding commands/positions-reconcile commands/positions-pnl-expected
      commands/positions-funding-sizes recomputed/expected.big
    `),
  },
  apr: {
    files: analytics("apr"),
    quick: tests("analytics/apr"),
    thorough: tests("commands/positions-summary recomputed/positions"),
  },
  positions: {
    files: analytics(`
      hedge leg mark multiples size holding held position-figures results result-names totals sum
      groups groupings exchange-summary
    `),
    quick: tests(`
      analytics/leg analytics/mark analytics/hedge analytics/totals analytics/groups
      analytics/exchange-summary
    `),
    thorough: tests(`
      commands/positions-hedge commands/positions-totals commands/positions-summary
      commands/positions-held commands/positions-look commands/positions-summary-exchange
      recomputed/positions
    `),
  },
  status: {
    files: analytics(`
      attention criteria doubt earnings joined judge limits reason status unreadable verdicts
    `),
    quick: tests("analytics/attention analytics/verdicts"),
    thorough: tests(`
      commands/status commands/figures-that-misled commands/status-limits
      commands/positions-attention recomputed/reasons
    `),
  },
  ledger: {
    files: analytics("ledger ledger-components ledger-days ledger-entry ledger-legs"),
    quick: tests("analytics/ledger-days analytics/ledger analytics/ledger-legs"),
    thorough: tests("recomputed/ledger.process"),
  },
  "kept-history": {
    files: client("listing", "kept-history kept-history-text merge-history"),
    quick: tests("client/kept-history"),
    thorough: tests("commands/funding-history"),
  },
  listing: {
    files: client(
      "listing",
      `call envelope find-listing limited page pages payload public-listing read-records
      record-time seen-ids`,
    ),
    quick: tests(`
      client/cursors client/limited client/public-listing client/times client/seen-ids
      client/calls
    `),
    thorough: tests("client/pages client/list-positions commands/public-listings"),
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
    thorough: tests("commands/openapi commands/schema commands/public-paths"),
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
