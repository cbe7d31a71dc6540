import { orElse } from "../../base/functions.js";
import { safeJsonForTerminal, visible } from "../../base/safe-text.js";
import type { Secrets } from "../../base/secrets.js";
import type { ValueKind } from "../../base/value-kind.js";
import { ServiceError } from "../../client/errors.js";
import type { HttpAnswer } from "../../client/http/answer.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { SOME_TEXT } from "../../run/kinds.js";

type Parameter = readonly [name: string, value: string];

const PARAMETER: ValueKind<Parameter> = {
  parse(text) {
    const at = text.indexOf("=");
    return at > 0 ? [text.slice(0, at), text.slice(at + 1)] : undefined;
  },
  allowed: "name=value",
};
interface Request {
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly signal: AbortSignal;
}

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
  options: {
    parameter: {
      kind: PARAMETER,
      many: "repeated",
      short: "q",
      value: "name=value",
      help: "query parameter; repeatable",
    },
    includeHeaders: { kind: "flag", help: "print the status and the headers before the body" },
  },
  examples: {
    "carry api /v1/assets -q asset_classes=crypto": "a call with a parameter",
    "carry api /v1/assets --include-headers": "with status and headers",
  },
  async run(context, { args, options }) {
    const { parameter: query = [] } = options;
    const request = { path: args.path, query, signal: context.io.signal };
    await printBody(context, request, options.includeHeaders === true);
  },
});

async function printBody(
  context: Context,
  { path, ...options }: Request,
  includeHeaders: boolean,
): Promise<void> {
  const { stdout, secrets } = context.io;
  const client = await context.client();
  const [answer, refusal] = await answerOf(client.raw.get(path, options));
  if (includeHeaders) {
    const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP ${answer.status}`, ...lines].map((it) => visible(secrets.redact(it)));
    await stdout.write(`${head.join("\n")}\n\n`);
  }
  const body = refusal === undefined ? answer.body : withoutKey(answer.body, secrets);
  await stdout.write(stdout.isTTY ? forTerminal(body) : body);
  if (refusal !== undefined) throw refusal;
}

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
