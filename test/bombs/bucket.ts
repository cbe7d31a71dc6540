import { printIdentity } from "../../src/archive/archive.js";
import {
  ACCESS_KEY,
  BUCKET,
  type S3ServerOptions,
  SECRET_KEY,
  s3Server,
} from "../archive/s3-server.js";
import { ORIGIN } from "../archive/temp-archive.js";
import { NOW } from "../support/now.js";
import type { Bomb, StagedBomb } from "./bomb.js";

const DATED = "<LastModified>2026-01-01T00:00:00Z</LastModified>";
const object = (key: string, size = 1) =>
  `<Contents><Key>${key}</Key><Size>${size}</Size>${DATED}</Contents>`;
const page = (content: string, next: number | string) =>
  `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>${content}</ListBucketResult>`;

const IDENTITY = "desk/carry-archive.json";

/** Lists the objects of a bucket, each page made from its number. */
function listing(pageOf: (count: number) => string): Promise<StagedBomb> {
  return verifying(({ key }, count) =>
    key === IDENTITY ? undefined : { status: 200, body: pageOf(count) },
  );
}

const verifying = (fault: NonNullable<S3ServerOptions["fault"]>) =>
  bucketWith(["archive", "verify"], {}, fault);

/** Runs a command over an archive in a bucket with objects. */
export async function bucketWith(
  argv: readonly string[],
  files: Readonly<Record<string, Uint8Array>>,
  fault: S3ServerOptions["fault"] = () => undefined,
): Promise<StagedBomb> {
  const { url, objects } = await s3Server({ fault });
  for (const [name, bytes] of Object.entries(files)) {
    objects.set(name, { body: Buffer.from(bytes), modifiedAt: NOW });
  }
  const body = Buffer.from(
    printIdentity({ origin: ORIGIN, format: 1, created_at: new Date(NOW).toISOString() }),
  );
  objects.set(IDENTITY, { body, modifiedAt: NOW });
  return {
    argv: [...argv, "--archive", `s3://${BUCKET}/desk`],
    env: {
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: SECRET_KEY,
      AWS_ENDPOINT_URL_S3: url,
    },
  };
}

/** Sends `sent` bytes of an object that is said to have `total`, again and again. */
const ranges = (sent: number, total: number) =>
  verifying(({ headers }) => {
    const start = Number(/=(\d+)-/.exec(headers.range ?? "")?.[1] ?? 0);
    const span = `bytes ${start}-${start + sent - 1}/${total}`;
    return { status: 206, body: "x".repeat(sent), headers: { "content-range": span, etag: "a" } };
  });

const NO_LISTING = /the answer is no listing of S3/;
const MIB = 1 << 20;

/** Buckets that never end, or send more than can be held. */
export const bucketBombs: readonly Bomb[] = [
  {
    what: "a bucket with empty pages and ever new tokens",
    stage: () => listing((count) => page("", count)),
    exit: 8,
    says: /100 pages in a row without a new object/,
  },
  {
    what: "a bucket with the same objects and ever new tokens",
    stage: () => listing((count) => page(object("desk/a") + object("desk/"), count)),
    exit: 8,
    says: /100 pages in a row without a new object/,
  },
  {
    what: "a bucket with a new object on each page, for ever",
    stage: () => listing((count) => page(object(`desk/${count}`), count)),
    exit: 8,
    says: /it has more than 2000 pages/,
  },
  {
    what: "a bucket with ever new objects",
    stage: () =>
      listing((count) => {
        const many = Array.from({ length: 9_000 }, (_, n) => object(`desk/${count}/${n}`));
        return page(many.join(""), count);
      }),
    exit: 8,
    says: /it has more than 200000 objects/,
  },
  {
    what: "a name of a megabyte",
    stage: () => listing((count) => page(object(`desk/${"x".repeat(MIB)}`), count)),
    exit: 8,
    says: NO_LISTING,
  },
  {
    what: "a listing of 15 MiB",
    stage: () => listing((count) => page(`<Name>${"x".repeat(15 * MIB)}</Name>`, count)),
    exit: 8,
    says: NO_LISTING,
  },
  {
    what: "a listing of a million elements",
    stage: () => listing((count) => page("<a/>".repeat(1_000_000), count)),
    exit: 8,
    says: NO_LISTING,
  },
  {
    what: "an element of two million attributes",
    stage: () => listing((count) => page(`<a${" b=''".repeat(2_000_000)}/>`, count)),
    exit: 8,
    says: NO_LISTING,
  },
  {
    what: "an element of 500,000 attributes",
    stage: () => listing((count) => page(`<a${" b=''".repeat(500_000)}/>`, count)),
    exit: 8,
    says: NO_LISTING,
  },
  {
    what: "8 MB of &",
    stage: () => listing((count) => page(`<a>${"&".repeat(8_000_000)}</a>`, count)),
    exit: 8,
    says: NO_LISTING,
  },
  {
    what: "a megabyte of &amp;, a hundred times",
    stage: () => listing((count) => page(`<a>${"&amp;".repeat(200_000)}</a>`, count)),
    exit: 8,
    says: /without a new object/,
  },
  {
    what: "elements in each other, 700,000 deep",
    stage: () => listing((count) => page("<a>".repeat(700_000), count)),
    exit: 8,
    says: NO_LISTING,
  },
  {
    what: "ranges of one byte",
    stage: () => ranges(1, 100 * MIB),
    exit: 8,
    says: /other bytes came than were requested/,
  },
  {
    what: "ranges of 8 MiB without an end",
    stage: () => ranges(8 * MIB, 100_000 * MIB),
    exit: 8,
    says: /it is announced as larger than 128 MiB/,
  },
  {
    what: "an answer that is larger than a part",
    stage: () => ranges(17 * MIB, 100 * MIB),
    exit: 8,
    says: /larger than 16 MiB/,
  },
];
