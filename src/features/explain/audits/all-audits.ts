import { runsOverWindows } from "../../../analytics/funding/run.js";
import type { RunInputs } from "../../../analytics/funding/run-legs.js";
import type { Freshness } from "../../../analytics/position/mark.js";
import type { Position } from "../../../client/resources/position.js";
import type { Audit } from "./audit.js";
import { auditFunding, auditRun, auditWorstWeek, paymentsOf } from "./funding.js";
import { auditDistance, auditHedge } from "./hedge.js";
import { auditApr, auditBreakEven, auditNetPnl } from "./performance.js";
import { auditUncertainty } from "./uncertainty.js";

type Auditing = (position: Position, inputs: RunInputs & Freshness) => Audit;

/** How each figure is audited, by its name. */
export const AUDITS: Readonly<Record<string, Auditing>> = {
  run_24h: (position, inputs) => auditRun(position, inputs, "24h"),
  run_3d: (position, inputs) => auditRun(position, inputs, "3d"),
  run_7d: (position, inputs) => auditRun(position, inputs, "7d"),
  run_30d: (position, inputs) => auditRun(position, inputs, "30d"),
  funding_24h: (position, inputs) => auditFunding(position, inputs, "24h"),
  funding_7d: (position, inputs) => auditFunding(position, inputs, "7d"),
  funding_30d: (position, inputs) => auditFunding(position, inputs, "30d"),
  unhedged: (position) => auditHedge(position, "unhedged"),
  imbalance: (position) => auditHedge(position, "imbalance"),
  net_pnl: auditNetPnl,
  apr: auditApr,
  break_even: auditBreakEven,
  basis: (position) => auditHedge(position, "basis"),
  se: (position, inputs) =>
    auditUncertainty(
      runsOverWindows(position, inputs)["7d"].perDay,
      paymentsOf(position, inputs, "30d"),
    ),
  distance: auditDistance,
  worst_week: auditWorstWeek,
};
