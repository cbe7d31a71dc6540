/** How the funding of a position has changed; src/features/outlook/explain.md, "Outlook". */
export const OUTLOOK_STATES = [
  "turned",
  "costing",
  "slipping",
  "fading",
  "recovering",
  "improving",
  "steady",
  "flat",
] as const;
export type OutlookState = (typeof OUTLOOK_STATES)[number];
