import { ALERT_EVENT } from "../../alerts/message.js";
import { TABLE_NAMES } from "../../archive/tables.js";
import { type Fields, objectSchema, schemaOfAny } from "../../output/record.js";
import type { Schema } from "../../output/schema.js";
import { WATCH_EVENT_SCHEMA } from "./event-schemas.js";
import { ERROR_SCHEMA, MESSAGE_SCHEMA } from "./message-schemas.js";
import type { OwnName } from "./own-names.js";
import { PUBLIC_LISTING_SCHEMA, SANDBOX_SCHEMA, SCHEMA_LIST_SCHEMA } from "./plain-schemas.js";
import { RULES_SCHEMA } from "./rules-schema.js";

const profiles = () => import("../../settings/profile-views.js");

/** The JSON Schemas of what carry computes itself, by name. */
export const OWN_SCHEMAS: Readonly<Record<OwnName, object | (() => Promise<object>)>> = {
  status: async () => (await import("../status/command.js")).STATUS_ANSWER.schema(),
  "list-view": async () => (await import("../list/schema.js")).listViewSchema(),
  check: async () => (await import("../check/screen.js")).CHECK.schema(),
  rules: RULES_SCHEMA,
  explain: async () => (await import("../explain/record.js")).EXPLAIN.schema(),
  "get-days": async () => (await import("../get/days-screen.js")).DAYS.schema(),
  "get-check": async () => (await import("../get/check-screen.js")).CHECKED.schema(),
  rotate: async () => (await import("../rotate/screen.js")).movesAnswer().schema(),
  rank: async () => {
    const { MARKET_DATA, PAIR_DATA, rankAnswer } = await import("../../run/ranking.js");
    return schemaOfAny("rank", [rankAnswer("rank", PAIR_DATA), rankAnswer("grid", MARKET_DATA)]);
  },
  pnl: async () => {
    const { pnlAnswer, pnlTable } = await import("../../run/pnl-table.js");
    const { DIVISIONS } = await import("../../figures/period/periods.js");
    const { eventsAnswer } = await import("../pnl/events.js");
    const divided = DIVISIONS.map((by) => pnlAnswer(pnlTable(by)));
    return schemaOfAny("pnl", [...divided, eventsAnswer()]);
  },
  "funding-compare": async () => (await import("../compare/screen.js")).compareAnswer().schema(),
  "archive-sync": async () => (await import("../archive/records/sync.js")).ARCHIVE_SYNC.schema(),
  "archive-plan": async () => (await import("../archive/records/plan.js")).ARCHIVE_PLAN.schema(),
  "archive-status": async () =>
    (await import("../archive/records/status.js")).ARCHIVE_STATUS.schema(),
  "archive-verify": async () =>
    (await import("../archive/records/verify.js")).ARCHIVE_VERIFY.schema(),
  "archive-export": async () => {
    const { exportFields } = await import("../archive/records/export.js");
    const items = TABLE_NAMES.map((name) => objectSchema(exportFields(name)));
    return { type: "array", items: { anyOf: items } };
  },
  "funding-markets": PUBLIC_LISTING_SCHEMA,
  "funding-arbitrage": PUBLIC_LISTING_SCHEMA,
  doctor: async () => listOf((await import("../doctor/finding.js")).CHECKED),
  "auth-status": async () => objectSchema((await profiles()).AUTH_STATUS),
  "auth-status-all": async () => listOf((await profiles()).AUTH_STATUS),
  profile: async () => listOf((await profiles()).PROFILE),
  setting: async () => listOf((await profiles()).settingFields(true)),
  sandbox: SANDBOX_SCHEMA,
  schema: SCHEMA_LIST_SCHEMA,
  "status-event": WATCH_EVENT_SCHEMA,
  "alert-event": ALERT_EVENT.schema(),
  error: ERROR_SCHEMA,
  message: MESSAGE_SCHEMA,
};

function listOf(fields: Fields<never>): Schema {
  return { type: "array", items: objectSchema(fields) };
}
