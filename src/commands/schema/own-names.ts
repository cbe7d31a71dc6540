/** What carry works out itself, with the command whose JSON it is. */
export const OWN = {
  status: "carry status",
  check: "carry check",
  rules: "carry check --init (in TOML)",
  summary: "carry positions summary",
  risk: "carry positions risk",
  outlook: "carry positions outlook",
  upcoming: "carry positions upcoming",
  "position-funding": "carry positions funding",
  reconcile: "carry positions reconcile",
  rotate: "carry positions rotate",
  rank: "carry funding rank",
  pnl: "carry positions pnl",
  changes: "carry positions changes",
  ledger: "carry positions ledger",
  "funding-compare": "carry funding compare",
  "archive-sync": "carry archive sync",
  "archive-plan": "carry archive sync --dry-run",
  "archive-status": "carry archive status",
  "archive-verify": "carry archive verify",
  "archive-compact": "carry archive compact",
  "archive-copy": "carry archive copy",
  "archive-forget": "carry archive forget",
  backtest: "carry funding backtest",
  "position-event": "carry positions list --watch",
  "status-event": "carry status --watch",
  "alert-event": "carry status --check --on-alert, on the command's stdin",
  error: "any failed command with -o json (on stderr)",
  message: "any command with -o json, a line on stderr",
} as const;

/** A schema of what carry works out itself. */
export type OwnName = keyof typeof OWN;
