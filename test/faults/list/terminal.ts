import { runShell } from "../../support/process.js";
import type { FaultGroup, Outcome, PlayedFault } from "../fault.js";
import {
  inEachFormat,
  inTheMiddle,
  interruptedOnTerminal,
  readerGoneWhileWaiting,
  slowReader,
  whileNobodyReads,
  whileWaitingToRetry,
} from "../plays.js";
import { CREDENTIALS } from "../staging.js";
import { NOBODY } from "./reaching.js";

const ENDS = [
  { signal: "SIGINT", exit: 130 },
  { signal: "SIGTERM", exit: 143 },
  { signal: "SIGHUP", exit: 129 },
  { signal: "SIGQUIT", exit: 131 },
] as const;

/** Returns a fault for each signal that ends a process. */
function forSignals(
  id: string,
  what: string,
  play: (signal: (typeof ENDS)[number]["signal"]) => Promise<Outcome>,
  howFar = "",
): PlayedFault[] {
  return ENDS.map(({ signal, exit }) => ({
    id: `${signal.toLowerCase()}-${id}`,
    what: `${signal} ${what}`,
    play: () => play(signal),
    sees: `error: interrupted by ${signal}${howFar}`,
    exit,
  }));
}

const shell = (line: string, env: Readonly<Record<string, string>> = {}) =>
  runShell(`carry -q --profile sandbox positions list ${line}`, env);

export const terminal: FaultGroup = {
  title: "The terminal side",
  faults: [
    {
      id: "head",
      what: "`| head -1`, in every format",
      play: () =>
        inEachFormat(
          (format) => `carry positions list -o ${format} | head -1; exit \${PIPESTATUS[0]}`,
        ),
      sees: "",
      exit: 0,
    },
    {
      id: "reader-never-there",
      what: "reader that is gone before anything is written",
      play: () =>
        inEachFormat(
          (format) => `carry positions list -o ${format} | true; exit \${PIPESTATUS[0]}`,
        ),
      sees: "",
      exit: 0,
    },
    {
      id: "reader-gone",
      what: "reader that goes away while the next page is waited for",
      play: readerGoneWhileWaiting,
      sees: "",
      exit: 0,
    },
    ...forSignals(
      "in-the-middle",
      "in the middle of a listing",
      inTheMiddle,
      " (after 100 items were printed)\nhint: go on with --cursor c1",
    ),
    ...forSignals("before-retry", "in the wait before a retry", whileWaitingToRetry),
    ...forSignals("blocked", "while the reader of stdout does not read", whileNobodyReads),
    {
      id: "ctrl-c",
      what: "Ctrl-C on a terminal while the spinner turns: the cursor comes back",
      play: interruptedOnTerminal,
      sees: "error: interrupted by SIGINT",
      exit: 130,
    },
    {
      id: "stdout-closed",
      what: "stdout closed (`>&-`): Node puts the null device there, so it is as good as `>/dev/null`",
      play: () => shell(">&-"),
      sees: "",
      exit: 0,
    },
    {
      id: "stderr-closed",
      what: "stderr closed (`2>&-`) and a failure: only the exit code shows it",
      play: () =>
        runShell("carry positions list 2>&-", {
          ...CREDENTIALS,
          CARRY_BASE_URL: `http://${NOBODY}`,
          CARRY_RETRIES: "0",
        }),
      sees: "",
      exit: 7,
    },
    {
      id: "disk-full",
      what: "disk full behind stdout (`/dev/full`)",
      needs: "linux",
      play: () => shell("-o csv >/dev/full"),
      sees: "error: could not write to stdout: ENOSPC: no space left on device, write",
      exit: 1,
    },
    {
      id: "all-full",
      what: "disk full behind stdout and stderr",
      needs: "linux",
      play: () => shell("-o json >/dev/full 2>&1"),
      sees: "",
      exit: 1,
    },
    {
      id: "slow-reader",
      what: "slow reader: pages are requested only as fast as they are read",
      play: slowReader,
      sees: "",
      exit: 0,
    },
  ],
};
