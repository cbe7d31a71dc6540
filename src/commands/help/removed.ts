/** Commands that were removed, with what to type or do instead. */
export const REMOVED_COMMANDS: Readonly<Record<string, string>> = {
  "positions summary": "type `carry list --by asset`, or exchange, pair, portfolio",
  "positions outlook": "type `carry list --view funding`",
  "positions risk": "type `carry list --view risk`, or `carry risk`",
  "positions upcoming": "type `carry list --view next`, or `carry next`",
  "positions ledger": "type `carry pnl`",
  "positions history": "type `carry pnl`",
  "positions changes": "type `carry pnl --by position`, since yesterday with --start yesterday",
  "positions funding": "type `carry get <name> --days`",
  "positions reconcile": "type `carry get <name> --check`",
  "funding backtest": "type `carry funding compare <long> <short> --fee 5bps`",
  "funding matrix": "type `carry funding rank --grid`",
  "archive copy": "an archive is a directory of files that never change: copy it with rclone or cp",
  "archive forget": "docs/archive.md says which directories hold a portfolio",
  "archive ddl": "docs/archive.md has the SQL for DuckDB, ClickHouse and PostgreSQL",
  "archive verify": "type `carry archive status --verify`",
  "archive compact": "`carry archive sync` joins the files of months that are over",
};

const LIMIT = "it is a setting: carry profile set";
const CSV = "csv is comma-separated with CRLF; for Excel: carry profile set csv excel";
const WATCH = "type `carry watch`";
const RULE = "write a rule: `carry check --init --rules <file>`, then `carry watch --rules <file>`";
const JUDGE = "type `carry check`, which exits with 10 when something needs attention";
const ALERT = "`carry check --on-alert '<command>'` reports what is new, also from cron";
const TIME =
  "data have the times as sent; screens have local times after `carry profile set time local`";
const ARCHIVE = "carry profile set archive <directory>, or CARRY_ARCHIVE";

/** Options that were removed, with what to type instead. */
export const REMOVED_OPTIONS: Readonly<Record<string, string>> = {
  "--order": "carry rank --sort 7d:desc orders by another column",
  "--min-days": "carry rank puts last what too little is known of, and says so",
  "--max-gaps": "carry rank puts last what too little is known of, and says so",
  "--window": "carry rank --grid has the last 7 days",
  "--watch": WATCH,
  "--alert": RULE,
  "--clear": RULE,
  "--check": JUDGE,
  "--fail-on": JUDGE,
  "--new": ALERT,
  "--on-alert": ALERT,
  "--exit-on-alert": ALERT,
  "--heartbeat": ALERT,
  "--initial": ALERT,
  "--state-file": ALERT,
  "--cooldown": ALERT,
  "--imbalance": `${LIMIT} imbalance <percent>`,
  "--loss": `${LIMIT} loss <limit>`,
  "--paying": `${LIMIT} paying <limit>`,
  "--stale": `${LIMIT} stale <duration>`,
  "--stale-performance": `${LIMIT} stale-performance <duration>`,
  "--margin": `${LIMIT} margin <move>`,
  "--ignore": `${LIMIT} ignore <code>`,
  "--min-gain": "`carry rotate` offers what is likely to earn its fees within 7 days",
  "--fees": "carry profile set fees bybit=5.5bps,default=5bps, or --fee for every exchange",
  "--by-leg": "type --legs",
  "--net": "`carry list --by asset` has what is net of each asset",
  "--delimiter": CSV,
  "--eol": CSV,
  "--bom": CSV,
  "--no-header": "-o tsv has no header line",
  "--error-format": "stderr has a JSON object a line with -o json and ndjson, text otherwise",
  "--time": TIME,
  "--local": TIME,
  "--accept-clock": "set CARRY_ACCEPT_CLOCK=1",
  "--no-pager": "set CARRY_PAGER=cat, or pipe the output",
  "--retries": "set CARRY_RETRIES, or carry profile set retries <n>",
  "--archive": ARCHIVE,
  "--no-archive": ARCHIVE,
  "--paginate": "`carry list -o json` has every page; `carry api` gets one path",
  "--as-of": "docs/archive.md has the SQL for what was known at a time",
  "--since": "type --start",
  "--until": "type --end",
  "--against": "looks are kept with the setting record: `carry pnl` compares them",
  "--every": "let cron or a systemd timer run `carry archive sync`: docs/archive.md",
  "--listen": "a timer and `carry metrics --file <path>` serve the node exporter: docs/monitoring",
  "--openmetrics": "carry metrics prints the text format, which the node exporter reads",
  "--per-position": "carry metrics has the figures of every open position",
  "--page-size": "carry asks for the largest pages that the service allows",
  "--listed": "`carry api /api/v1/public/funding/markets/<id>/history` prints it as sent",
  "--item": "the schema of a list has that of an item below items or $defs",
  "--tools": "the configuration of an agent chooses among the tools",
  "--figures": "name the figures: --columns name,basis,basis_usd",
  "--cursor-file": "type --cursor with the cursor that the stopped listing named",
};
