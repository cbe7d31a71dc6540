import { RECORDS } from "../../client/resources/registry.js";
import type { JsonRecord, RecordDefinition } from "../../client/resources/resource.js";
import { type Fields, objectSchema, schemaOfAny } from "../../output/record.js";
import type { Schema } from "../../output/schema.js";

const handWritten = () => import("./hand-written.js");
const profiles = () => import("../../run/settings/profile-views.js");

/** What carry computes itself: the command whose JSON it is, and the JSON Schema of that. */
const OWN: Readonly<Record<string, readonly [printedBy: string, schema: () => Promise<Schema>]>> = {
  status: [
    "carry status",
    async () => (await import("../status/command.js")).STATUS_ANSWER.schema(),
  ],
  check: ["carry check", async () => (await import("../check/screen.js")).CHECK.schema()],
  rules: ["carry check --init (in TOML)", async () => (await handWritten()).RULES_SCHEMA],
  "list-view": [
    "carry positions list --view now",
    async () => (await import("../list/schema.js")).listViewSchema(),
  ],
  "get-days": [
    "carry positions get --days",
    async () => (await import("../get/days-screen.js")).DAYS.schema(),
  ],
  "get-check": [
    "carry positions get --check",
    async () => (await import("../get/check-screen.js")).CHECKED.schema(),
  ],
  rotate: [
    "carry positions rotate",
    async () => (await import("../rotate/screen.js")).movesAnswer().schema(),
  ],
  rank: [
    "carry funding rank",
    async () => {
      const { MARKET_DATA, PAIR_DATA, rankAnswer } = await import("../../run/screen/ranking.js");
      return schemaOfAny("rank", [rankAnswer("rank", PAIR_DATA), rankAnswer("grid", MARKET_DATA)]);
    },
  ],
  pnl: [
    "carry positions pnl",
    async () => {
      const { pnlAnswer, pnlTable } = await import("../../run/screen/pnl-table.js");
      const { DIVISIONS } = await import("../../figures/period/periods.js");
      const { eventsAnswer } = await import("../pnl/events.js");
      const divided = DIVISIONS.map((by) => pnlAnswer(pnlTable(by)));
      return schemaOfAny("pnl", [...divided, eventsAnswer()]);
    },
  ],
  "funding-compare": [
    "carry funding compare",
    async () => (await import("../compare/screen.js")).compareAnswer().schema(),
  ],
  "archive-sync": [
    "carry archive sync",
    async () => (await import("../archive/records/sync.js")).ARCHIVE_SYNC.schema(),
  ],
  "archive-plan": [
    "carry archive sync --dry-run",
    async () => (await import("../archive/records/plan.js")).ARCHIVE_PLAN.schema(),
  ],
  "archive-status": [
    "carry archive status",
    async () => (await import("../archive/records/status.js")).ARCHIVE_STATUS.schema(),
  ],
  "archive-verify": [
    "carry archive status --verify",
    async () => (await import("../archive/records/verify.js")).ARCHIVE_VERIFY.schema(),
  ],
  "archive-export": [
    "carry archive export",
    async () => {
      const { TABLE_NAMES } = await import("../../archive/tables.js");
      const { exportFields } = await import("../archive/records/export.js");
      const items = TABLE_NAMES.map((name) => objectSchema(exportFields(name)));
      return { type: "array", items: { anyOf: items } };
    },
  ],
  "funding-markets": [
    "carry funding markets",
    async () => (await handWritten()).PUBLIC_LISTING_SCHEMA,
  ],
  "funding-arbitrage": [
    "carry funding arbitrage",
    async () => (await handWritten()).PUBLIC_LISTING_SCHEMA,
  ],
  explain: ["carry explain", async () => (await import("../explain/record.js")).EXPLAIN.schema()],
  doctor: ["carry doctor", async () => listOf((await import("../doctor/finding.js")).CHECKED)],
  "auth-status": ["carry auth status", async () => objectSchema((await profiles()).AUTH_STATUS)],
  profile: ["carry profile list", async () => listOf((await profiles()).PROFILE)],
  setting: ["carry profile show", async () => listOf((await profiles()).settingFields(true))],
  sandbox: ["carry sandbox", async () => (await import("../sandbox/sandbox.js")).SANDBOX.schema()],
  schema: ["carry schema", async () => (await handWritten()).SCHEMA_LIST_SCHEMA],
  "status-event": ["carry watch, as events", async () => (await handWritten()).WATCH_EVENT_SCHEMA],
  "alert-event": [
    "carry check --on-alert, on the command's stdin",
    async () => (await import("../../alerts/message.js")).ALERT_EVENT.schema(),
  ],
  error: [
    "any failed command with -o json (on stderr)",
    async () => (await handWritten()).ERROR_SCHEMA,
  ],
  message: [
    "any command with -o json, a line on stderr",
    async () => (await handWritten()).MESSAGE_SCHEMA,
  ],
};

function listOf(fields: Fields<never>): Schema {
  return { type: "array", items: objectSchema(fields) };
}

const DRAFT = "https://json-schema.org/draft/2020-12/schema";

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
function named(name: string, printedBy: string, schema: () => Promise<Schema>): NamedSchema {
  return {
    name,
    printedBy,
    schema: async () => {
      const { $schema: _, title: __, ...rest } = await schema();
      return { $schema: DRAFT, title: name, $comment: printedBy, ...rest };
    },
  };
}

const MARKET_ID = { type: "integer", description: "Requested market identifier." };

/** Returns the schema of an array of records; for `positions get`, also of a single record. */
async function recordsOf(
  { name, isOfMarket, isOneOrMany }: JsonRecord,
  schema: RecordDefinition["schema"],
) {
  const { jsonSchemaOf } = await import("../../client/resources/openapi.js");
  const { $schema: _, title: __, properties, ...rest } = jsonSchemaOf(name, schema);
  const market = isOfMarket && { market_id: MARKET_ID };
  const item = { ...rest, properties: { ...market, ...(properties as Schema) } };
  if (isOneOrMany !== true) return { type: "array", items: item };
  const $ref = "#/$defs/item";
  return { anyOf: [{ $ref }, { type: "array", items: { $ref } }], $defs: { item } };
}
