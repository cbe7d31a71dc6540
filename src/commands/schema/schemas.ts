import { ALERT_EVENT } from "../../alerts/message.js";
import { TABLE_NAMES } from "../../archive/tables.js";
import { RECORDS } from "../../client/resources/registry.js";
import type { JsonRecord, RecordDefinition } from "../../client/resources/resource.js";
import { DIVISIONS } from "../../figures/period/periods.js";
import { type Fields, objectSchema, own, schemaOfAny } from "../../output/record.js";
import type { Schema } from "../../output/schema.js";
import { pnlAnswer, pnlTable } from "../../run/screen/pnl-table.js";
import { MARKET_DATA, PAIR_DATA, rankAnswer } from "../../run/screen/ranking.js";
import { AUTH_STATUS, PROFILE, settingFields } from "../../run/settings/profile-views.js";
import { exportFields } from "../archive/export.js";
import { ARCHIVE_STATUS } from "../archive/status-record.js";
import { ARCHIVE_PLAN, ARCHIVE_SYNC } from "../archive/sync-record.js";
import { ARCHIVE_VERIFY } from "../archive/verify-record.js";
import { CHECK } from "../check/screen.js";
import { compareAnswer } from "../compare/screen.js";
import { CHECKED } from "../doctor/finding.js";
import { EXPLAIN } from "../explain/command.js";
import { CHECKED as GET_CHECK } from "../get/check.js";
import { DAYS } from "../get/days.js";
import { listViewSchema } from "../list/tables.js";
import { eventsAnswer } from "../pnl/events.js";
import { movesAnswer } from "../rotate/screen.js";
import { SANDBOX } from "../sandbox/sandbox.js";
import { STATUS_ANSWER } from "../status/command.js";
import { ERROR_SCHEMA, MESSAGE_SCHEMA, watchEventSchema } from "./messages.js";

const MARKET_ID = { type: "integer", description: "Requested market identifier." };
const AS_SENT = "A record as the service sends it; its fields are not documented.";
const PUBLIC_LISTING = { type: "array", items: { type: "object", description: AS_SENT } };

const SCHEMA_NAMES: Fields<never> = [
  own("name", "text", "Name of the schema."),
  own("of", "text", "The command whose JSON it describes."),
];

/** What carry computes itself: the command whose JSON it is, and the JSON Schema of that. */
const OWN: Readonly<Record<string, readonly [printedBy: string, schema: () => Schema]>> = {
  status: ["carry status", STATUS_ANSWER.schema],
  check: ["carry check", CHECK.schema],
  "list-view": ["carry positions list --view now", listViewSchema],
  "get-days": ["carry positions get --days", DAYS.schema],
  "get-check": ["carry positions get --check", GET_CHECK.schema],
  rotate: ["carry positions rotate", () => movesAnswer().schema()],
  rank: ["carry funding rank", rankSchema],
  pnl: ["carry positions pnl", pnlSchema],
  "funding-compare": ["carry funding compare", () => compareAnswer().schema()],
  "archive-sync": ["carry archive sync", ARCHIVE_SYNC.schema],
  "archive-plan": ["carry archive sync --dry-run", ARCHIVE_PLAN.schema],
  "archive-status": ["carry archive status", ARCHIVE_STATUS.schema],
  "archive-verify": ["carry archive status --verify", ARCHIVE_VERIFY.schema],
  "archive-export": ["carry archive export", exportSchema],
  "funding-markets": ["carry funding markets", () => PUBLIC_LISTING],
  "funding-arbitrage": ["carry funding arbitrage", () => PUBLIC_LISTING],
  explain: ["carry explain", EXPLAIN.schema],
  doctor: ["carry doctor", () => listOf(CHECKED)],
  "auth-status": ["carry auth status", () => objectSchema(AUTH_STATUS)],
  profile: ["carry profile list", () => listOf(PROFILE)],
  setting: ["carry profile show", () => listOf(settingFields(true))],
  sandbox: ["carry sandbox", SANDBOX.schema],
  schema: ["carry schema", () => listOf(SCHEMA_NAMES)],
  "status-event": ["carry watch, as events", watchEventSchema],
  "alert-event": ["carry check --on-alert, on the command's stdin", ALERT_EVENT.schema],
  error: ["any failed command with -o json (on stderr)", () => ERROR_SCHEMA],
  message: ["any command with -o json, a line on stderr", () => MESSAGE_SCHEMA],
};

function rankSchema(): Schema {
  return schemaOfAny("rank", [rankAnswer("rank", PAIR_DATA), rankAnswer("grid", MARKET_DATA)]);
}

function pnlSchema(): Schema {
  return schemaOfAny("pnl", [...DIVISIONS.map((by) => pnlAnswer(pnlTable(by))), eventsAnswer()]);
}

function exportSchema(): Schema {
  const items = TABLE_NAMES.map((name) => objectSchema(exportFields(name)));
  return { type: "array", items: { anyOf: items } };
}

function listOf(fields: Fields<never>): Schema {
  return { type: "array", items: objectSchema(fields) };
}

/** A JSON Schema that `carry schema` prints. */
export interface NamedSchema {
  readonly name: string;
  /** The command whose JSON it describes. */
  readonly printedBy: string;
  /** Returns the schema of the whole output (JSON Schema 2020-12). */
  readonly schema: () => Promise<Schema>;
}

/** Every JSON Schema: the records of the service, then what carry computes itself. */
export const SCHEMAS: readonly NamedSchema[] = [
  ...[...RECORDS.values()].flatMap(({ json, schema }) =>
    json === undefined ? [] : [named(json.name, json.printedBy, () => recordsOf(json, schema))],
  ),
  ...Object.entries(OWN).map(([name, [printedBy, schema]]) => named(name, printedBy, schema)),
];

/** Adds to a schema its name and the command whose output it describes. */
function named(
  name: string,
  printedBy: string,
  schema: () => Schema | Promise<Schema>,
): NamedSchema {
  return {
    name,
    printedBy,
    schema: async () => {
      const { $schema: _, title: __, ...rest } = await schema();
      const draft = "https://json-schema.org/draft/2020-12/schema";
      return { $schema: draft, title: name, $comment: printedBy, ...rest };
    },
  };
}

/** Returns the schema of an array of records; for `positions get`, also of a single record. */
async function recordsOf(
  { isOfMarket, isOneOrMany }: JsonRecord,
  schema: RecordDefinition["schema"],
): Promise<Schema> {
  const { jsonSchemaOf } = await import("../../client/resources/openapi.js");
  const { $schema: _, properties, ...rest } = jsonSchemaOf(schema);
  const market = isOfMarket && { market_id: MARKET_ID };
  const item = { ...rest, properties: { ...market, ...(properties as Schema) } };
  if (isOneOrMany !== true) return { type: "array", items: item };
  const $ref = "#/$defs/item";
  return { anyOf: [{ $ref }, { type: "array", items: { $ref } }], $defs: { item } };
}
