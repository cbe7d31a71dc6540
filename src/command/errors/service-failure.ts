import type { ServiceError } from "../../client/errors.js";
import type { Told } from "./failure.js";

/** What is told of an error status: the service's words, and what its status asks for. */
export function ofService(error: ServiceError): Told {
  const common = {
    message: error.code === undefined ? error.message : `${error.message} (${error.code})`,
    code: error.code ?? `HTTP_${error.status}`,
    status: error.status,
    retryAfter: error.retryAfter,
    retryable: error.status === 429 || error.status >= 500,
  };
  switch (error.status) {
    case 401:
      return {
        ...common,
        exitCode: 3,
        hint: "the API key is missing or invalid: run `carry auth login`, or check CARRY_API_KEY",
      };
    case 403:
      return {
        ...common,
        exitCode: 3,
        hint: "the API key lacks the scope for this: create one that has it",
      };
    case 404:
      return {
        ...common,
        exitCode: 4,
        hint: "check the id or the path, and that the profile in use is the right one",
      };
    case 429:
      return {
        ...common,
        exitCode: 6,
        hint: error.retryAfter
          ? `try again in ${waitText(error.retryAfter)}`
          : "wait a while and try again",
      };
    default:
      if (error.status < 500) return { ...common, exitCode: error.status >= 400 ? 5 : 8 };
      return {
        ...common,
        exitCode: 7,
        hint: `the service failed: try again ${error.retryAfter ? `in ${waitText(error.retryAfter)}` : "later"}`,
      };
  }
}

/** Seconds, and from two minutes on also in the largest unit that keeps them readable. */
function waitText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const long = seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
  return `${seconds} s (${long})`;
}
