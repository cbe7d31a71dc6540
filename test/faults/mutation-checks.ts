import { expect } from "vitest";
import { EXIT_CODES } from "../../src/run/errors/exit-codes.js";
import type { Outcome } from "../support/carry.js";

export const FORMATS = ["table", "json", "ndjson", "csv"];

/** Returns the options for positions as they are sent; a table without them is of figures, and asks for more. */
export function formatted(format: string): string[] {
  const columns = "position_id,asset,status,opened_at,legs.symbol";
  return ["-o", format, ...(format === "table" ? ["--columns", columns] : [])];
}

/* Characters that control a terminal or deceive its reader, except line feeds and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/;

/** Checks what must hold for every command, whatever the service answers. */
export function checkSane({ code, stdout, stderr }: Outcome): void {
  expect(code).not.toBe(1);
  expect(Object.keys(EXIT_CODES)).toContain(String(code));
  expect(stdout.replaceAll("\r\n", "\n")).not.toMatch(STEERING);
  expect(stderr).not.toMatch(STEERING);
  expect(stderr).not.toMatch(/^\s+at .*:\d+|DEFECT|undefined|\[object/m);
  if (code !== 0) expect(stderr).toMatch(/^(error: |.*"exit_code":)/m);
}
