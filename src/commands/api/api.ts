import { orElse } from "../../base/functions.js";
import { safeJsonForTerminal, visible } from "../../base/safe-text.js";
import type { Secrets } from "../../base/secrets.js";
import { ServiceError } from "../../client/errors.js";
import type { HttpAnswer } from "../../client/http/answer.js";
import { defineCommand } from "../../run/define.js";
import { SOME_TEXT } from "../../run/kinds.js";

const PUBLIC_PATHS = [
  { value: "/v1/assets", description: "tracked assets" },
  { value: "/api/v1/public/funding/markets", description: "the public market listing" },
  { value: "/api/v1/public/funding/arbitrage", description: "the public arbitrage listing" },
];

export const api = defineCommand({
  description:
    "GET any path below the base URL, with the API key if there is one, and print the body unchanged, byte for byte",
  prints: "the body unchanged",
  formats: ["json"],
  args: {
    path: { kind: { ...SOME_TEXT, choices: PUBLIC_PATHS }, help: "path such as /v1/assets" },
  },
  examples: {
    "carry api /v1/assets": "a call without parameters",
    "carry api '/v1/assets?asset_classes=crypto'": "with a parameter",
  },
  async run(context, { args }) {
    const { stdout, secrets, signal } = context.io;
    const client = await context.client();
    const [answer, refusal] = await answerOf(client.raw.get(args.path, { signal }));
    const body = refusal === undefined ? answer.body : withoutKey(answer.body, secrets);
    await stdout.write(stdout.isTTY ? forTerminal(body) : body);
    if (refusal !== undefined) throw refusal;
  },
});

/** Returns the answer; for a refused request also the error. */
async function answerOf(
  request: Promise<HttpAnswer>,
): Promise<readonly [answer: HttpAnswer, refusal?: Error]> {
  try {
    return [await request];
  } catch (error) {
    if (error instanceof ServiceError && error.answer !== undefined) return [error.answer, error];
    throw error;
  }
}

/** Removes the key from a body that repeats it, as a refusal of the key may. */
function withoutKey(body: Buffer, secrets: Secrets): Buffer {
  const text = body.toString("utf8");
  const redacted = secrets.redact(text);
  return redacted === text ? body : Buffer.from(redacted);
}

/** Returns the body for a terminal, without control characters; a pipe gets it unchanged. */
function forTerminal(body: Buffer): string {
  const text = body.toString("utf8");
  const isJson = orElse(() => JSON.parse(text) !== undefined, false);
  const safe = isJson ? safeJsonForTerminal(text) : text.split("\n").map(visible).join("\n");
  return safe.endsWith("\n") || safe === "" ? safe : `${safe}\n`;
}
