import { MARKET, SINCE } from "../../run/kinds.js";
import type { ArgumentsData, OptionsData, OptionsOf } from "../../run/option.js";

export const SYNC_ARGUMENTS = {
  market: {
    kind: MARKET,
    many: true,
    optional: true,
    help: "only these markets; - reads stdin (default: those of open positions, and those in the archive)",
  },
} as const satisfies ArgumentsData;

export const SYNC_OPTIONS = {
  all: { kind: "flag", help: "every market of the public listing" },
  start: {
    kind: SINCE,
    value: "time",
    help: "ask from then on, whatever the archive has: 2026-01-31, 36h, 7d, 2w, ...",
  },
  positions: { kind: "negated", help: "no snapshot of the positions; needs no key" },
  funding: { kind: "negated", help: "no settled funding" },
  daily: { kind: "flag", help: "also the daily aggregates, of up to 365 days" },
  dryRun: { kind: "flag", help: "show what would be requested; write nothing" },
} as const satisfies OptionsData;

export type SyncOptions = OptionsOf<typeof SYNC_OPTIONS>;
