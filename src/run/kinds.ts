import type { ValueKind } from "../base/value-kind.js";
import { wholeNumber } from "./settings/kinds.js";
import { COLUMN_NAMES } from "./settings/table.js";

/** Any text, parsed where it is used. */
export const SOME_TEXT: ValueKind<string> = { parse: (text) => text, allowed: "a text" };

/** A text that is not empty. */
export const TEXT: ValueKind<string> = {
  parse: (text) => (text === "" ? undefined : text),
  allowed: "a value",
};

/** A path of a file. */
export const FILE: ValueKind<string> = { ...TEXT, allowed: "a path", suggest: "file" };

/** A name in a comma-separated list of names. */
export const NAME: ValueKind<string> = {
  ...TEXT,
  allowed: "a name, or names separated by commas",
};

export const COLUMNS: ValueKind<readonly string[]> = {
  ...COLUMN_NAMES,
  parse(text) {
    const names = text.split(",").map((name) => name.trim());
    return names.includes("+") ? undefined : names; // unknown ones get the nearest
  },
};

export const PROFILE_NAME: ValueKind<string> = { ...SOME_TEXT, suggest: "profile" };
export const ASSET: ValueKind<string> = { ...NAME, suggest: "asset" };
export const EXCHANGE: ValueKind<string> = { ...NAME, suggest: "exchange" };

export const POSITION_ID: ValueKind<string> = { ...SOME_TEXT, suggest: "position-id" };

/** Source: interface, funding history (integer, minimum 1). */
const MARKET_ID = wholeNumber(1);

/** A market by its id or its name; names are looked up by `book/markets/find-markets.ts`. */
export const MARKET: ValueKind<string> = {
  parse: (text) =>
    text === "-" || /\p{L}/u.test(text) || MARKET_ID.parse(text) !== undefined ? text : undefined,
  allowed: "a market id (1 or more), binance:BTCUSDT, BTC/binance or BTC",
  hint: "`carry funding markets` lists the markets with their ids",
  suggest: "market-id",
};

/** Start of a time range; parsed by `command/times.ts`. */
export const SINCE: ValueKind<string> = {
  ...TEXT,
  choices: [
    { value: "today", description: "since 00:00 UTC" },
    { value: "yesterday", description: "since 00:00 UTC yesterday" },
    { value: "24h", description: "the last 24 hours" },
    { value: "7d", description: "the last 7 days" },
    { value: "30d", description: "the last 30 days" },
  ],
};

/** End of a time range; parsed by `command/times.ts`. */
export const UNTIL: ValueKind<string> = {
  ...TEXT,
  choices: [
    { value: "today", description: "up to 00:00 UTC" },
    { value: "yesterday", description: "up to 00:00 UTC yesterday" },
  ],
};
