import type { LegDetail } from "../../client/resources/position.js";
import * as figures from "../../figures/catalog/leg.js";
import { nextOfLeg } from "../../figures/catalog/upcoming.js";
import { effectiveFunding, feesPaidOf, pricePnlOf } from "../../figures/engine/position/legs.js";
import type { Fig } from "../../figures/figure.js";
import type { LegOf, PositionOf } from "../../figures/subjects.js";
import { type ComparedLine, sideBySideSection, tableSection } from "../../output/table/page.js";
import { inSentence } from "../../output/text/format.js";
import type { Section } from "../../output/text/look.js";
import { kindOf } from "./figure-field.js";
import { clockText, figureText, type Row } from "./heading.js";
import { column, type TableColumn } from "./screen.js";

const { away, awaySd, fundingPnl, isThin, left, leverage, marginToAdd, markPrice } = figures;
const { moveOf, notional, openPrice, quantity, side, spreadPnl } = figures;

/** Returns the table of the held legs: prices, what each made, how far its margin is, what it is paid next. */
export function legsTable(p: PositionOf): Section {
  return tableSection(p.legs, [
    column(side, { header: "", isWhole: true }),
    MARKET,
    column(leverage, { priority: 3 }),
    priceColumn(openPrice, 4),
    priceColumn(markPrice),
    column(spreadPnl),
    column(fundingPnl),
    column(away, { priority: 2, tone: (leg) => (isThin(leg).value === true ? "loss" : undefined) }),
    NEXT,
    DUE,
  ]);
}

/** Returns a column of prices, without zeros at their ends beyond two decimals. */
function priceColumn(of: Fig<LegOf>, priority = 0): TableColumn<LegOf> {
  return column(of, {
    priority,
    texts: (leg) => [figureText(of(leg), "price").replace(/(\.\d\d\d*?)0+$/, "$1")],
  });
}

const MARKET: TableColumn<LegOf> = {
  key: "market",
  header: "market",
  kind: "text",
  priority: 0,
  value: ({ record }) => `${record.exchange} ${record.symbol}`,
};

const NEXT: TableColumn<LegOf> = {
  key: "next_at",
  header: "next",
  kind: "text",
  priority: 0,
  value: (leg) => nextOfLeg(leg).time,
  texts: (leg, look) => [clockText(nextOfLeg(leg).time, leg.position.inputs.now, look)],
};

const DUE: TableColumn<LegOf> = {
  key: "next_due",
  header: "",
  kind: "money",
  signed: true,
  priority: 0,
  value: (leg) => nextOfLeg(leg).due.value?.toFixed(),
  texts: (leg) => [figureText(nextOfLeg(leg).due, "money", true)],
};

/** Returns what is known of every leg besides, side by side; a leg that is closed has no figures of its own. */
export function legFigures(p: PositionOf): Section {
  const legs = p.record.legs as readonly (Partial<LegDetail> & (typeof p.record.legs)[number])[];
  const sent = (
    label: string,
    kind: ComparedLine["kind"],
    of: (leg: (typeof legs)[number]) => unknown,
    signed = false,
  ): ComparedLine => ({ label, kind, signed, values: legs.map(of) });
  const figure = (label: string, of: Fig<LegOf>): ComparedLine => {
    const textOf = (record: (typeof legs)[number]) => {
      const leg = p.legs.find((it) => it.record === record);
      return leg && of(leg).value?.toFixed();
    };
    return { label, kind: kindOf(of.spec), values: legs.map(textOf) };
  };
  const isMultiple = p.legs.some(({ factor }) => !factor.eq(1));
  return sideBySideSection(
    legs.map(({ side: word, exchange }) => `${word} ${exchange}`),
    [
      sent("market", "text", ({ market_id: id }) => id),
      figure("quantity", quantity),
      ...(isMultiple ? [sent("contracts", "quantity", (leg) => leg.quantity)] : []),
      figure("notional", notional),
      figure("left", left),
      figure("away, daily sd", awaySd),
      figure(`add for ${moveOf(p.inputs).toFixed()} %`, marginToAdd),
      sent("close price", "price", (leg) => leg.close_price),
      sent("open fee", "usd", (leg) => leg.open_fee_paid),
      sent("close fee", "usd", (leg) => leg.close_fee_paid),
      sent("calculated", "usd", ({ funding }) => funding?.calculated, true),
      sent("override", "usd", ({ funding }) => funding?.override, true),
      sent("marked", "time", (leg) => leg.mark_price_updated_at),
      sent("leg id", "id", (leg) => leg.leg_id),
    ],
  );
}

/** `closed    long okx SOL-USDT-SWAP 169.03 to 167.86   price -516   funding -7,781   fees -38` */
export function closedRows(p: PositionOf): Row[] {
  const records: readonly object[] = p.record.legs;
  const closed = records.filter(
    (it): it is LegDetail => !p.legs.some((leg) => leg.record === it) && "leg_id" in it,
  );
  const money = (label: string, value: unknown) => `${label} ${inSentence("money", value, true)}`;
  return closed.map((leg) => {
    const [from, to] = [leg.open_price, leg.close_price].map((it) => inSentence("price", it));
    const price = pricePnlOf(leg);
    const texts = [
      `${leg.side} ${leg.exchange} ${leg.symbol}`,
      `${from} to ${to}`,
      ...(price === null ? [] : [money("price", price.toFixed())]),
      money("funding", effectiveFunding(leg)),
      money("fees", feesPaidOf(leg)?.neg().toFixed()),
    ];
    return { label: "closed", pieces: texts.map((text) => ({ text })) };
  });
}
