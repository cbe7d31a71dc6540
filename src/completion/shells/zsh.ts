import type { Shell } from "../protocol.js";
import { readWords } from "./words.js";

export const zsh: Shell = { hasSuffixes: true, read: readWords };
