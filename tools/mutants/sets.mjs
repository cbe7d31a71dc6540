/**
 * The files of a set answer one question of the user, and its tests are those that would notice a wrong
 * answer, in one process. A mutant is judged by the quick ones first, and by the thorough ones, which
 * compare with an independent calculation on random data, only if these let it live.
 */
export const SETS = {
  compare: {
    files: [...engine("market/compare market/held"), ...catalog("compared")],
    quick: tests("figures/engine/market/compare figures/engine/backtest/held"),
    thorough: tests("commands/compare"),
  },
  run: {
    files: [...engine("funding/run market/periods"), ...catalog("funding")],
    quick: tests("figures/engine/funding/run figures/engine/funding/book-days"),
    thorough: tests("figures/engine/funding/run-random"),
  },
  funding: {
    files: engine("market/summary market/rhythm"),
    quick: tests(
      `figures/engine/market/rhythm book/settled-event figures/engine/market/funding
      figures/engine/market/compare figures/engine/funding/run`,
    ),
    thorough: tests("commands/history commands/history-chart figures/engine/funding/run-random"),
  },
  book: {
    files: ["credible-events", "credible-position", "multiples", "settled-event"].map(
      (name) => `src/figures/credible/${name}.ts`,
    ),
    quick: tests(
      `book/credible-events book/credible-position book/settled-event
      figures/engine/position/hedge`,
    ),
    thorough: tests("book/damage reports/reports"),
  },
  rank: {
    files: catalog("pair market"),
    quick: tests("commands/rank"),
    thorough: tests("commands/rank-listing library/as-printed"),
  },
  next: {
    files: [
      ...["fit", "pool", "series", "week"].map((name) => `src/figures/next/${name}.ts`),
      ...catalog("next"),
    ],
    quick: tests("figures/next-pool figures/next-series figures/next-week"),
    thorough: tests("commands/next-week commands/past-weeks"),
  },
  rotate: {
    files: catalog("move moves"),
    quick: tests("commands/rotate"),
    thorough: [],
  },
  basis: {
    files: engine("market/basis"),
    quick: tests("figures/engine/market/pair-basis"),
    thorough: [],
  },
  upcoming: {
    files: catalog("upcoming settlement"),
    quick: tests("figures/engine/market/settlement-clock figures/upcoming"),
    thorough: tests("commands/list"),
  },
  risk: {
    files: catalog("leg stress"),
    quick: tests("commands/list"),
    thorough: tests("library/as-printed"),
  },
  past: {
    files: [
      ...["gaps", "looks", "periods"].map((name) => `src/figures/period/${name}.ts`),
      ...catalog("period"),
    ],
    quick: tests("figures/period"),
    thorough: tests("commands/pnl"),
  },
  settled: {
    files: engine("funding/position-funding funding/leg-size position/reconcile"),
    quick: tests(
      `figures/engine/funding/position-funding figures/engine/position/reconcile
      figures/engine/position/recorded-sizes`,
    ),
    thorough: tests("commands/get commands/get-archive"),
  },
  apr: {
    files: engine("funding/apr"),
    quick: tests("figures/engine/funding/apr"),
    thorough: [],
  },
  positions: {
    files: [
      ...engine("position/hedge position/legs"),
      ...catalog("all catalog group position"),
      ...figures("figure measure subjects unknown"),
    ],
    quick: tests("figures/measure figures/engine/position/leg figures/engine/position/hedge"),
    thorough: tests("commands/list library/as-printed"),
  },
  causes: {
    files: [
      ...engine("position/doubt position/limits"),
      ...catalog("causes"),
      ...figures("causes"),
    ],
    quick: tests("commands/causes"),
    thorough: tests("commands/status commands/figures-that-misled"),
  },
  "kept-history": {
    files: client("listing", "kept-history whole-history"),
    quick: tests("client/kept-history client/whole-history"),
    thorough: tests("commands/history"),
  },
  listing: {
    files: client("listing", "items pages public-listing read-records record-time"),
    quick: tests(`client/cursors client/limited client/public-listing client/times client/calls`),
    thorough: tests("client/pages client/list-positions features/public-listings/commands"),
  },
  validate: {
    files: client("validate", "answer guard json-source misfit"),
    quick: tests("client/answer client/json-source client/guard client/stand-in"),
    thorough: tests("client/calls client/list-positions commands/digits-and-fields"),
  },
  resources: {
    files: client(
      "resources",
      "asset fields funding openapi position position-schema records registry resource terms",
    ),
    quick: tests("client/resources client/times client/calls client/list-positions"),
    thorough: tests("commands/openapi commands/schema features/public-listings/paths"),
  },
};

function engine(names) {
  return figures(
    words(names)
      .map((name) => `engine/${name}`)
      .join(" "),
  );
}

function catalog(names) {
  return figures(
    words(names)
      .map((name) => `catalog/${name}`)
      .join(" "),
  );
}

function figures(names) {
  return words(names).map((name) => `src/figures/${name}.ts`);
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
