import { groupBy } from "../../base/collections.js";
import type { FundingEvent } from "../../client/resources/funding.js";
import {
  type PastMarket,
  settledAbove,
  settledRate,
  settledSum,
  summaryOf,
} from "../../figures/catalog/market.js";
import { eventOf } from "../../figures/credible/settled-event.js";
import type { SummedRange } from "../../figures/engine/market/summary.js";
import type { Column, View } from "../../output/table/column.js";
import { type Piece, renderPieces } from "../../output/table/page.js";
import { hoursText } from "../../output/text/format.js";
import type { Section } from "../../output/text/look.js";
import { counted } from "../../output/text/words.js";
import { figureText, GAP, rateText } from "../../run/screen/heading.js";

/** A settled funding event with its market. */
export interface MarketPoint extends FundingEvent {
  readonly market_id?: number;
}

type NameOf = (marketId: number | undefined) => string | undefined;

const column = (
  key: keyof FundingEvent & string,
  header: string,
  look: Pick<Column<MarketPoint>, "kind" | "signed" | "priority">,
): Column<MarketPoint> => ({ key, header, ...look, value: (it) => it[key] });

const columnsOf = (nameOf: NameOf): Column<MarketPoint>[] => [
  {
    key: "market_id",
    header: "market",
    kind: "any",
    isWhole: true,
    value: (it) => it.market_id,
    texts: ({ market_id }) => [String(nameOf(market_id) ?? "")],
  },
  column("funding_time", "time", { kind: "time" }),
  column("funding_rate", "rate", { kind: "rate", signed: true }),
  column("mark_price", "mark price", { kind: "price", priority: 1 }),
  column("funding_interval", "interval", { kind: "any", priority: 2 }),
];

/** Names of the markets of a listing. */
export interface ShownMarkets {
  /** Returns the handle of a market, `binance:BTCUSDT`. */
  readonly handleOf: (marketId: number) => string;
  /** The market of records that do not name one. */
  readonly only: number | undefined;
}

const UNNAMED: ShownMarkets = { handleOf: String, only: undefined };

/** View of settled funding, with a line for each market above. */
export function historyView(
  several: boolean,
  range?: SummedRange,
  markets: ShownMarkets = UNNAMED,
): View<MarketPoint> {
  const columns = columnsOf(namesOf(markets));
  const keys = columns.map(({ key }) => key).filter((key) => several || key !== "market_id");
  return {
    rows: (point) => [point],
    columns,
    defaults: { table: keys, csv: columns.map(({ key }) => key) },
    head: (points) => settledLines(points, markets, range),
    empty: "No settled funding in this range.",
  };
}

const namesOf =
  ({ only, handleOf }: ShownMarkets): NameOf =>
  (id = only) =>
    id === undefined ? id : handleOf(id);

/** Returns what each market settled, a line for each. */
export function settledLines(
  points: readonly MarketPoint[],
  shown: ShownMarkets,
  range?: SummedRange,
): Section[] {
  const nameOf = namesOf(shown);
  return [...groupBy(points, ({ market_id }) => market_id)].map(([id, list]) => {
    const market = { name: String(nameOf(id) ?? ""), events: list.map(eventOf), range };
    return { render: (look) => renderPieces(piecesOf(market), GAP, look) };
  });
}

/** `market binance:BTCUSDT   -2.7 %/yr   sum -0.2177 %   90 events   above zero 37 % of 720h` */
function piecesOf(market: PastMarket): Piece[] {
  const { events, rated, missing, conflicting, coveredHours, wantedHours } = summaryOf(market);
  const [covered, wanted] = [hoursText(coveredHours), hoursText(wantedHours)];
  const counts = [
    counted(events, "event"),
    ...(rated + conflicting < events ? [`${rated} with a rate`] : []),
    ...(conflicting > 0 ? [`${conflicting} conflicting`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
  ];
  const above = figureText(settledAbove(market), "share");
  return [
    { text: `market ${market.name}`, tone: "heading" },
    { text: `${figureText(settledRate(market), "yearly", true)} %/yr` },
    { text: `sum ${rateText(settledSum(market))}` },
    { text: counts.join(", ") },
    { text: `above zero ${above} of ${covered}` },
    ...(covered === wanted ? [] : [{ text: `${covered} of ${wanted} covered` }]),
  ];
}
