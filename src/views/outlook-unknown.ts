import { OUTLOOK_WINDOWS, type Outlook } from "../analytics/outlook.js";
import type { LegSummary } from "../client/resources/position.js";

/** Describes why the state of a position is unknown; undefined if it is known. */
export function unknownText(outlook: Outlook): string | undefined {
  const { unknown } = outlook;
  switch (unknown?.code) {
    case undefined:
      return undefined;
    case "closed":
      return "closed, so that nothing is held";
    case "legs_missing":
      return "no leg holds anything";
    case "quantity_negative":
      return `negative quantity: ${named(unknown.legs)}`;
    case "market_unknown":
      return `no market id: ${named(unknown.legs)}`;
    case "funding_unknown":
      return unknown.legs.length > 0
        ? `no settled funding: ${named(unknown.legs)}`
        : `settled funding of ${missingEvents(outlook)}`;
    case "month_unknown":
      return `the state needs 30d: settled funding of ${missingEvents(outlook)}`;
  }
}

/** `20 of 24 events in 24h, 60 of 72 in 3d` */
function missingEvents({ runs }: Outlook): string {
  const parts = OUTLOOK_WINDOWS.flatMap((window) => {
    const { value, counted, of } = runs[window].perDay;
    return value !== null || of === undefined ? [] : [{ window, counted, of }];
  });
  const texts = parts.map(
    ({ window, counted, of }, at) => `${counted} of ${of}${at === 0 ? " events" : ""} in ${window}`,
  );
  return texts.length === 0 ? "too few events" : texts.join(", ");
}

/** `short gate, long okx` */
function named(legs: readonly LegSummary[]): string {
  return legs.map(({ side, exchange }) => `${side} ${exchange}`).join(", ");
}
