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
} as const;

export type Resource = keyof typeof RESOURCES;
