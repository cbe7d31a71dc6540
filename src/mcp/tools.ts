import type { Tool } from "./tool.js";
import { changes } from "./tools/changes.js";
import { check } from "./tools/check.js";
import { compare } from "./tools/compare.js";
import { explain } from "./tools/explain.js";
import { fundingHistory } from "./tools/funding-history.js";
import { outlook } from "./tools/outlook.js";
import { position } from "./tools/position.js";
import { positions } from "./tools/positions.js";
import { rank } from "./tools/rank.js";
import { status } from "./tools/status.js";

/** Every tool, in the order in which agents see them; at most ten. */
export const TOOLS: readonly Tool[] = [
  status,
  positions,
  position,
  outlook,
  changes,
  fundingHistory,
  compare,
  rank,
  check,
  explain,
];
