import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempHome } from "../settings/home.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { leg, PORTFOLIO, performance, position, uuidOf } from "../support/records.js";

/* Contains the characters that JSON, URLs or shells escape. */
const KEY = `sk/Live+9f"3a\\b7'c%41&x=zQ`;

/** Forms in which a service may write the key; each is inserted into JSON unchanged. */
const FORMS: Readonly<Record<string, string>> = {
  plain: JSON.stringify(KEY).slice(1, -1),
  "slash escaped": JSON.stringify(KEY).slice(1, -1).replaceAll("/", "\\/"),
  "percent-encoded": encodeURIComponent(KEY),
  "between words": `the key ${JSON.stringify(KEY).slice(1, -1)} is wrong`,
  "behind much else": `${"x".repeat(485)}${JSON.stringify(KEY).slice(1, -1)}`,
};

/** What a service may leave of the key. */
const CUT_FORMS: Readonly<Record<string, string>> = {
  "without its end": JSON.stringify(KEY.slice(0, -1)).slice(1, -1),
  "without its beginning": JSON.stringify(KEY.slice(3)).slice(1, -1),
};

const WRITTEN = { ...FORMS, ...CUT_FORMS };

const HEADERS = [
  "x-api-version",
  "content-type",
  "retry-after",
  "www-authenticate",
  "content-encoding",
  "date",
] as const;

const LOCATIONS = [
  (key: string) => `https://example.com/${key}`,
  (key: string) => `https://${key}.example.com/`,
  (key: string) => `${key}:x`,
  (key: string) => `/?next=${key}`,
];

const FIELDS = ["position_id", "asset", "status", "opened_at", "legs", "performance"];
const LEG_FIELDS = ["side", "exchange", "symbol", "quantity", "mark_price_updated_at"];

/** Places in an answer in which a service repeats the key, as `@`. */
type Answer = (url: string) => { status: number; headers: Record<string, string>; json: string };

const OK = { status: 200, headers: {} };
const fields = fc.constantFrom(...FIELDS);
const legFields = fc.constantFrom(...LEG_FIELDS);

function pageOf(item: unknown, next: unknown): string {
  return JSON.stringify({ data: [item], next_cursor: next });
}

const answers: fc.Arbitrary<Answer> = fc.oneof(
  fc.constantFrom(400, 401, 403, 404, 429, 500, 302).map(
    (status): Answer =>
      () => ({ status, headers: {}, json: '{"code":"@","message":"@"}' }),
  ),
  fc.tuple(fc.constantFrom(200, 401, 503), fc.constantFrom(...HEADERS)).map(
    ([status, header]): Answer =>
      () => ({ status, headers: { [header]: "@" }, json: pageOf(position(1), null) }),
  ),
  fc.constantFrom(...LOCATIONS).map(
    (location): Answer =>
      () => ({ status: 302, headers: { location: location("@") }, json: "" }),
  ),
  fields.map(
    (field): Answer =>
      () => ({ ...OK, json: pageOf(position(1, { [field]: "@" }), null) }),
  ),
  legFields.map(
    (field): Answer =>
      () => ({ ...OK, json: pageOf(position(1, { legs: [leg({ [field]: "@" })] }), null) }),
  ),
  fc.constant<Answer>(() => ({ ...OK, json: pageOf(position(1), "@") })),
  fc.constant<Answer>(() => ({
    ...OK,
    json: JSON.stringify({
      data: [{ asset: "@", name: "@", asset_class: "@", market_count: 1, exchange_count: 1 }],
    }),
  })),
  fc.constant<Answer>(() => ({ ...OK, json: "@" })),
);

const COMMANDS = [
  ["positions", "list", "-o", "csv"],
  ["positions", "list", "-o", "table", "--performance"],
  ["positions", "list", "-o", "json"],
  ["positions", "get", uuidOf(1)],
  ["status"],
  ["doctor", "-o", "json"],
  ["doctor"],
  ["auth", "status"],
  ["auth", "status", "-o", "json"],
  ["assets", "--refresh"],
  ["funding", "markets", "--refresh"],
  ["funding", "history", "1"],
  ["api", "/v1/assets"],
];

/** Commands whose output describes the service, and is not its data. */
const SPEAKS = /^(doctor|auth)/;

/** Returns a text with all escapes decoded. */
function plainly(text: string): string {
  let plain = text;
  for (let round = 0; round < 4; round++) {
    plain = plain
      .replace(/\\+u00([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return plain.replaceAll("'\\''", "'").replaceAll("\\", "").toLowerCase();
}

function expectNoKey(text: string, where: string): void {
  const bare = plainly(KEY);
  expect(plainly(text).includes(bare), `${where}: ${text}`).toBe(false);
}

/** Expects neither the key nor the 8 characters at one of its ends, by which one would know it. */
function expectNoEnd(text: string, where: string): void {
  expectNoKey(text, where);
  for (const end of [KEY.slice(0, 8), KEY.slice(-8)]) {
    expect(text.includes(end), `${where}, ${end}: ${text}`).toBe(false);
  }
}

function filesIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe("a service that repeats the key", () => {
  it("cannot make carry print or store it", async () => {
    const home = tempHome();
    let current = answer(500, "");
    const server = await faultyServer((socket) => socket.write(current));
    const env = {
      ...home.env,
      CARRY_STATE_DIR: join(home.path, "state"),
      CARRY_BASE_URL: server.url,
      CARRY_API_KEY: KEY,
      CARRY_PORTFOLIO: PORTFOLIO,
    };
    const property = fc.asyncProperty(
      answers,
      fc.constantFrom(...Object.keys(WRITTEN)),
      fc.constantFrom(...COMMANDS),
      fc.boolean(),
      async (make, form, argv, debugging) => {
        const { status, headers, json } = make(server.url);
        // Such a cursor is encoded once more in the next request.
        fc.pre(form !== "percent-encoded" || !json.includes('"next_cursor":"@"'));
        const written = WRITTEN[form] ?? "";
        const inHeaders = Object.entries(headers).map(([name, text]) => [
          name,
          text.replace("@", () => (form === "plain" ? KEY : written)),
        ]);
        const body = json.replaceAll("@", () => written);
        current = answer(status, body, Object.fromEntries(inHeaders));
        const { stdout, stderr } = await carry([...argv, "-v"], {
          env: { CARRY_RETRIES: "1", ...env, ...(debugging && { CARRY_DEBUG: "1" }) },
        });
        // A cursor has to be used as it was sent, and is hidden only with the whole key.
        (json.includes('"next_cursor":"@"') ? expectNoKey : expectNoEnd)(stderr, "stderr");
        if (SPEAKS.test(argv.join(" "))) expectNoEnd(stdout, "stdout");
        for (const file of filesIn(home.path)) expectNoKey(readFileSync(file, "utf8"), file);
      },
    );
    await fc.assert(property, { numRuns: 1500 });
  }, 120_000);
});

it("the forms contain the key, so that the test above can fail", () => {
  for (const form of Object.values(FORMS)) expect(plainly(form)).toContain(plainly(KEY));
});

it("data of the service is printed as it was sent, the key or not", async () => {
  const sent = position(1, { asset: KEY, performance: performance() });
  const server = await faultyServer((socket) =>
    socket.write(answer(200, JSON.stringify({ data: [sent], next_cursor: null }))),
  );
  const { stdout } = await carry(["positions", "list", "-o", "json"], {
    env: { CARRY_BASE_URL: server.url, CARRY_API_KEY: KEY, CARRY_PORTFOLIO: PORTFOLIO },
  });
  expect(JSON.parse(stdout)).toEqual([sent]);
});
