import type { RecordName } from "../../client/resources/registry.js";

/** What carry itself makes up, beside the records of the service. */
type OwnName = "position-event" | "funding-compare" | "status" | "summary" | "error";

/** The resources whose JSON is described, with the command that prints it. */
export const RESOURCES = {
  position: "carry positions list",
  "position-detail": "carry positions get",
  "position-event": "carry positions list --watch",
  "funding-point": "carry funding history",
  "funding-day": "carry funding history --resolution 1d",
  "funding-compare": "carry funding compare",
  asset: "carry assets",
  status: "carry status",
  summary: "carry positions summary",
  error: "any command with -o json that fails (on stderr)",
} as const satisfies Readonly<Record<RecordName | OwnName, string>>;

export type Resource = keyof typeof RESOURCES;
