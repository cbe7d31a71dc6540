import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CARRY } from "../support/process.js";

/** A person's computer as far as completion looks at it, in a directory of its own. */
export interface Computer {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** The command lines of every `carry` that was started so far. */
  calls(): string[];
  remove(): void;
}

export const POSITIONS = [
  ["aaaa1111-0000-4000-8000-000000000001", "BTC", "open"],
  ["aaaa2222-0000-4000-8000-000000000002", "ETH", "closed"],
  ["bbbb3333-0000-4000-8000-000000000003", "SOL", "open"],
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

/** A home with two profiles, the public data of one service, and one listing's ids. */
export function furnish(): Computer {
  const home = mkdtempSync(join(tmpdir(), "carry-completion-"));
  const at = (...parts: string[]) => join(home, ...parts);
  for (const directory of ["bin", "config", "cache", "state"]) mkdirSync(at(directory));
  writeFileSync(at("calls"), "");
  const stub = `#!/bin/sh\nprintf '%s\\n' "$*" >> '${at("calls")}'\nexec '${process.execPath}' '${CARRY}' "$@"\n`;
  writeFileSync(at("bin", "carry"), stub);
  chmodSync(at("bin", "carry"), 0o755);
  writeFileSync(
    at("config", "config.json"),
    JSON.stringify({
      version: 1,
      current: "main",
      profiles: { main: { "base-url": SERVICE }, hedge: { "base-url": "https://other.example" } },
    }),
  );
  cache(at("cache", "assets-01234567.json"), "v1/assets", ASSETS);
  cache(at("cache", "markets-01234567.json"), "api/v1/public/funding/markets", MARKETS);
  writeFileSync(
    at("state", "ids.json"),
    JSON.stringify({ version: 1, profile: "main", ids: POSITIONS }),
  );
  return {
    home,
    env: {
      PATH: `${at("bin")}:${process.env.PATH}`,
      CARRY_CONFIG_DIR: at("config"),
      CARRY_CACHE_DIR: at("cache"),
      CARRY_STATE_DIR: at("state"),
    },
    calls: () => readFileSync(at("calls"), "utf8").split("\n").slice(0, -1),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

function cache(file: string, path: string, records: readonly unknown[]): void {
  const body = JSON.stringify({ data: records });
  writeFileSync(file, JSON.stringify({ version: 1, stored_at: 0, key: SERVICE + path, body }));
}
