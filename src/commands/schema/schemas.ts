import { jsonSchemaOf } from "../../client/resources/json-schema.js";
import { RECORDS } from "../../client/resources/registry.js";
import { ALERT_EVENT_SCHEMA, STATUS_EVENT_SCHEMA } from "./alert-event-schema.js";
import { ARCHIVE_STATUS_SCHEMA } from "./archive-status-schema.js";
import { ARCHIVE_PLAN_SCHEMA, ARCHIVE_SYNC_SCHEMA } from "./archive-sync-schema.js";
import {
  ARCHIVE_COMPACT_SCHEMA,
  ARCHIVE_COPY_SCHEMA,
  ARCHIVE_FORGET_SCHEMA,
} from "./archive-tidy-schema.js";
import { ARCHIVE_VERIFY_SCHEMA } from "./archive-verify-schema.js";
import { BACKTEST_SCHEMA } from "./backtest-schema.js";
import { CHECK_SCHEMA } from "./check-schema.js";
import { FUNDING_COMPARE_SCHEMA } from "./compare-schema.js";
import { ERROR_SCHEMA } from "./error-schema.js";
import { EVENT_SCHEMA } from "./event-schema.js";
import { LEDGER_SCHEMA } from "./ledger-schema.js";
import { MESSAGE_SCHEMA } from "./message-schema.js";
import { OUTLOOK_SCHEMA } from "./outlook-schema.js";
import { CHANGES_SCHEMA, HISTORY_SCHEMA, PNL_SCHEMA } from "./past-schema.js";
import { POSITION_FUNDING_SCHEMA } from "./position-funding-schema.js";
import { RANK_SCHEMA } from "./rank-schema.js";
import { RECONCILE_SCHEMA } from "./reconcile-schema.js";
import { RISK_SCHEMA } from "./risk-schema.js";
import { ROTATE_SCHEMA } from "./rotate-schema.js";
import { RULES_SCHEMA } from "./rules-schema.js";
import { STATUS_SCHEMA } from "./status-schema.js";
import { SUMMARY_SCHEMA } from "./summary-schema.js";
import { UPCOMING_SCHEMA } from "./upcoming-schema.js";

/** A JSON Schema that `carry schema` prints. */
export interface NamedSchema {
  readonly name: string;
  /** The command whose JSON it describes. */
  readonly printedBy: string;
  /** Returns the schema (JSON Schema 2020-12). */
  readonly schema: () => object;
}

/** What carry works out itself. */
const OWN: readonly NamedSchema[] = [
  { name: "status", printedBy: "carry status", schema: () => STATUS_SCHEMA },
  { name: "check", printedBy: "carry check", schema: () => CHECK_SCHEMA },
  { name: "rules", printedBy: "carry check --init (in TOML)", schema: () => RULES_SCHEMA },
  { name: "summary", printedBy: "carry positions summary", schema: () => SUMMARY_SCHEMA },
  { name: "risk", printedBy: "carry positions risk", schema: () => RISK_SCHEMA },
  { name: "outlook", printedBy: "carry positions outlook", schema: () => OUTLOOK_SCHEMA },
  { name: "upcoming", printedBy: "carry positions upcoming", schema: () => UPCOMING_SCHEMA },
  {
    name: "position-funding",
    printedBy: "carry positions funding",
    schema: () => POSITION_FUNDING_SCHEMA,
  },
  {
    name: "reconcile",
    printedBy: "carry positions reconcile",
    schema: () => RECONCILE_SCHEMA,
  },
  { name: "rotate", printedBy: "carry positions rotate", schema: () => ROTATE_SCHEMA },
  { name: "rank", printedBy: "carry funding rank", schema: () => RANK_SCHEMA },
  { name: "history", printedBy: "carry positions history", schema: () => HISTORY_SCHEMA },
  { name: "pnl", printedBy: "carry positions pnl", schema: () => PNL_SCHEMA },
  { name: "changes", printedBy: "carry positions changes", schema: () => CHANGES_SCHEMA },
  { name: "ledger", printedBy: "carry positions ledger", schema: () => LEDGER_SCHEMA },
  {
    name: "funding-compare",
    printedBy: "carry funding compare",
    schema: () => FUNDING_COMPARE_SCHEMA,
  },
  {
    name: "archive-sync",
    printedBy: "carry archive sync",
    schema: () => ARCHIVE_SYNC_SCHEMA,
  },
  {
    name: "archive-plan",
    printedBy: "carry archive sync --dry-run",
    schema: () => ARCHIVE_PLAN_SCHEMA,
  },
  {
    name: "archive-status",
    printedBy: "carry archive status",
    schema: () => ARCHIVE_STATUS_SCHEMA,
  },
  {
    name: "archive-verify",
    printedBy: "carry archive verify",
    schema: () => ARCHIVE_VERIFY_SCHEMA,
  },
  {
    name: "archive-compact",
    printedBy: "carry archive compact",
    schema: () => ARCHIVE_COMPACT_SCHEMA,
  },
  {
    name: "archive-copy",
    printedBy: "carry archive copy",
    schema: () => ARCHIVE_COPY_SCHEMA,
  },
  {
    name: "archive-forget",
    printedBy: "carry archive forget",
    schema: () => ARCHIVE_FORGET_SCHEMA,
  },
  { name: "backtest", printedBy: "carry funding backtest", schema: () => BACKTEST_SCHEMA },
  { name: "position-event", printedBy: "carry positions list --watch", schema: () => EVENT_SCHEMA },
  { name: "status-event", printedBy: "carry status --watch", schema: () => STATUS_EVENT_SCHEMA },
  {
    name: "alert-event",
    printedBy: "carry status --check --on-alert, on the command's stdin",
    schema: () => ALERT_EVENT_SCHEMA,
  },
  {
    name: "error",
    printedBy: "any failed command with -o json (on stderr)",
    schema: () => ERROR_SCHEMA,
  },
  {
    name: "message",
    printedBy: "any command with -o json, a line on stderr",
    schema: () => MESSAGE_SCHEMA,
  },
];

/** Every JSON Schema: the records of the service, then what carry works out itself. */
export const SCHEMAS: readonly NamedSchema[] = [
  ...[...RECORDS.values()].flatMap(({ json, schema }) =>
    json === undefined ? [] : [{ ...json, schema: () => jsonSchemaOf(json.name, schema) }],
  ),
  ...OWN,
];
