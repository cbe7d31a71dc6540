import type { Offers } from "../../command/spec.js";
import { OUTPUT_FORMATS } from "../../settings/values.js";

const SINCE: Offers = {
  choices: [
    { value: "today", description: "since 00:00 UTC" },
    { value: "yesterday", description: "since 00:00 UTC of the day before" },
    { value: "24h", description: "the last 24 hours" },
    { value: "7d", description: "the last 7 days" },
    { value: "30d", description: "the last 30 days" },
  ],
};
const UNTIL: Offers = {
  choices: [
    { value: "today", description: "up to 00:00 UTC" },
    { value: "yesterday", description: "up to 00:00 UTC of the day before" },
  ],
};

/** Options that mean the same in every command, and what completion offers for them. */
export const KNOWN_OPTIONS: Readonly<Record<string, Offers>> = {
  "--output": { choices: OUTPUT_FORMATS, excludes: ["--json", "--csv"] },
  "--json": { excludes: ["--output", "--csv"] },
  "--csv": { excludes: ["--output", "--json"] },
  "--columns": { source: "columns", list: true },
  "--sort": { source: "sort" },
  "--profile": { source: "profile" },
  "--quiet": { excludes: ["--verbose"] },
  "--verbose": { excludes: ["--quiet"] },
  "--asset": { source: "asset" },
  "--exchange": { source: "exchange" },
  "--class": { source: "asset-class" },
  "--start": SINCE,
  "--end": UNTIL,
  "--watch": { choices: ["10s", "30s", "1m", "5m"] },
};

/** The same for arguments, by their names. */
export const KNOWN_ARGUMENTS: Readonly<Record<string, Offers>> = {
  "market-id": { source: "market-id" },
  "long-market": { source: "market-id" },
  "short-market": { source: "market-id" },
  id: { source: "position-id" },
  profile: { source: "profile" },
};
