import { SINCE_MS, type Since } from "../../analytics/portfolio/since.js";
import type { SnapshotPosition } from "../../analytics/position/snapshot-position.js";
import type { Handles } from "../../base/names/handle.js";
import { dotOf } from "../../base/safe-text.js";
import { figureText } from "../../output/table/figure-text.js";
import { formatCell, timeText } from "../../output/text/format.js";
import type { Look } from "../../output/text/look.js";
import { renderPieces } from "../../output/text/pieces.js";

/** Maximum number of positions that are named; more of them are counted. */
const MOST_NAMED = 2;

/** Draws changes since a snapshot: `since yesterday 16:40Z: net -212.40 · DOGE.065f opened`; or nothing. */
export function sinceLine(
  { at, net, opened, closed }: Since,
  handles: Handles,
  now: number,
  look: Look,
): Promise<string> {
  const { value, counted, of } = net;
  const amount = figureText({ kind: "usd", value: value?.toFixed(), signed: true }, look);
  const note = counted === of ? "" : ` (${counted} of ${of})`;
  const isSame = value === null ? counted === of : /^[0.]+$/.test(amount);
  const pieces = [
    ...(isSame ? [] : [`net ${value === null ? "unknown" : amount}${note}`]),
    ...named(opened, "opened", handles),
    ...named(closed, "closed", handles),
  ];
  const [first, ...rest] = pieces;
  if (first === undefined) return Promise.resolve("");
  const texts = [`since ${momentText(at, now, look)}: ${first}`, ...rest];
  return renderPieces(
    texts.map((text) => ({ text })),
    dotOf(look),
    look,
  );
}

/** `yesterday 16:40Z`; of another snapshot `3d ago (05-29 16:40Z)` */
function momentText(at: number, now: number, look: Look): string {
  const [date = "", time = ""] = timeText(at, look).split(" ");
  const isYesterday = date === timeText(now - SINCE_MS.ago, look).split(" ")[0];
  const isNear = Math.abs(now - SINCE_MS.ago - at) <= SINCE_MS.within;
  if (isYesterday && isNear) return `yesterday ${time}`;
  return `${formatCell("age", now - at, look)} ago (${date.slice(5)} ${time})`;
}

function named(some: readonly SnapshotPosition[], what: string, handles: Handles): string[] {
  if (some.length > MOST_NAMED) return [`${some.length} ${what}`];
  return some.map(({ positionId, asset, status }) => {
    const isClosed = what === "closed";
    const position = { position_id: positionId, asset, status: isClosed ? "closed" : status };
    return `${handles.of(position)} ${what}`;
  });
}
