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

/** What replaces options that were removed, with their flags. */
const INSTEAD: readonly (readonly [instead: string, flags: string])[] = [
  ["type `carry watch`", "--watch"],
  ["write a rule: `carry check --init --rules <file>`", "--alert --clear"],
  ["type `carry check`, which exits with 10 when something needs attention", "--check --fail-on"],
  ["`carry check --on-alert '<command>'` reports what is new, also from cron", "--new"],
  ["let cron or a systemd timer run `carry archive sync`: docs/archive.md", "--every"],
  ["a timer and `carry metrics --file <path>` serve the node exporter", "--listen --openmetrics"],
  ["name markets, and funding alone is recorded: carry archive sync 1 4", "--no-positions"],
  [
    "it is a setting: carry profile set <name> <value>",
    "--imbalance --loss --paying --stale --margin --ignore --retries --archive",
  ],
  ["carry profile set fees bybit=5.5bps,default=5bps, or --fee for every exchange", "--fees"],
  ["for Excel: carry profile set csv excel", "--delimiter --eol --bom --no-header"],
  ["carry profile set time local gives screens local times", "--time --local"],
  ["set CARRY_PAGER=cat, or pipe the output", "--no-pager"],
  ["`carry list -o json` has every page; `carry api` gets one path", "--paginate"],
  ["type --start and --end", "--since --until"],
];

/** Options that were removed, with what to type instead. */
export const REMOVED_OPTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  INSTEAD.flatMap(([instead, flags]) => flags.split(" ").map((flag) => [flag, instead])),
);
