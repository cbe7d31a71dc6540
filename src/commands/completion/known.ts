import { OUTPUT_FORMATS } from "../../config/values.js";
import type { Offers } from "../spec.js";

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
};

/** The same for arguments, by their names. */
export const KNOWN_ARGUMENTS: Readonly<Record<string, Offers>> = {
  "market-id": { source: "market-id" },
  "long-market": { source: "market-id" },
  "short-market": { source: "market-id" },
  id: { source: "position-id" },
  profile: { source: "profile" },
};
