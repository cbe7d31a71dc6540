import type { ExchangeRisk } from "../analytics/portfolio/exchanges.js";
import { heldLegs } from "../analytics/position/held.js";
import type { Risk } from "../analytics/position/risk.js";
import type { CountedSum } from "../analytics/sum.js";
import type { Position } from "../client/resources/position.js";
import { type Field, own } from "../output/record.js";
import type { Total } from "../output/table/column.js";
import type { Mark } from "../output/table/mark.js";
import { tableSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import { figure, sum } from "./measure-fields.js";
import { measureMarks } from "./measure-marks.js";
import { namedPositions } from "./position/named-positions.js";
import type { ServiceClock } from "./position/position-row.js";
import { renderedTotals } from "./rendered-totals.js";

/** Mark of a share that rests on an open price. */
export const ABOUT: Mark = {
  sign: "~",
  meaning: "about: at the open price where a mark is missing",
};

/** What the price PnL of an exchange is of. */
const PRICE_PNL =
  "Unrealized price PnL of the positions of which every held leg has a mark price, USD.";

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
      const table = await tableSection(
        exchanges,
        exchangeFields(clock).flatMap((it) => it.columns),
      ).render(look);
      return table + (await notes.render(look));
    },
  };
}

/** The fields of what is held on an exchange. */
export function exchangeFields(clock: ServiceClock): Field<ExchangeRisk>[] {
  const usd = (of: (risk: ExchangeRisk) => CountedSum, header: string, priority: number) => ({
    ...{ of, header, priority },
    mark: (risk: ExchangeRisk) => measureMarks(of(risk), clock),
    note: (risk: ExchangeRisk) => countNote(of(risk)),
  });
  const sides = { group: "sides" };
  return [
    own("exchange", "text", "Exchange identifier.", { header: "exchange", priority: 0 }),
    own("legs", "count", "Number of held legs.", { header: "legs", priority: 5 }),
    sum("long", "Notional of the long legs, USD; counted and of are legs.", {
      ...{ ...usd((it) => it.long, "long", 3), ...sides },
    }),
    sum("short", "Notional of the short legs, USD.", {
      ...{ ...usd((it) => it.short, "short", 3), ...sides },
    }),
    sum("net", "Long minus short notional, USD.", {
      ...{ ...usd((it) => it.net, "net", 1), signed: true },
    }),
    sum(
      "gross",
      "Notional of all legs, USD.",
      usd((it) => it.gross, "gross", 0),
    ),
    figure("share", "Share of the gross notional of all exchanges, percent.", {
      ...{ of: ({ share }) => share, header: "share", kind: "percent", priority: 2 },
      mark: (it) => (it.share.about === true ? ABOUT : undefined),
    }),
    sum(
      "margin",
      "Initial margin at mark, USD.",
      usd((it) => it.margin, "margin", 0),
    ),
    sum("spread_pnl_unrealized", PRICE_PNL, {
      ...{ ...usd((it) => it.pricePnl, "price PnL", 4), signed: true },
    }),
  ];
}

function countNote({ value, counted, of }: CountedSum): string | undefined {
  return counted === of || value === null ? undefined : `(${counted} of ${of})`;
}
