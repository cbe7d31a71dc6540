import { ALERT_EVENT } from "../../alerts/message.js";
import { FUNDING_LISTS } from "../../analytics/funding/funding-lists.js";
import { schemaOfAny } from "../../output/record.js";
import { POSITION_EVENT_SCHEMA, STATUS_EVENT_SCHEMA } from "./event-schemas.js";
import { ERROR_SCHEMA, MESSAGE_SCHEMA } from "./message-schemas.js";
import type { OwnName } from "./own-names.js";
import { RULES_SCHEMA } from "./rules-schema.js";

const synced = () => import("../../features/archive/records/sync.js");
const tidied = () => import("../../features/archive/records/tidy.js");

/** The JSON Schemas of what carry works out itself, by name. */
export const OWN_SCHEMAS: Readonly<Record<OwnName, object | (() => Promise<object>)>> = {
  status: async () => (await import("../../features/status/record.js")).STATUS.schema(),
  check: async () => (await import("../../features/check/record.js")).CHECK.schema(),
  rules: RULES_SCHEMA,
  summary: async () => {
    const { summaryAnswer } = await import("../../features/summary/record.js");
    const { EXCHANGES } = await import("../../features/summary/exchanges.js");
    return schemaOfAny("summary", [summaryAnswer("asset"), EXCHANGES]);
  },
  risk: async () => (await import("../../features/risk/record.js")).RISK.schema(),
  outlook: async () => (await import("../../features/outlook/record.js")).OUTLOOK.schema(),
  upcoming: async () => {
    const { UPCOMING } = await import("../../features/upcoming/times.js");
    return schemaOfAny("upcoming", Object.values(UPCOMING));
  },
  "position-funding": async () => {
    const { positionFundingAnswer } = await import("../../features/position-funding/record.js");
    return schemaOfAny("position-funding", FUNDING_LISTS.map(positionFundingAnswer));
  },
  reconcile: async () => (await import("../../features/reconcile/record.js")).RECONCILE.schema(),
  rotate: async () => (await import("../../features/rotate/record.js")).rotateAnswer().schema(),
  rank: async () => {
    const { rankAnswer } = await import("../../features/rank/record.js");
    return schemaOfAny("rank", [rankAnswer("pair"), rankAnswer("market")]);
  },
  pnl: async () => {
    const { pnlAnswer } = await import("../../features/pnl/record.js");
    const { snapshotsAnswer } = await import("../../features/pnl/snapshots.js");
    return schemaOfAny("pnl", [pnlAnswer("day"), snapshotsAnswer()]);
  },
  changes: async () => (await import("../../features/changes/record.js")).CHANGES.schema(),
  ledger: async () => (await import("../../features/ledger/record.js")).LEDGER.schema(),
  "funding-compare": async () =>
    (await import("../../features/compare/record.js")).compareAnswer().schema(),
  "archive-sync": async () => (await synced()).ARCHIVE_SYNC.schema(),
  "archive-plan": async () => (await synced()).ARCHIVE_PLAN.schema(),
  "archive-status": async () =>
    (await import("../../features/archive/records/status.js")).ARCHIVE_STATUS.schema(),
  "archive-verify": async () =>
    (await import("../../features/archive/records/verify.js")).ARCHIVE_VERIFY.schema(),
  "archive-compact": async () => (await tidied()).ARCHIVE_COMPACT.schema(),
  "archive-copy": async () => (await tidied()).ARCHIVE_COPY.schema(),
  "archive-forget": async () => (await tidied()).ARCHIVE_FORGET.schema(),
  backtest: async () => (await import("../../features/backtest/record.js")).BACKTEST.schema(),
  "position-event": POSITION_EVENT_SCHEMA,
  "status-event": STATUS_EVENT_SCHEMA,
  "alert-event": ALERT_EVENT.schema(),
  error: ERROR_SCHEMA,
  message: MESSAGE_SCHEMA,
};
