import {
  type FundingSummary,
  type SummedRange,
  summariseFunding,
} from "../../analytics/market/funding.js";
import { groupBy } from "../../base/group-by.js";
import { readable } from "../../base/safe-text.js";
import { eventOf } from "../../book/settled-event.js";
import type { FundingEvent } from "../../client/resources/funding.js";
import type { Column, Total, View } from "../../output/table/column.js";
import { notesSection, totalsSection } from "../../output/table/page.js";
import { hoursText } from "../../views/duration.js";
import { figure } from "../../views/figure-line.js";

/** A settled funding event with its market. */
export interface MarketPoint extends FundingEvent {
  readonly market_id?: number;
}

type NameOf = (marketId: number | undefined) => string | undefined;

function marketColumn(nameOf: NameOf): Column<MarketPoint> {
  return {
    key: "market_id",
    header: "market",
    kind: "any",
    isWhole: true,
    priority: 0,
    value: (it) => it.market_id,
    texts: ({ market_id }, look) => [readable(String(nameOf(market_id) ?? ""), look)],
  };
}

const column = (
  key: keyof FundingEvent & string,
  header: string,
  look: Pick<Column<MarketPoint>, "kind" | "signed" | "priority">,
): Column<MarketPoint> => ({ key, header, ...look, value: (it) => it[key] });

const pointColumns: Column<MarketPoint>[] = [
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

/** View of settled funding, with a summary line per market above. */
export function fundingHistoryView(
  several: boolean,
  range?: SummedRange,
  markets: ShownMarkets = UNNAMED,
): View<MarketPoint> {
  const nameOf = namesOf(markets);
  const columns = [marketColumn(nameOf), ...pointColumns];
  const keys = columns.map((column) => column.key).filter((key) => several || key !== "market_id");
  return {
    rows: (point) => [point],
    sent: (point) => point,
    columns,
    defaults: { table: keys, csv: columns.map(({ key }) => key) },
    head: (points) => [totalsSection(fundingTotals(points, markets, range))],
    foot: () => notesSection(["past funding, not a forecast: carry explain annualised"]),
    empty: "No settled funding in this range.",
  };
}

const namesOf =
  ({ only, handleOf }: ShownMarkets): NameOf =>
  (id = only) =>
    id === undefined ? id : handleOf(id);

/** Returns the figures of each market, the answer first. */
export function fundingTotals(
  points: readonly MarketPoint[],
  shown: ShownMarkets,
  range?: SummedRange,
): Total[][] {
  const nameOf = namesOf(shown);
  const markets = groupBy(points, ({ market_id }) => market_id);
  return [...markets].map(([market, list]) => {
    const head: Total = { label: "market", kind: "text", value: nameOf(market) };
    return [head, ...summaryTotals(summariseFunding(list.map(eventOf), range))];
  });
}

/** Returns the figures of a market, the answer first. */
function summaryTotals(summary: FundingSummary): Total[] {
  const { annualised, positive } = summary;
  const rate = (label: string, value: string | null): Total => {
    return { label, kind: "rate", value, signed: true };
  };
  const year = figure("annualised", "percent", annualised.value, { signed: true });
  return [
    { ...year, about: annualised.about },
    eventsTotal(summary),
    rate("sum", summary.sum),
    rate("mean", summary.mean),
    figure("positive", "percent", positive.value),
    coveredTotal(summary),
    rate("lowest", summary.lowest),
    rate("highest", summary.highest),
  ];
}

function eventsTotal({ events, rated, missing, conflicting }: FundingSummary): Total {
  const notes = [
    ...(rated + conflicting < events ? [`${rated} with a rate`] : []),
    ...(conflicting > 0 ? [`${conflicting} conflicting`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
  ];
  const note = notes.length > 0 && { note: notes.join(", ") };
  return { label: "events", kind: "integer", value: events, ...note };
}

function coveredTotal({ coveredHours, wantedHours }: FundingSummary): Total {
  const [covered, wanted] = [hoursText(coveredHours), hoursText(wantedHours)];
  const note = covered !== wanted && { note: `of ${wanted}` };
  return { label: "covered", kind: "text", value: covered, ...note };
}
