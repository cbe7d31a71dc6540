import { program } from "virtual:program-model";
import { answer } from "../../src/cli/completion/answer.js";
import { lookupOn } from "../../src/cli/completion/lookup.js";
import type { DynamicKind } from "../../src/run/completion-model.js";
import { NOW } from "../support/now.js";

interface Computer {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/** A line that completes values of a kind, up to the value. */
export const LINES: Readonly<Record<DynamicKind, string>> = {
  profile: "--profile ",
  asset: "positions list --asset ",
  "asset-class": "assets --class ",
  exchange: "positions list --exchange ",
  "market-id": "funding history -- ",
  "position-id": "positions get -- ",
  portfolio: "status --portfolio ",
};
export const KINDS = Object.keys(LINES) as DynamicKind[];

/**
 * Returns the arguments of fish's request after a line of words without quotes.
 * @param end the end of the last word
 */
export function request(line: string, end = ""): string[] {
  const words = line.split(" ");
  const last = (words.pop() ?? "") + end;
  return ["1", "fish", String(words.length), "--", ...words, last];
}

/** Returns the answer of the hidden command, in this process. */
export function ask(argv: readonly string[], { env, platform = "linux" }: Computer): string {
  return answer(argv, program, lookupOn({ env, platform, now: NOW, directory: "/" }));
}

/** Returns the words offered after a line, each with its description after a tab. */
export function offered(line: string, computer: Computer, end = ""): string[] {
  return linesOf(ask(request(line, end), computer));
}

/** Returns the words offered after a line, without descriptions. */
export function words(line: string, computer: Computer, end = ""): string[] {
  return offered(line, computer, end).map((it) => it.split("\t")[0] ?? "");
}

/** Returns the words of an answer. */
export function linesOf(text: string): string[] {
  return text.split("\n").slice(2, -1);
}
