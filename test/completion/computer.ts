import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KnownPosition } from "../../src/run/completion-model.js";
import { rememberIds } from "../../src/run/known-ids.js";
import { CARRY } from "../support/bundle.js";

/** The files that completion reads, in a directory of their own. */
export interface Computer {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Returns the command lines of every `carry` started so far. */
  calls(): string[];
  /** Returns the arguments of every `carry` started for anything but completion, and clears them. */
  takeRuns(): string[][];
  remove(): void;
}

export const POSITIONS = [
  ["aaaa1111-0000-4000-8000-000000000001", "BTC", "open", "okx/bybit"],
  ["aaaa2222-0000-4000-8000-000000000002", "ETH", "closed", "binance/okx"],
  ["bbbb3333-0000-4000-8000-000000000003", "SOL", "open", ""],
] as const;

const MARKETS = [
  { market_id: 7, symbol: "BTCUSDT", exchange: "binance" },
  { market_id: 71, symbol: "ETH-USD", exchange: "dydx" },
  { market_id: 8, symbol: "SOL", exchange: "hyperliquid" },
];

const ASSETS = [
  { asset: "BTC", name: "Bitcoin", asset_class: "crypto" },
  { asset: "ETH", name: "Ether", asset_class: "crypto" },
  { asset: "XAU", name: "Gold", asset_class: "metal" },
];

const SERVICE = "https://service.example/";
const PORTFOLIO = "99999999-0000-4000-8000-000000000009";

/** Data that completion can find on a computer. */
export interface Known {
  readonly assets: readonly object[];
  readonly markets: readonly object[];
  readonly positions: readonly KnownPosition[];
  readonly profiles: readonly string[];
  /** Names of portfolios of the profile in use. */
  readonly portfolios: readonly string[];
}

const KNOWN: Known = {
  assets: ASSETS,
  markets: MARKETS,
  positions: POSITIONS.map(([id, asset, status, exchanges]) => ({ id, asset, status, exchanges })),
  profiles: ["hedge"],
  portfolios: [],
};

/** Data with these as values of every kind. */
export function holding(values: readonly string[], description?: string): Known {
  return {
    assets: values.map((it) => ({ asset: it, name: description ?? it, asset_class: it })),
    markets: values.map((it) => ({ market_id: it, symbol: description ?? it, exchange: it })),
    positions: values.map((it) => ({
      id: it,
      asset: description ?? it,
      status: description ?? it,
    })),
    profiles: values,
    portfolios: values,
  };
}

/** The hidden command of the built bundle, as a line of a POSIX shell. */
const REAL = `exec '${process.execPath}' '${CARRY}' "$@"`;

/**
 * Creates a home with two profiles, the public data of one service, and one listing's ids. Its
 * `carry` records its starts, and answers only a TAB press.
 * @param answering the command that answers
 */
export function furnish(known: Known = KNOWN, answering = REAL): Computer {
  const home = mkdtempSync(join(tmpdir(), "carry-completion-"));
  const at = (...parts: string[]) => join(home, ...parts);
  for (const directory of ["bin", "config", "cache", "state"]) mkdirSync(at(directory));
  for (const file of ["calls", "runs"]) writeFileSync(at(file), "");
  const stub = `#!/bin/sh
printf '%s\\n' "$*" >> '${at("calls")}'
if [ "$1" = __complete ]; then
  ${answering}
else
  { printf '%s\\037' "$@"; printf '\\036'; } >> '${at("runs")}'
fi
`;
  writeFileSync(at("bin", "carry"), stub);
  chmodSync(at("bin", "carry"), 0o755);
  // Some shells only complete arguments of commands that exist.
  writeFileSync(at("bin", "sudo"), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  store(home, known);
  return {
    home,
    env: {
      PATH: `${at("bin")}:${process.env.PATH}`,
      CARRY_CONFIG_DIR: at("config"),
      CARRY_CACHE_DIR: at("cache"),
      CARRY_STATE_DIR: at("state"),
    },
    calls: () => readFileSync(at("calls"), "utf8").split("\n").slice(0, -1),
    takeRuns() {
      const runs = readFileSync(at("runs"), "utf8").split("\x1e").slice(0, -1);
      truncateSync(at("runs"));
      return runs.map((run) => run.split("\x1f").slice(0, -1));
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Stores the data where the commands store it. */
export function store(
  home: string,
  { assets, markets, positions, profiles, portfolios }: Known,
): void {
  const at = (...parts: string[]) => join(home, ...parts);
  const others = profiles.map((name) => [name, { "base-url": "https://other.example" }]);
  const config = {
    version: 1,
    current: "main",
    profiles: {
      main: {
        ...{ "base-url": SERVICE, portfolio: PORTFOLIO },
        ...Object.fromEntries(portfolios.map((name) => [`portfolios.${name}`, PORTFOLIO])),
      },
      ...Object.fromEntries(others),
    },
  };
  writeFileSync(at("config", "config.json"), JSON.stringify(config));
  cache(at("cache", "assets-01234567.json"), "v1/assets", assets);
  cache(at("cache", "markets-01234567.json"), "api/v1/public/funding/markets", markets);
  const place = { env: { CARRY_STATE_DIR: at("state") }, platform: "linux" } as const;
  rememberIds({ ...place, profile: "main", portfolio: PORTFOLIO }, positions);
}

/** Returns the file with the ids of the last listing. */
export function idsFileOf(home: string): string {
  const [name, ...others] = readdirSync(join(home, "state", "ids"));
  if (name === undefined || others.length > 0) throw new Error("there is not one file of ids");
  return join("state", "ids", name);
}

function cache(file: string, path: string, records: readonly unknown[]): void {
  const body = JSON.stringify({ data: records });
  writeFileSync(file, JSON.stringify({ version: 1, stored_at: 0, key: SERVICE + path, body }));
}
