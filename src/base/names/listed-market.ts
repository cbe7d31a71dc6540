/**
 * A market as a public listing names it. Payloads of these listings are not documented, so a field
 * that is not found under a known spelling is undefined, and every use says that it is as listed.
 */
export interface ListedMarket {
  /** A whole number of 1 or more. */
  readonly id: number | undefined;
  readonly asset: string | undefined;
  readonly exchange: string | undefined;
  readonly symbol: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Spellings of the fields, the first that a record has counts. */
const IDS = ["market_id", "marketId", "id"] as const;
const SPELLINGS = {
  asset: ["base_asset", "baseAsset", "asset"],
  exchange: ["exchange"],
  symbol: ["symbol"],
} as const;

/** Reads a record of the market listing. */
export function listedMarket(record: unknown): ListedMarket {
  const fields = fieldsOf(record);
  return {
    id: idIn(firstOf(fields, IDS)),
    asset: textIn(fields, SPELLINGS.asset),
    exchange: textIn(fields, SPELLINGS.exchange),
    symbol: textIn(fields, SPELLINGS.symbol),
  };
}

/**
 * Reads a record of the arbitrage listing: nested `long` and `short`, or `long_market_id` and
 * `short_market_id`. Undefined if it does not name both markets by id.
 */
export function listedPair(record: unknown) {
  const fields = fieldsOf(record);
  const [long, short] = [sideOf(fields, "long"), sideOf(fields, "short")];
  return long.id === undefined || short.id === undefined ? undefined : { long, short };
}

function sideOf(fields: Fields, side: "long" | "short"): ListedMarket {
  const nested = firstOf(fields, [side]);
  const own = listedMarket(nested);
  const flat = (names: readonly string[]) => names.flatMap((name) => prefixed(side, name));
  return {
    id: own.id ?? idIn(firstOf(fields, flat(["market_id", "marketId"]))),
    asset: own.asset ?? textIn(fields, SPELLINGS.asset),
    exchange: own.exchange ?? textIn(fields, flat(SPELLINGS.exchange)),
    symbol: own.symbol ?? textIn(fields, flat(SPELLINGS.symbol)),
  };
}

/** Returns `long_market_id` and `longMarketId`. */
function prefixed(side: string, name: string): string[] {
  return [`${side}_${name}`, `${side}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`];
}

function fieldsOf(record: unknown): Fields {
  return typeof record === "object" && record !== null ? (record as Fields) : {};
}

function firstOf(fields: Fields, names: readonly string[]): unknown {
  const name = names.find((it) => Object.hasOwn(fields, it));
  return name === undefined ? undefined : fields[name];
}

function idIn(value: unknown): number | undefined {
  const isId = typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value));
  const id = isId ? Number(value) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

function textIn(fields: Fields, names: readonly string[]): string | undefined {
  const texts = names
    .map((name) => firstOf(fields, [name]))
    .filter((it): it is string => typeof it === "string" && it !== "");
  return texts[0];
}
