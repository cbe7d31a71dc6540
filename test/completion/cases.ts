import { POSITIONS } from "./computer.js";
import { NASTY } from "./odd-program.js";

export type ShellName = "bash" | "zsh" | "fish";

/** A press of TAB, and its expected effect in every shell. */
export interface Case {
  readonly what: string;
  readonly line: string;
  /** Number of characters after the cursor. */
  readonly back?: number;
  /** The line afterwards, with | at the cursor; by shell if they differ. */
  readonly becomes?: string | Readonly<Record<ShellName, string>>;
  /** Words listed, without their common prefix. */
  readonly offers?: readonly string[];
  readonly hides?: readonly string[];
  /** Descriptions of the words. */
  readonly shows?: readonly string[];
}

const [FIRST, SECOND, THIRD] = POSITIONS.map(([id]) => id);
/** zsh adds a comma after a value of a list, and removes it when a space is typed. */
const listed = (line: string) => ({ bash: `${line} |`, zsh: `${line},|`, fish: `${line} |` });

export const COMMANDS: readonly Case[] = [
  { what: "a command", line: "carry pos", becomes: "carry positions |" },
  {
    what: "every command",
    line: "carry ",
    offers: ["positions", "list", "get", "funding", "assets", "help"],
    hides: ["--output", "__complete", "ls"],
  },
  { what: "a subcommand", line: "carry positions li", becomes: "carry positions list |" },
  {
    what: "every subcommand",
    line: "carry positions ",
    offers: ["list", "get"],
    hides: ["ls", "positions", "compare"],
  },
  {
    what: "an alias that is written out",
    line: "carry positions ls",
    becomes: "carry positions ls |",
  },
  { what: "options of a short form", line: "carry list --le", becomes: "carry list --legs |" },
  {
    what: "options behind an alias of a command",
    line: "carry positions ls --le",
    becomes: "carry positions ls --legs |",
  },
  {
    what: "a command below an option with a value",
    line: "carry --profile main -o json pos",
    becomes: "carry --profile main -o json positions |",
  },
  {
    what: "a command below a switch",
    line: "carry -q positions li",
    becomes: "carry -q positions list |",
  },
  {
    what: "a command below joined short options",
    line: "carry -qo json positions li",
    becomes: "carry -qo json positions list |",
  },
  {
    what: "what help explains",
    line: "carry help ",
    offers: ["positions", "list", "exit-codes", "environment", "output", "options"],
    hides: ["ls"],
  },
  {
    what: "a subcommand that help explains",
    line: "carry help positions li",
    becomes: "carry help positions list |",
  },
  { what: "shells", line: "carry completion ", offers: ["bash", "zsh", "fish", "powershell"] },
  {
    what: "schemas",
    line: "carry schema ",
    offers: ["position", "asset", "commands"],
    shows: ["carry itself"],
  },
  {
    what: "keys of a profile",
    line: "carry profile set ",
    offers: ["output", "completion-ids", "base-url"],
    hides: ["api-key"],
  },
  {
    what: "what a key of a profile can be",
    line: "carry profile set completion-ids ",
    offers: ["on", "off"],
  },
  {
    what: "nothing behind the value of a key",
    line: "carry profile set output json j",
    becomes: "carry profile set output json j|",
  },
  {
    what: "every key that can be removed",
    line: "carry profile unset api-k",
    offers: ["api-key", "api-key-command"],
  },
  {
    what: "descriptions",
    line: "carry ",
    shows: ["hedged positions of a portfolio", "print the completion script of a shell"],
  },
  { what: "nothing for a command that does not exist", line: "carry zz", becomes: "carry zz|" },
  {
    what: "nothing after an operand of a group",
    line: "carry positions zz ",
    becomes: "carry positions zz |",
  },
];

export const OPTIONS: readonly Case[] = [
  {
    what: "options",
    line: "carry positions list --",
    offers: ["--status", "--output", "--legs", "--help"],
    hides: ["-o", "--version", "--resolution"],
  },
  { what: "options of the program", line: "carry --v", offers: ["--version", "--verbose"] },
  {
    what: "short options",
    line: "carry positions list -",
    offers: ["-o", "-q", "-v", "-h", "--status"],
  },
  {
    what: "options where nothing else can stand",
    line: "carry positions list ",
    offers: ["--status", "--output"],
    hides: ["-o", "list"],
  },
  {
    what: "an option once",
    line: "carry positions list --legs --limit 5 --",
    offers: ["--status"],
    hides: ["--legs", "--limit"],
  },
  {
    what: "an option once, given before the command",
    line: "carry --timeout 5s positions list --",
    offers: ["--status"],
    hides: ["--timeout"],
  },
  {
    what: "an option once, given by its short flag",
    line: "carry positions list -q --",
    hides: ["--quiet", "--verbose"],
    offers: ["--status"],
  },
  {
    what: "an option once, given with =",
    line: "carry positions list --limit=5 --",
    hides: ["--limit"],
    offers: ["--status"],
  },
  {
    what: "a repeatable option again",
    line: "carry positions list --status open --asset BTC --",
    offers: ["--status", "--asset"],
  },
  {
    what: "none that conflicts",
    line: "carry positions list --json --",
    hides: ["--csv", "--output", "--json"],
    offers: ["--status"],
  },
  {
    what: "none that conflicts with its short flag",
    line: "carry positions list -o csv --",
    hides: ["--csv", "--json"],
    offers: ["--status"],
  },
  {
    what: "not the opposite",
    line: "carry positions list --performance --no-",
    becomes: "carry positions list --performance --no-color |",
  },
  {
    what: "an option before others that stand after the cursor",
    line: "carry positions list --leg --limit 5",
    back: 10,
    becomes: {
      bash: "carry positions list --legs| --limit 5",
      zsh: "carry positions list --legs | --limit 5",
      fish: "carry positions list --legs |--limit 5",
    },
  },
  {
    what: "not an option that stands after the cursor",
    line: "carry positions list --lim --limit 5",
    back: 10,
    // fish passes only the text before the cursor to a completion.
    becomes: {
      bash: "carry positions list --lim| --limit 5",
      zsh: "carry positions list --lim| --limit 5",
      fish: "carry positions list --limit |--limit 5",
    },
  },
  {
    what: "no option after --",
    line: "carry positions list -- --sta",
    becomes: "carry positions list -- --sta|",
  },
  {
    what: "nothing for a free value",
    line: "carry positions list --cursor ",
    becomes: "carry positions list --cursor |",
  },
  {
    what: "a description with a quote in it",
    line: "carry positions get --p",
    offers: ["--portfolio", "--performance", "--profile"],
    shows: ["request the performance from the portfolio's list"],
  },
  {
    what: "none that the other excludes",
    line: "carry archive status --verify --",
    offers: ["--profile"],
    hides: ["--check", "--verify"],
  },
  {
    what: "none that excludes the other",
    line: "carry archive status --check --",
    offers: ["--profile"],
    hides: ["--verify"],
  },
  {
    what: "an option of one command again",
    line: "carry list --asset ETH --ass",
    becomes: "carry list --asset ETH --asset |",
  },
  {
    what: "what stands in the line without running it",
    line: 'carry --query "$(touch pwned)" --base-url "`touch pwned`" positions li',
    becomes: 'carry --query "$(touch pwned)" --base-url "`touch pwned`" positions list |',
  },
];

export const VALUES: readonly Case[] = [
  {
    what: "a value",
    line: "carry positions list --output js",
    becomes: "carry positions list --output json |",
  },
  {
    what: "every value",
    line: "carry positions list -o ",
    offers: ["table", "json", "ndjson", "csv"],
  },
  {
    what: "a value behind =",
    line: "carry positions list --output=ndj",
    becomes: "carry positions list --output=ndjson |",
  },
  {
    what: "every value behind =",
    line: "carry positions list --output=",
    offers: ["table", "json", "ndjson", "csv"],
  },
  {
    what: "a value joined to a short flag",
    line: "carry positions list -ondj",
    becomes: "carry positions list -ondjson |",
  },
  {
    what: "a value before the command",
    line: "carry --output ta",
    becomes: "carry --output table |",
  },
  { what: "a value of a list", line: "carry positions list --status ", offers: ["open", "closed"] },
  {
    what: "the rest of a list",
    line: "carry positions list --status open,",
    offers: ["closed", "all"],
    hides: ["open"],
  },
  {
    what: "the rest of a list behind =",
    line: "carry positions list --status=open,c",
    becomes: listed("carry positions list --status=open,closed"),
  },
  {
    what: "columns",
    line: "carry positions list --columns ass",
    becomes: {
      bash: "carry positions list --columns asset|",
      zsh: "carry positions list --columns asset,|",
      fish: "carry positions list --columns asset |",
    },
  },
  {
    what: "columns by a dotted path",
    line: "carry positions list --columns asset,performance.",
    offers: ["performance.apr", "performance.net_pnl"],
    hides: ["asset", "legs.side"],
  },
  {
    what: "a column once",
    line: "carry positions list --columns performance.apr,performance.",
    offers: ["performance.net_pnl"],
    hides: ["performance.apr"],
  },
  {
    what: "columns to sort by",
    line: "carry positions list --sort performance.",
    offers: ["performance.apr", "performance.net_pnl"],
  },
  {
    what: "both orders",
    line: "carry positions list --sort performance.apr:",
    offers: ["asc", "desc"],
    hides: ["asset"],
  },
  {
    what: "an order behind a colon",
    line: "carry positions list --sort performance.apr:d",
    becomes: "carry positions list --sort performance.apr:desc |",
  },
  {
    what: "an order behind = and a colon",
    line: "carry positions list --sort=asset:d",
    becomes: "carry positions list --sort=asset:desc |",
  },
  {
    what: "a value in double quotes",
    line: 'carry positions list --output "ndj',
    becomes: 'carry positions list --output "ndjson" |',
  },
  {
    what: "a value in single quotes",
    line: "carry positions list --status 'op",
    becomes: {
      bash: "carry positions list --status 'open' |",
      zsh: "carry positions list --status 'open,|",
      fish: "carry positions list --status 'open' |",
    },
  },
  {
    what: "behind a quoted option",
    line: 'carry "--output" ndj',
    becomes: 'carry "--output" ndjson |',
  },
  {
    what: "a value in the middle of the line",
    line: "carry positions list --output ndj --legs",
    back: 7,
    becomes: {
      bash: "carry positions list --output ndjson| --legs",
      zsh: "carry positions list --output ndjson | --legs",
      fish: "carry positions list --output ndjson |--legs",
    },
  },
  {
    what: "an interval that may be left out",
    line: "carry watch 3",
    becomes: "carry watch 30s |",
  },
  {
    what: "an option in place of an interval",
    line: "carry watch --on",
    becomes: "carry watch --on|",
  },
  {
    what: "groupings",
    line: "carry list --by ",
    offers: ["asset", "exchange", "pair"],
  },
  {
    what: "points in time",
    line: "carry funding history 7 --start yes",
    becomes: "carry funding history 7 --start yesterday |",
  },
  {
    what: "columns of another command",
    line: "carry assets --sort market_c",
    becomes: {
      bash: "carry assets --sort market_count|",
      zsh: "carry assets --sort market_count:|",
      fish: "carry assets --sort market_count |",
    },
  },
  {
    what: "no columns where none are known",
    line: "carry funding arbitrage --columns ",
    becomes: "carry funding arbitrage --columns |",
  },
  {
    what: "behind a variable",
    line: "A=1 carry positions list -o ndj",
    becomes: "A=1 carry positions list -o ndjson |",
  },
  {
    what: "behind another command",
    line: "true && carry positions list -o ndj",
    becomes: "true && carry positions list -o ndjson |",
  },
];

export const KNOWN: readonly Case[] = [
  { what: "profiles", line: "carry --profile ", offers: ["main", "hedge", "sandbox"] },
  {
    what: "a profile behind =",
    line: "carry --profile=he",
    becomes: "carry --profile=hedge |",
  },
  {
    what: "a profile in quotes",
    line: 'carry --profile "he',
    becomes: 'carry --profile "hedge" |',
  },
  { what: "a profile to use", line: "carry profile use ", offers: ["main", "hedge"] },
  {
    what: "a profile to remove",
    line: "carry profile rm he",
    becomes: "carry profile rm hedge |",
  },
  {
    what: "assets in either case",
    line: "carry positions list --asset bt",
    becomes: {
      bash: "carry positions list --asset BTC |",
      zsh: "carry positions list --asset BTC,|",
      fish: "carry positions list --asset BTC |",
    },
  },
  {
    what: "the rest of a list of assets",
    line: "carry positions list --asset BTC,",
    offers: ["ETH", "XAU"],
    hides: ["BTC"],
  },
  {
    what: "exchanges",
    line: "carry positions list --exchange=",
    offers: ["binance", "dydx", "hyperliquid"],
  },
  { what: "asset classes", line: "carry assets --class ", offers: ["crypto", "metal"] },
  {
    what: "markets",
    line: "carry funding history ",
    offers: ["binance:BTCUSDT", "dydx:ETH-USD", "hyperliquid:SOL"],
    shows: ["market 7", "market 71"],
    hides: ["7", "71", "8"],
  },
  {
    what: "a market behind the colon of its name",
    line: "carry funding history binance:B",
    becomes: "carry funding history binance:BTCUSDT |",
  },
  {
    what: "market ids",
    line: "carry funding history 7",
    offers: ["7", "71"],
    shows: ["BTCUSDT binance", "ETH-USD dydx"],
    hides: ["8"],
  },
  {
    what: "another market",
    line: "carry funding history binance:BTCUSDT ",
    offers: ["dydx:ETH-USD", "hyperliquid:SOL"],
    hides: ["binance:BTCUSDT"],
  },
  {
    what: "another market id",
    line: "carry funding history 71 7",
    becomes: "carry funding history 71 7 |",
  },
  {
    what: "the other market",
    line: "carry funding compare binance:BTCUSDT ",
    offers: ["dydx:ETH-USD", "hyperliquid:SOL"],
    hides: ["binance:BTCUSDT"],
  },
  {
    what: "no third operand",
    line: "carry funding compare 7 71 ",
    offers: ["--output"],
    hides: ["8"],
  },
  {
    what: "a position by its name, in any case of letters",
    line: "carry positions get so",
    becomes: "carry positions get SOL.bbbb |",
  },
  {
    what: "positions",
    line: "carry positions get ",
    offers: ["BTC.aaaa", "ETH.aaaa", "SOL.bbbb"],
    shows: ["open, okx/bybit", "closed, binance/okx"],
    hides: [FIRST ?? "", SECOND ?? "", THIRD ?? ""],
  },
  {
    what: "not a position twice",
    line: "carry positions get BTC.aaaa ",
    offers: ["ETH.aaaa", "SOL.bbbb"],
    hides: ["BTC.aaaa"],
  },
  {
    what: "a position id",
    line: "carry positions get bb",
    becomes: `carry positions get ${THIRD} |`,
  },
  {
    what: "position ids",
    line: "carry positions get aa",
    offers: [FIRST ?? "", SECOND ?? ""],
    shows: ["BTC open", "ETH closed"],
    hides: [THIRD ?? ""],
  },
  {
    what: "not an id twice",
    line: `carry positions get ${FIRST} aa`,
    becomes: `carry positions get ${FIRST} ${SECOND} |`,
  },
  {
    what: "no ids of another profile",
    line: "carry --profile hedge positions get ",
    becomes: "carry --profile hedge positions get |",
  },
  {
    what: "no assets of another service",
    line: "carry --profile=hedge positions list --asset ",
    becomes: "carry --profile=hedge positions list --asset |",
  },
];

/** After an alias of `carry`, and after its path. */
export const ALIASES: readonly Case[] = [
  { what: "a command behind an alias", line: "c pos", becomes: "c positions |" },
  {
    what: "options behind an alias",
    line: "c -o json positions list --le",
    becomes: "c -o json positions list --legs |",
  },
  {
    what: "profiles behind an alias",
    line: "c --profile h",
    becomes: "c --profile hedge |",
  },
  {
    what: "a carry named by its path",
    line: "./bin/carry pos",
    becomes: "./bin/carry positions |",
  },
  {
    what: "profiles of a carry named by its path",
    line: "bin/carry --profile h",
    becomes: "bin/carry --profile hedge |",
  },
];

/** After a command that runs another command. */
export const BEHIND: readonly Case[] = [
  { what: "a command behind env", line: "env carry pos", becomes: "env carry positions |" },
  {
    what: "a command behind a variable of env",
    line: "env A=1 carry pos",
    becomes: "env A=1 carry positions |",
  },
  {
    what: "a value behind = and a variable of env",
    line: "env A=1 B=carry carry positions list --output=ndj",
    becomes: "env A=1 B=carry carry positions list --output=ndjson |",
  },
  {
    what: "an option before others that stand after the cursor, behind env",
    line: "env A=1 carry positions list --lim --legs",
    back: 7,
    becomes: {
      bash: "env A=1 carry positions list --limit| --legs",
      zsh: "env A=1 carry positions list --limit | --legs",
      fish: "env A=1 carry positions list --limit |--legs",
    },
  },
  { what: "a command behind sudo", line: "sudo carry pos", becomes: "sudo carry positions |" },
  {
    what: "a profile behind sudo with a user",
    line: "sudo -u root carry --profile he",
    becomes: "sudo -u root carry --profile hedge |",
  },
  {
    what: "a command behind variables",
    line: "A=1 B='2 3' carry pos",
    becomes: "A=1 B='2 3' carry positions |",
  },
];

/** Unusual words: see odd-program.ts. */
export const ODD: readonly Case[] = [
  { what: "a description with quotes in it", line: "carry od", becomes: "carry odd |" },
  {
    what: "descriptions of every kind",
    line: "carry ",
    offers: ["odd", "plain"],
    shows: [NASTY],
  },
  { what: "a file to write to", line: "carry odd > some", becomes: "carry odd > some-file.txt |" },
  { what: "a file", line: "carry odd --file some", becomes: "carry odd --file some-file.txt |" },
  {
    what: "a file behind =",
    line: "carry odd --file=some",
    becomes: "carry odd --file=some-file.txt |",
  },
  {
    what: "a file as an argument",
    line: "carry plain some",
    becomes: "carry plain some-file.txt |",
  },
  {
    what: "an option after one whose value may be left out",
    line: "carry odd --watch --fi",
    becomes: "carry odd --watch --file |",
  },
  {
    what: "a value that may be left out",
    line: "carry odd --watch s",
    becomes: "carry odd --watch slow |",
  },
  { what: "values with descriptions", line: "carry odd --watch ", offers: ["slow", "fast:er"] },
  {
    what: "a value with a colon",
    line: "carry odd --watch fa",
    becomes: {
      bash: "carry odd --watch fast:er |",
      zsh: "carry odd --watch fast:er |",
      fish: "carry odd --watch fast:er |",
    },
  },
  {
    what: "the rest of a value with a colon",
    line: "carry odd --watch fast:e",
    becomes: "carry odd --watch fast:er |",
  },
];
