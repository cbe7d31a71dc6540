import { BOUNDS } from "../base/bounds.js";
import { createHandles } from "../base/names/handle.js";
import { visible } from "../base/safe-text.js";
import type { Position } from "../client/resources/position.js";

/** The fields that name a position. */
export type Named = Pick<Position, "position_id" | "asset">;

/** Returns the name of a position. */
export type NameOf = (position: Named) => string;

/** Cuts a name at 64 printed characters. */
function printed(name: string): string {
  const most = BOUNDS.shown.name;
  const units = visible(name.slice(0, most * most)); // no more are 64 characters in any script
  const all = Array.from(new Intl.Segmenter().segment(units), ({ segment }) => segment);
  return all.length > most ? `${all.slice(0, most).join("")}…` : units;
}

/** Returns a position whose names are as a page prints them. */
export function withPrintedNames<P extends Position>(position: P): P {
  const legs = position.legs.map((leg) => ({
    ...leg,
    ...{ exchange: printed(leg.exchange), symbol: printed(leg.symbol) },
  }));
  return { ...position, asset: printed(position.asset), legs };
}

function handlesOf(open: readonly Named[]): NameOf {
  const ids = new Set(open.map((it) => it.position_id));
  const named = ({ asset, position_id }: Named) => ({
    ...{ position_id, asset: printed(asset) },
    status: ids.has(position_id) ? "open" : "closed",
  });
  const handles = createHandles(true, open.map(named));
  return (position) => handles.of(named(position));
}

/** Names open positions by their handles; redacted by asset, with a number where several have the same. */
export function namesOf(positions: readonly Named[], redact: boolean): NameOf {
  if (!redact) return handlesOf(positions);
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { asset, position_id: id } of positions) {
    const count = (counts.get(asset) ?? 0) + 1;
    counts.set(asset, count);
    names.set(id, count === 1 ? asset : `${asset} #${count}`);
  }
  return ({ asset, position_id: id }) => names.get(id) ?? printed(asset);
}
