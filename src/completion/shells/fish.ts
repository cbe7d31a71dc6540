import type { Shell } from "../protocol.js";
import { readWords } from "./words.js";

export const fish: Shell = { hasSuffixes: false, read: readWords };
