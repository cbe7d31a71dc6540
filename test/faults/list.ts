import type { FaultGroup } from "./fault.js";
import { duringTheAnswer } from "./list/answer.js";
import { content } from "./list/content.js";
import { cursors } from "./list/cursors.js";
import { excess } from "./list/excess.js";
import { proxies } from "./list/proxy.js";
import { reaching } from "./list/reaching.js";
import { redirects } from "./list/redirect.js";
import { status } from "./list/status.js";
import { terminal } from "./list/terminal.js";

/** Every fault; the tests produce it for real. */
export const FAULTS: readonly FaultGroup[] = [
  reaching,
  proxies,
  duringTheAnswer,
  status,
  redirects,
  content,
  excess,
  cursors,
  terminal,
];
