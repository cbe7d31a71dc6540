import type { LegDetail } from "../../client/resources/position.js";
import {
  away,
  awaySd,
  fundingPnl,
  isThin,
  left,
  leverage,
  marginToAdd,
  markPrice,
  moveOf,
  notional,
  openPrice,
  quantity,
  side,
  spreadPnl,
} from "../../figures/catalog/leg.js";
import { nextOfLeg } from "../../figures/catalog/upcoming.js";
import { effectiveFunding, feesPaidOf, pricePnlOf } from "../../figures/engine/position/legs.js";
import type { Fig } from "../../figures/figure.js";
import type { LegOf, PositionOf } from "../../figures/subjects.js";
import { type ComparedLine, sideBySideSection, tableSection } from "../../output/table/page.js";
import { formatCell } from "../../output/text/format.js";
import type { Look, Section } from "../../output/text/look.js";
import { kindOf } from "./figure-field.js";
import { clockText, figureText } from "./heading.js";
import type { Row } from "./rows.js";
import { column, type TableColumn } from "./screen.js";

/** Returns the table of the held legs: prices, what each made, how far its margin is, what it is paid next. */
export function legsTable(p: PositionOf): Section {
  return tableSection(p.legs, [
    column(side, { header: "", isWhole: true }),
    MARKET,
    column(leverage, { priority: 3 }),
    ...[priceColumn(openPrice, 4), priceColumn(markPrice)],
    ...[column(spreadPnl), column(fundingPnl)],
    column(away, { priority: 2, tone: (leg) => (isThin(leg).value === true ? "loss" : undefined) }),
    ...[nextTime(p), DUE],
  ]);
}

/** Returns a column of prices, without zeros at their ends beyond two decimals. */
function priceColumn(of: Fig<LegOf>, priority = 0): TableColumn<LegOf> {
  return column(of, {
    priority,
    texts: (leg, look) => [figureText(of(leg), "price", look).replace(/(\.\d\d\d*?)0+$/, "$1")],
  });
}

const MARKET: TableColumn<LegOf> = {
  ...{ key: "market", header: "market", kind: "text", priority: 0 },
  value: ({ record }) => `${record.exchange} ${record.symbol}`,
};

function nextTime({ inputs }: PositionOf): TableColumn<LegOf> {
  return {
    ...{ key: "next_at", header: "next", kind: "text", priority: 0 },
    value: (leg) => nextOfLeg(leg).time,
    texts: (leg, look) => [clockText(nextOfLeg(leg).time, inputs.now, look)],
  };
}

const DUE: TableColumn<LegOf> = {
  ...{ key: "next_due", header: "", kind: "money", signed: true, priority: 0 },
  value: (leg) => nextOfLeg(leg).due.value?.toFixed(),
  texts: (leg, look) => [figureText(nextOfLeg(leg).due, "money", look, true)],
};

/** Returns what is known of every leg besides, side by side; a leg that is closed has no figures of its own. */
export function legFigures(p: PositionOf): Section {
  const legs = p.record.legs as readonly (Partial<LegDetail> & (typeof p.record.legs)[number])[];
  const held = (record: (typeof legs)[number]) => p.legs.find((it) => it.record === record);
  const sent = (
    label: string,
    kind: ComparedLine["kind"],
    of: (leg: (typeof legs)[number]) => unknown,
  ) => ({ label, kind, signed: /^(calculated|override)$/.test(label), values: legs.map(of) });
  const figure = (label: string, of: Fig<LegOf>, signed = false): ComparedLine => ({
    ...{ label, kind: kindOf(of.spec), signed },
    values: legs.map((it) => {
      const leg = held(it);
      return leg && of(leg).value?.toFixed();
    }),
  });
  const isMultiple = p.legs.some(({ factor }) => !factor.eq(1));
  return sideBySideSection(
    legs.map(({ side: word, exchange }) => `${word} ${exchange}`),
    [
      sent("market", "text", ({ market_id: id }) => id),
      figure("quantity", quantity),
      ...(isMultiple ? [sent("contracts", "quantity", (leg) => leg.quantity)] : []),
      figure("notional", notional),
      ...[figure("left", left), figure("away, daily sd", awaySd)],
      figure(`add for ${moveOf(p.inputs).toFixed()} %`, marginToAdd),
      sent("close price", "price", (leg) => leg.close_price),
      ...[sent("open fee", "usd", (leg) => leg.open_fee_paid)],
      ...[sent("close fee", "usd", (leg) => leg.close_fee_paid)],
      sent("calculated", "usd", ({ funding }) => funding?.calculated),
      sent("override", "usd", ({ funding }) => funding?.override),
      sent("marked", "time", (leg) => leg.mark_price_updated_at),
      sent("leg id", "id", (leg) => leg.leg_id),
    ],
  );
}

/** `closed    long okx SOL-USDT-SWAP 169.03 to 167.86   price -516   funding -7,781   fees -38` */
export function closedRows(p: PositionOf, look: Look): Row[] {
  const records: readonly object[] = p.record.legs;
  const closed = records.filter(
    (it): it is LegDetail => !p.legs.some((leg) => leg.record === it) && "leg_id" in it,
  );
  const money = (value: unknown) => formatCell("money", value, look, true);
  return closed.map((leg) => {
    const [from, to] = [leg.open_price, leg.close_price].map((it) => formatCell("price", it, look));
    const price = pricePnlOf(leg);
    const fees = feesPaidOf(leg)?.times(-1).toFixed();
    const texts = [
      `${leg.side} ${leg.exchange} ${leg.symbol}`,
      `${from} to ${to}`,
      ...(price === null ? [] : [`price ${money(price.toFixed())}`]),
      `funding ${money(effectiveFunding(leg))}`,
      `fees ${money(fees)}`,
    ];
    return { label: "closed", pieces: texts.map((text) => ({ text })) };
  });
}
