import { DAY_MS } from "../../base/time/periods.js";
import {
  chance,
  exchangesOf,
  type MoveMarket,
  type MoveOf,
  name,
} from "../../figures/catalog/move.js";
import type { Moves } from "../../figures/catalog/moves.js";
import { recordText } from "../../figures/next/pool.js";
import { UNKNOWN } from "../../figures/unknown.js";
import { counted } from "../../output/text/words.js";
import { headText } from "./heading.js";
import { dayText } from "./why.js";

/** Returns the markets that a move goes to: `okx/hyperliquid`. @param nameOf name of an exchange, which may be shortened */
export function toText(
  { to }: MoveOf,
  nameOf = (exchange: string) => exchange,
): string | undefined {
  if (to === undefined) return undefined;
  const text = ({ exchange, name: full, isOneOfSeveral }: MoveMarket) => {
    if (exchange === undefined) return full;
    if (!isOneOfSeveral) return nameOf(exchange);
    return full.startsWith(exchange) ? nameOf(exchange) + full.slice(exchange.length) : full;
  };
  return `${text(to.long)}/${text(to.short)}`;
}

/** Returns the day by which moves are to have earned their fees: `8 Jun`. */
export function dayOf({ book }: Moves): string {
  return dayText(book.inputs.now + 7 * DAY_MS);
}

/** `1 move`, `last week such ranges held for 36 of 46` */
export function movesText({ counted: all, book }: Moves): string[] {
  const first = all.length === 0 ? "no move" : counted(all.length, "move");
  return [first, recordText(book.inputs.pool().record)];
}

/** `No move is likely to pay its fees. Best: BTC.1a9f to binance/okx, 54 % by 8 Jun.` */
export function noMoveText(moves: Moves, nameOf: (m: MoveOf) => string = name): string {
  const best = moves.best.find((m) => chance(m).value !== null);
  if (best !== undefined) {
    const likely = headText(chance(best), "chance", false);
    return `No move is likely to pay its fees. Best: ${nameOf(best)} to ${toText(best)}, ${likely} by ${dayOf(moves)}.`;
  }
  const why = moves.best.map((m) => chance(m).unknown).find((it) => it !== undefined);
  return why === undefined ? "No open positions." : `No move can be judged. ${UNKNOWN[why][1]}`;
}

/** Returns on which exchanges a fee is assumed for some moves: `5 bp a fill are assumed on gate`. */
export function assumedText(all: readonly MoveOf[]): string[] {
  const places = all.flatMap((m) =>
    exchangesOf(m).map((exchange) => ({ exchange, ...m.feeOn(exchange) })),
  );
  const assumed = new Set(places.filter((it) => it.isAssumed).map((it) => it.exchange ?? "others"));
  if (assumed.size === 0) return [];
  const isAll = places.every((it) => it.isAssumed);
  return [`5 bp a fill are assumed${isAll ? "" : ` on ${[...assumed].join(", ")}`}`];
}
