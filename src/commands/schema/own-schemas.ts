import { FUNDING_LISTS } from "../../analytics/funding-lists.js";
import { schemaOfAny } from "../../output/record.js";
import { ALERT_EVENT_SCHEMA, STATUS_EVENT_SCHEMA } from "./alert-event-schema.js";
import { ERROR_SCHEMA } from "./error-schema.js";
import { EVENT_SCHEMA } from "./event-schema.js";
import { MESSAGE_SCHEMA } from "./message-schema.js";
import type { OwnName } from "./own-names.js";
import { RULES_SCHEMA } from "./rules-schema.js";
import { SUMMARY_SCHEMA } from "./summary-schema.js";

/** The JSON Schemas of what carry works out itself, by name. */
export const OWN_SCHEMAS: Readonly<Record<OwnName, object | (() => Promise<object>)>> = {
  status: async () => (await import("../../views/status-answer.js")).STATUS.schema(),
  check: async () => (await import("../../views/check.js")).CHECK.schema(),
  rules: RULES_SCHEMA,
  summary: SUMMARY_SCHEMA,
  risk: async () => (await import("../../views/risk-answer.js")).RISK.schema(),
  outlook: async () => (await import("../../views/outlook.js")).OUTLOOK.schema(),
  upcoming: async () => {
    const { UPCOMING } = await import("../../views/upcoming-times.js");
    return schemaOfAny("upcoming", Object.values(UPCOMING));
  },
  "position-funding": async () => {
    const { positionFundingAnswer } = await import("../../views/position-funding.js");
    return schemaOfAny("position-funding", FUNDING_LISTS.map(positionFundingAnswer));
  },
  reconcile: async () => (await import("../../views/reconcile.js")).RECONCILE.schema(),
  rotate: async () => (await import("../../views/rotate.js")).rotateAnswer().schema(),
  rank: async () => {
    const { rankAnswer } = await import("../../views/rank-answer.js");
    return schemaOfAny("rank", [rankAnswer("pair"), rankAnswer("market")]);
  },
  history: async () => (await import("../../views/history.js")).HISTORY.schema(),
  pnl: async () => (await import("../../views/pnl.js")).pnlAnswer("day").schema(),
  changes: async () => (await import("../../views/changes.js")).CHANGES.schema(),
  ledger: async () => (await import("../../views/ledger.js")).LEDGER.schema(),
  "funding-compare": async () =>
    (await import("../../views/funding-compare.js")).FUNDING_COMPARE.schema(),
  "archive-sync": async () => (await import("../../views/archive-sync.js")).ARCHIVE_SYNC.schema(),
  "archive-plan": async () => (await import("../../views/archive-sync.js")).ARCHIVE_PLAN.schema(),
  "archive-status": async () =>
    (await import("../../views/archive-status.js")).ARCHIVE_STATUS.schema(),
  "archive-verify": async () =>
    (await import("../../views/archive-verify.js")).ARCHIVE_VERIFY.schema(),
  "archive-compact": async () =>
    (await import("../../views/archive-tidy.js")).ARCHIVE_COMPACT.schema(),
  "archive-copy": async () => (await import("../../views/archive-tidy.js")).ARCHIVE_COPY.schema(),
  "archive-forget": async () =>
    (await import("../../views/archive-tidy.js")).ARCHIVE_FORGET.schema(),
  backtest: async () => (await import("../../views/backtest-answer.js")).BACKTEST.schema(),
  "position-event": EVENT_SCHEMA,
  "status-event": STATUS_EVENT_SCHEMA,
  "alert-event": ALERT_EVENT_SCHEMA,
  error: ERROR_SCHEMA,
  message: MESSAGE_SCHEMA,
};
