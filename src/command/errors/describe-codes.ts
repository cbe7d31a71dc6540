import { NOTICES } from "../../output/text/notices.js";
import { ERROR_CODES, type ErrorCode } from "./codes.js";
import type { ExitCode } from "./exit-codes.js";
import { MEANINGS } from "./kinds.js";

/** An error code, with all that a script can rely on. */
interface DescribedCode {
  readonly code: ErrorCode;
  readonly exitCodes: readonly ExitCode[];
  readonly retryable: boolean;
  readonly meaning: string;
}

/** Returns the error codes of carry in alphabetical order. */
function describeErrorCodes(): readonly DescribedCode[] {
  const meanings = Object.values(MEANINGS);
  return (Object.keys(ERROR_CODES) as ErrorCode[]).map((code) => {
    const own = meanings.filter((it) => it.code === code);
    return {
      code,
      exitCodes: [...new Set(own.map(({ exitCode }) => exitCode))],
      retryable: own.some(({ retryable }) => retryable),
      meaning: ERROR_CODES[code],
    };
  });
}

/** Returns the lines of `carry help errors`. */
export function codeLines(): string {
  const errors = describeErrorCodes().map(
    ({ code, exitCodes, retryable, meaning }) =>
      `  ${code.padEnd(24)}${exitCodes.join(" ").padEnd(5)}${retryable ? "yes" : "no "}  ${meaning}`,
  );
  const notices = Object.entries(NOTICES).map(
    ([code, meaning]) => `  ${code.padEnd(24)}${meaning}`,
  );
  return `Errors, with their exit codes, and whether the same call may succeed later:
${errors.map(withSignals).join("\n")}

Notes and warnings:
${notices.join("\n")}
`;
}

/** Shortens the exit codes of signals, which are listed in `carry help exit-codes`. */
function withSignals(line: string): string {
  return line.replace("129 130 131 143", "129+ ");
}
