import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { performance, position } from "../support/records.js";

/** One answer; the connection is closed after it if its framing is invalid. */
export interface MutatedAnswer {
  /** Its bytes as latin1, so that a counterexample is readable. */
  readonly bytes: string;
  readonly close: boolean;
}

/* Values that often break programs; text in ⟦⟧ is inserted into the JSON without quotes. */
const NASTY: readonly unknown[] = [
  null,
  true,
  -0,
  0,
  "⟦9007199254740993⟧",
  "⟦1e309⟧",
  "⟦-1e-400⟧",
  "⟦123456789012345678901234567890⟧",
  "",
  "\u001b[2J\u001b]0;title\u0007",
  "\u001b]52;c;ZWNobyBoYWNrZWQ=\u0007",
  "\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\",
  "\u009b31m\u0085\u0090",
  "a\rb\nc\td\u0000\u0008\u007f",
  "\u202egnp.exe\u202c\u2066\u200b\u200d\ufeff",
  "👩‍👩‍👧‍👦 漢字 ﷽ é́́́́",
  "\ud800",
  "=1+1",
  "2025-02-30T00:00:00Z",
  "9999-12-31T23:59:59.999999999+99:99",
  "__proto__",
  [],
  {},
  [[[[[[]]]]]],
  { __proto__: 1, "\u001b[31m": 2 },
  "x".repeat(500),
];

const KEYS = ["position_id", "asset", "status", "opened_at", "closed_at", "legs", "performance"];
const LEG_KEYS = ["side", "market_id", "exchange", "symbol", "leverage", "quantity", "open_price"];

const nasty = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  { weight: 1, arbitrary: fc.double() },
);

/** A page with one value replaced or added. */
const jsonBody = fc
  .tuple(
    fc.noBias(fc.nat(15)),
    fc.constantFrom(...KEYS),
    fc.constantFrom(...LEG_KEYS),
    nasty,
    fc.noBias(fc.nat(9_999_999)),
  )
  .map(([where, key, legKey, value, id]) => {
    const item = position(id, { performance: performance() }) as Record<string, unknown>;
    const legs = item.legs as Record<string, unknown>[];
    const page: Record<string, unknown> = { data: [item], next_cursor: `c${id}` };
    if (where === 0) page.data = value;
    else if (where === 1) page.next_cursor = value;
    else if (where === 2) item[key] = value;
    else if (where === 3) Object.assign(legs[0] ?? {}, { [legKey]: value });
    else if (where === 4) item[`unknown${String(value)}`] = value;
    else page[String(value)] = value;
    return Buffer.from(JSON.stringify(page).replace(/"⟦([^"]*)⟧"/g, "$1"));
  });

const error = fc
  .tuple(nasty, nasty)
  .map(([code, message]) => Buffer.from(JSON.stringify({ code, message })));

/** Bytes changed, removed or inserted anywhere. */
const damaged = fc
  .tuple(jsonBody, fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.nat(255)), { maxLength: 4 }))
  .map(([body, changes]) => {
    let bytes = body;
    for (const [place, how, byte] of changes) {
      const at = place % (bytes.length + 1);
      const put = how === 0 ? Buffer.alloc(0) : Buffer.from([byte]);
      bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + (how === 2 ? 0 : 1))]);
    }
    return bytes;
  });

/* Some are repeated, so that listings advance. */
const SUCCESSES = [...Array<number>(40).fill(200), 201, 204, 206];
const FAILURES = [301, 304, 307, 400, 401, 404, 429, 429, 500, 500, 502, 503, 504, 599, 999];
const HEADERS: readonly string[] = [
  "x-api-version: v2\u009b31m",
  "x-api-version: \u00ff\u00fe",
  "retry-after: 0",
  "retry-after: -1",
  "retry-after: 99999999999999999999",
  "retry-after: Thu, 99 Foo 2026",
  "location: /",
  "location: //[",
  "location: http://example.com\\@127.0.0.1/",
  "location: javascript:alert(1)",
  "content-encoding: gzip",
  "content-encoding: gzip, br",
  "content-encoding: \u009b",
  "content-type: text/html; charset=\u009b2J",
  "transfer-encoding: chunked",
  "content-length: 1",
  "content-length: 99999",
  "content-length: -1",
  "connection: close",
  "set-cookie: a=b",
  "__proto__: x",
  "no colon here",
  " folded: value",
  "bad\u0001name: x",
  "x-escape: \u001b[2J",
  `x-long: ${"x".repeat(20_000)}`,
];
const FRAMING = /^(transfer|content-length|connection|no colon| folded|bad|x-escape|x-long)/;

/** A status with a possible body. */
const content = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.constantFrom(...SUCCESSES),
      fc.oneof({ weight: 8, arbitrary: jsonBody }, damaged),
    ),
  },
  fc.tuple(fc.constantFrom(...FAILURES), fc.oneof(error, damaged)),
);

/** An answer with mutated body, headers or both, before it is serialized. */
export interface MutatedParts {
  readonly status: number;
  readonly zipped: boolean;
  /** The body as sent, compressed or not. */
  readonly body: Buffer;
  /** Header lines, some of them invalid. */
  readonly headers: readonly string[];
}

export const mutatedParts: fc.Arbitrary<MutatedParts> = fc
  .record({
    content,
    zipped: fc.boolean(),
    headers: fc.oneof(
      { weight: 3, arbitrary: fc.constant<string[]>([]) },
      {
        weight: 2,
        arbitrary: fc.array(fc.constantFrom(...HEADERS), { minLength: 1, maxLength: 2 }),
      },
    ),
  })
  .map(({ content: [status, body], zipped, headers }) => ({
    status,
    zipped,
    headers,
    body: zipped ? gzipSync(body, { level: 1 }) : body,
  }));

/** A mutated answer, serialized. */
export const mutatedAnswer: fc.Arbitrary<MutatedAnswer> = mutatedParts.map(
  ({ status, zipped, headers, body }) => {
    const lines = [
      `HTTP/1.1 ${status} X`,
      ...(headers.some((header) => /^(content-length|transfer)/.test(header))
        ? []
        : [`content-length: ${body.length}`]),
      ...(zipped ? ["content-encoding: gzip"] : []),
      ...headers,
    ];
    const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
    const close = status === 204 || status === 304 || headers.some((it) => FRAMING.test(it));
    return { bytes: Buffer.concat([head, body]).toString("latin1"), close };
  },
);
