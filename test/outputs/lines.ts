/** Command lines by name; `<id>` is a position, `<rules>` is a path. */
export const LINES: Readonly<Record<string, string>> = {
  status: "status",
  check: "check --rules <rules>",
  "list-now": "list --view now",
  "list-pnl": "list --view pnl --status all",
  "list-funding": "list --view funding",
  "list-risk": "list --view risk --stress basis=1%",
  "list-next": "list --view next",
  "list-by-asset": "list --by asset",
  "list-by-exchange": "list --by exchange",
  rotate: "positions rotate --fee 5bps",
  "rotate-all": "positions rotate --all",
  "get-days": "positions get <id> --days",
  "get-check": "positions get <id> --check",
  compare: "funding compare 1 4",
  "compare-by-day": "funding compare 1 4 --resolution 1d",
  rank: "funding rank BTC SOL",
  "rank-grid": "funding rank BTC SOL --grid",
  "pnl-by-look": "positions pnl --by look",
  "pnl-by-event": "positions pnl --by event --start 1d",
  pnl: "positions pnl",
  "pnl-by-pair": "positions pnl --by pair",
  "pnl-by-position": "positions pnl --by position",
  "archive-status": "archive status",
  "archive-verify": "archive status --verify",
  "archive-plan": "archive sync 1 4 --dry-run",
  "archive-sync": "archive sync 1 4",
  "archive-export": "archive export positions",
  list: "positions list --performance",
  "list-legs": "positions list --legs",
  get: "positions get <id>",
  "get-array": "positions get <id> --array --performance",
  history: "funding history 1 --start 3d",
  "history-of-two": "funding history 1 4 --start 3d",
  "history-by-day": "funding history 1 --resolution 1d",
  markets: "funding markets",
  arbitrage: "funding arbitrage",
  assets: "assets",
  explain: "explain run_7d",
};

/** Commands that print no data of the portfolio, or in a form of their own, each with a test of its own. */
export const OTHERS: readonly string[] = [
  ...["metrics", "report", "mcp", "api", "schema"],
  "watch", // test/watch has its screens and events
  ...["auth login", "auth status", "auth logout", "profile list", "profile show", "profile use"],
  ...["profile set", "profile unset", "profile remove", "completion", "doctor", "sandbox", "help"],
];

/** What is typed for each look of an output; `<columns>` are all columns that it has. */
export const LOOKS: Readonly<Record<string, readonly string[]>> = {
  terminal: [],
  pipe: [],
  columns: ["--columns", "<columns>"],
  json: ["-o", "json"],
  ndjson: ["-o", "ndjson"],
  csv: ["-o", "csv"],
  "tsv-by-default": ["-o", "tsv"],
  tsv: ["-o", "tsv", "--columns", "<columns>"],
};
