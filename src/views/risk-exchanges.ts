import type { ExchangeRisk } from "../analytics/exchanges.js";
import { heldLegs } from "../analytics/held.js";
import type { Risk } from "../analytics/risk.js";
import type { CountedSum } from "../analytics/sum.js";
import type { Position } from "../client/resources/position.js";
import type { Column, Total } from "../output/table/column.js";
import type { Mark } from "../output/table/mark.js";
import { tableSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import { measureMarks } from "./measure-marks.js";
import { namedPositions } from "./named-positions.js";
import type { ServiceClock } from "./position-row.js";
import { renderedTotals } from "./rendered-totals.js";

/** Mark of a share that rests on an open price. */
export const ABOUT: Mark = {
  sign: "~",
  meaning: "about: at the open price where a mark is missing",
};

/** Returns a line that names the positions in no price PnL; none without one. */
export function unmarkedTotals(unmarked: readonly Position[]): Total[][] {
  if (unmarked.length === 0) return [];
  const value = `${namedPositions(unmarked)}: mark missing`;
  return [[{ label: "not in price PnL:", kind: "text", value }]];
}

/** Returns what is held on each exchange, and the positions that are in no price PnL. */
export function exchangesSection({ exchanges, legs }: Risk, clock: ServiceClock): Section {
  const unmarked = [...new Set(legs.map(({ position }) => position))].filter((position) =>
    heldLegs(position).some(({ mark_price }) => mark_price === null),
  );
  const notes = renderedTotals(unmarkedTotals(unmarked));
  return {
    title: "By exchange",
    async render(look) {
      const table = await tableSection(exchanges, columns(clock)).render(look);
      return table + (await notes.render(look));
    },
  };
}

function columns(clock: ServiceClock): Column<ExchangeRisk>[] {
  const usd = (
    key: string,
    header: string,
    priority: number,
    of: (risk: ExchangeRisk) => CountedSum,
  ): Column<ExchangeRisk> => ({
    ...{ key, header, kind: "usd", priority },
    value: (risk) => of(risk).value?.toFixed(),
    mark: (risk) => measureMarks(of(risk), clock),
    note: (risk) => countNote(of(risk)),
  });
  return [
    { key: "exchange", header: "exchange", kind: "text", priority: 0, value: (it) => it.exchange },
    { key: "legs", header: "legs", kind: "integer", priority: 5, value: (it) => it.legs },
    { ...usd("long", "long", 3, (it) => it.long), group: "sides" },
    { ...usd("short", "short", 3, (it) => it.short), group: "sides" },
    {
      ...usd("net", "net", 1, (it) => it.net),
      signed: true,
      tone: () => "plain",
    },
    usd("gross", "gross", 0, (it) => it.gross),
    {
      ...{ key: "share", header: "share", kind: "percent", priority: 2 },
      value: (it) => it.share.value?.toFixed(),
      mark: (it) => (it.share.about === true ? ABOUT : undefined),
    },
    usd("margin", "margin", 0, (it) => it.margin),
    { ...usd("price_pnl", "price PnL", 4, (it) => it.pricePnl), signed: true },
  ];
}

function countNote({ value, counted, of }: CountedSum): string | undefined {
  return counted === of || value === null ? undefined : `(${counted} of ${of})`;
}
