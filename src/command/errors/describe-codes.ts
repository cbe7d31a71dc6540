import { NOTICES } from "../../output/text/notices.js";
import { ERROR_CODES } from "./codes.js";
import { MEANINGS } from "./kinds.js";

/** Returns the lines of `carry help errors`, codes in alphabetical order. */
export function codeLines(): string {
  const meanings = Object.values(MEANINGS);
  const errors = Object.entries(ERROR_CODES).map(([code, meaning]) => {
    const own = meanings.filter((it) => it.code === code);
    const exitCodes = [...new Set(own.map(({ exitCode }) => exitCode))].join(" ");
    const shown = exitCodes.replace("129 130 131 143", "129+"); // `carry help exit-codes` lists them
    const retryable = own.some((it) => it.retryable) ? "yes" : "no ";
    return `  ${code.padEnd(24)}${shown.padEnd(5)}${retryable}  ${meaning}`;
  });
  const notices = Object.entries(NOTICES).map(
    ([code, meaning]) => `  ${code.padEnd(24)}${meaning}`,
  );
  return `Errors, with their exit codes, and whether the same call may succeed later:
${errors.join("\n")}

Notes and warnings:
${notices.join("\n")}
`;
}
