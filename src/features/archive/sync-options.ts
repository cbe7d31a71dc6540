import { ASSET, MARKET, SINCE, STRETCH } from "../../command/kinds.js";
import type { ArgumentsData, OptionsData, OptionsOf } from "../../command/option.js";
import { PLACE_OPTION } from "../../portfolio/recorded/place.js";

export const SYNC_ARGUMENTS = {
  market: {
    kind: MARKET,
    many: true,
    optional: true,
    help: "only these markets; - reads stdin (default: those of open positions, and those in the archive)",
  },
} as const satisfies ArgumentsData;

export const SYNC_OPTIONS = {
  ...PLACE_OPTION,
  asset: {
    kind: ASSET,
    many: "list",
    value: "symbol",
    help: "the markets of this asset, as the public listing names them; repeatable",
  },
  all: { kind: "flag", help: "every market of the public listing", excludes: ["asset"] },
  start: {
    kind: SINCE,
    value: "time",
    help: "ask from then on, whatever the archive has: 2026-01-31, 36h, 7d, 2w, ...",
  },
  overlap: {
    kind: STRETCH,
    value: "duration",
    help: "how far back to ask again for what the archive has, to see corrections (default: 3d)",
  },
  positions: { kind: "negated", help: "no snapshot of the positions; needs no key" },
  funding: { kind: "negated", help: "no settled funding" },
  daily: { kind: "flag", help: "also the daily aggregates, of up to 365 days" },
  compact: {
    kind: "negated",
    help: "leave small files of days that are over as they are; else more than 50 of a table are joined, for 5 s at most",
  },
  dryRun: { kind: "flag", help: "show what would be requested; write nothing" },
  every: {
    kind: STRETCH,
    value: "duration",
    help: "stay, and sync again in this interval until interrupted",
  },
  acceptOrigin: {
    kind: "flag",
    help: "the service has moved: record its new base URL in the archive",
  },
} as const satisfies OptionsData;

export type SyncOptions = OptionsOf<typeof SYNC_OPTIONS>;
