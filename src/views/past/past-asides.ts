import type { Aside, AsideCode, Track } from "../../analytics/portfolio/tracked-position.js";
import { createHandles } from "../../base/names/handle.js";
import { each, type Field, own, plain } from "../../output/record.js";
import type { Total } from "../../output/table/column.js";
import { firstOf } from "../../output/text/first-of.js";
import { timeText } from "../../output/text/format.js";
import { textLine } from "../sum-total.js";

const MEANINGS: Readonly<Record<AsideCode, string>> = {
  net_unknown: "net PnL unknown, in no sum since",
  net_known_again: "net PnL was unknown, so it counts since",
  first_seen: "opened earlier but listed first, a level and no PnL, at",
  first_known: "net PnL known first, a level and no PnL, at",
  vanished: "no longer listed, keeps its figures of",
  notional_unknown: "N unknown, its PnL counts and is in no notional, since",
  returned: "listed again after it was not, counts since",
};

const ASIDE: readonly Field<Aside>[] = [
  own("code", Object.keys(MEANINGS), "Why: carry explain 'between two moments'."),
  plain("position_id", "text", "Position identifier (uuid).", (it) => it.track.last.positionId),
  plain("asset", "text", "Asset symbol.", ({ track }) => track.last.asset),
  own("since", "moment", "Since when (ISO 8601)."),
];

/** The positions that are in no sum, or count otherwise than from one end to the other. */
export const ASIDES: Field<{ readonly asides: readonly Aside[] }> = each(
  "asides",
  "Positions that are in no sum, or count otherwise than from the beginning.",
  ({ asides }) => asides,
  ASIDE,
);

/** Asset and id of a position of which figures are kept. */
export type Kept = Pick<Track["last"], "asset" | "positionId">;

/** Names a position of which figures are kept. */
export type NameOfKept = (position: Kept) => string;

/** Names positions of which figures are kept. @param open ids of all open positions, if these are known */
export function namesOfKept(all: readonly Kept[], open?: ReadonlySet<string>): NameOfKept {
  const named = ({ positionId: position_id, asset }: Kept) => {
    return { position_id, asset, status: open?.has(position_id) === true ? "open" : "closed" };
  };
  const handles = createHandles(open !== undefined, all.map(named));
  return (it) => handles.of(named(it));
}

/** Names the positions of asides. */
export function namesOf(asides: readonly Aside[]): NameOfKept {
  return namesOfKept(asides.map(({ track }) => track.last));
}

/** Returns a line for each kind of aside, with the positions concerned. */
export function asideLines(asides: readonly Aside[], nameOf: NameOfKept): string[] {
  return namedAsides(asides, nameOf).map(({ meaning, names }) => `${meaning}: ${names}`);
}

/** Returns {@link asideLines} as figures below a chart. */
export function asideTotals(asides: readonly Aside[], nameOf: NameOfKept): Total[][] {
  return namedAsides(asides, nameOf).map(({ meaning, names }) => textLine(`${meaning}:`, names));
}

function namedAsides(asides: readonly Aside[], nameOf: NameOfKept) {
  return (Object.keys(MEANINGS) as AsideCode[]).flatMap((code) => {
    const own = asides.filter((aside) => aside.code === code);
    const names = firstOf(
      own.map(({ track, since }) => `${nameOf(track.last)} ${timeText(since)}`),
    );
    return own.length === 0 ? [] : [{ meaning: MEANINGS[code], names }];
  });
}
