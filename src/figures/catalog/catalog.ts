import type { Declared } from "../figure.js";
import type { Group, PositionOf } from "../subjects.js";
import { cause, causes, severity } from "./causes.js";
import { basis, basisUsd, rate7d, run7d, run24h, run30d, turnedAt } from "./funding.js";
import * as group from "./group.js";
import * as next from "./next.js";
import * as position from "./position.js";
import { stressed } from "./stress.js";
import { next24h, nextAt, nextLong, nextShort } from "./upcoming.js";

/** Who a position is, in data of every screen. */
export const WHO: readonly Declared<PositionOf>[] = [
  ...[position.positionId, position.name, position.asset, position.status],
  ...[position.portfolio, position.portfolioId, position.openedAt, position.long, position.short],
];

/** Returns the names that positions as the service sent them have too; of several portfolios also that. */
export function sentToo(isSeveral: boolean): ReadonlySet<string> {
  const portfolio = isSeveral ? ["portfolio", "portfolio_id"] : [];
  return new Set(["position_id", "asset", "status", "opened_at", ...portfolio]);
}

/** Why a position needs attention. */
export const REASONS: readonly Declared<PositionOf>[] = [severity, cause, causes];

/** Every declaration of a position, by which data, columns and rules name it. */
export const POSITION_CATALOG: readonly Declared<PositionOf>[] = [
  ...WHO,
  ...[position.age, position.size, position.unhedged, position.imbalance],
  ...[position.grossNotional, position.netNotional],
  ...[position.netPnl, position.fundingPnl, position.spreadPnl],
  ...[position.feesPaid, position.exitFees, position.apr],
  ...[run24h, run7d, run30d, rate7d, turnedAt, basis, basisUsd],
  ...[next.ofPosition.next7d, next.ofPosition.low, next.ofPosition.high, next.ofPosition.chance],
  ...[position.nearestAway, position.nearestAwaySd, position.nearestLeft],
  ...[position.marginToAddOf, stressed, nextAt, nextLong, nextShort, next24h],
  ...REASONS,
];

/** Figures of the legs on one exchange. */
export const EXCHANGE_TOTALS: readonly Declared<Group>[] = [
  ...[group.positions, group.grossNotional, group.netNotional],
  ...[group.legsPricePnl, group.marginToAddOf],
];

/** What positions together come to, in data. */
export const TOTALS: readonly Declared<Group>[] = [
  ...[group.positions, group.size, group.grossNotional, group.netNotional, group.unhedgedNotional],
  ...[group.run24hOf, group.run7dOf, group.run30dOf, group.rate7d, group.next24hOf],
  ...[next.ofGroup.next7d, next.ofGroup.low, next.ofGroup.high, next.ofGroup.chance],
  ...[group.netPnl, group.fundingPnl, group.spreadPnl, group.feesPaid, group.exitFees],
  ...[group.apr, group.marginToAddOf],
];
