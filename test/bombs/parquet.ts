import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { printIdentity } from "../../src/archive/archive.js";
import {
  dataPage,
  dictionaryPage,
  type Forged,
  forged,
  varint,
  withFooter,
} from "../archive/forged.js";
import { ORIGIN, tempDirectory } from "../archive/temp-archive.js";
import { NOW } from "../support/now.js";
import type { Bomb } from "./bomb.js";
import { bucketWith } from "./bucket.js";

const MIB = 1 << 20;
const LARGEST = 2 ** 31 - 1;
const NAME = `funding/month=2026-05/${NOW}-bomb.parquet`;

const codes = (...bytes: readonly number[]) =>
  dataPage(10, Uint8Array.from(bytes), { encoding: "RLE_DICTIONARY" });
const oneNumber = () => dictionaryPage(1, new Uint8Array(8));
const oneText = (length: number) => {
  const bytes = Buffer.alloc(4 + length, "1");
  bytes.writeUInt32LE(length);
  return dictionaryPage(1, bytes);
};
/** Has a first column of ten rows that is read from these pages. */
const markets = (
  pages: NonNullable<Forged["columns"]>[string]["pages"],
  says: NonNullable<Forged["columns"]>[string]["says"] = {},
) => forged({ rows: 10, columns: { market_id: { pages, says } } });
const repeated = (bytes: readonly number[], count: number) =>
  Uint8Array.from({ length: bytes.length * count }, (_, at) => bytes[at % bytes.length] ?? 0);

const joined = (begin: readonly number[], rest: Uint8Array) =>
  Buffer.concat([Uint8Array.from(begin), rest]);

/** What a file has, the file, and how it is refused. */
const FILES: readonly (readonly [what: string, file: () => Uint8Array, says: RegExp])[] = [
  [
    "a page that claims 2 GB",
    () => markets([dataPage(10, new Uint8Array(80), { uncompressed_page_size: LARGEST })]),
    /announces 2147483647 bytes in a row group/,
  ],
  [
    "a page that claims more than its column",
    () =>
      markets([dataPage(10, new Uint8Array(80), { uncompressed_page_size: LARGEST })], {
        total_uncompressed_size: 80n,
      }),
    /announces 2147483647 bytes in a page; at most 80 are read/,
  ],
  [
    "64 MiB in a page of 80 bytes",
    () => {
      const body = gzipSync(Buffer.alloc(64 * MIB));
      return markets([dataPage(10, body, { uncompressed_page_size: 80 })], { codec: "GZIP" });
    },
    /column market_id: /,
  ],
  [
    "a page of a negative size",
    () => markets([oneNumber(), dataPage(10, new Uint8Array(), { compressed_page_size: -40 })]),
    /announces -40 bytes in a page/,
  ],
  [
    "a dictionary of 2^31 values",
    () => markets([dictionaryPage(LARGEST, new Uint8Array(8)), codes(0, 20)]),
    /announces 2147483647 values/,
  ],
  [
    "a dictionary page after the other, without an end",
    () => markets(new Array(50_000).fill(oneNumber())),
    /column market_id: /,
  ],
  [
    "pages without rows",
    () => markets(new Array(50_000).fill(dataPage(0, new Uint8Array()))),
    /page without rows/,
  ],
  [
    "a run of 2^27 codes",
    () => markets([oneNumber(), codes(1, ...varint(LARGEST - 1), 0)]),
    /damaged runs of codes/,
  ],
  [
    "runs without codes",
    () => markets([oneNumber(), codes(1, ...new Array(50_000).fill(0))]),
    /damaged runs of codes/,
  ],
  [
    "codes of 32 bits",
    () => markets([oneNumber(), codes(32, ...varint(2 ** 28 + 1), 0)]),
    /codes of 32 bits/,
  ],
  [
    "4 GiB in 20 bytes of Snappy",
    () => {
      const body = Uint8Array.of(...varint(2 ** 32 - 1), 63 << 2, 255, 255, 255, 255, 1, 2, 3);
      return markets([dataPage(10, body, { uncompressed_page_size: 80 })], { codec: "SNAPPY" });
    },
    /damaged bytes in Snappy/,
  ],
  [
    "Snappy that copies 64 bytes a million times",
    () => {
      const body = joined([80, 0, 1], repeated([0xfe, 1, 0], MIB));
      return markets([dataPage(10, body, { uncompressed_page_size: 80 })], { codec: "SNAPPY" });
    },
    /damaged bytes in Snappy/,
  ],
  [
    "a text longer than its page",
    () => {
      const pages = [dataPage(1, Uint8Array.of(2, 0, 0, 0, 2, 1, 255, 255, 255, 255, 1))];
      return forged({ rows: 1, columns: { raw: { pages } } });
    },
    /column raw: it has a text that does not end/,
  ],
  [
    "a text of 16 MiB that 200,000 rows share",
    () => {
      const rows = 200_000;
      const levels = [...varint(rows << 1), 1];
      const body = Uint8Array.of(levels.length, 0, 0, 0, ...levels, 0, ...varint(rows << 1));
      const pages = [oneText(16 * MIB), dataPage(rows, body, { encoding: "RLE_DICTIONARY" })];
      return forged({ rows, columns: { funding_rate: { pages } } });
    },
    /bytes of text in a row group/,
  ],
  [
    "2^53 rows",
    () => forged({ rows: 10, says: { num_rows: 2n ** 53n } }),
    /announces 9007199254740992 rows/,
  ],
  ["a row group of a million rows", () => forged({ rows: 1_000_000 }), /rows in a row group/],
  [
    "3,000 row groups that share their columns",
    () => forged({ rows: 1000, groups: 3000 }),
    /columns that lie upon one another/,
  ],
  [
    "a million row groups",
    () => {
      const group = { columns: [], total_byte_size: 0n, num_rows: 0n };
      return forged({ rows: 10, says: { row_groups: new Array(1_000_000).fill(group) } });
    },
    /a footer of \d+ bytes|more than 400000 values/,
  ],
  [
    "a footer of a million empty records",
    () => withFooter(joined([0x19, 0xfc, ...varint(MIB)], repeated([0], MIB))),
    /more than 400000 values/,
  ],
  ["records nested a million times", () => withFooter(repeated([0x1c], MIB)), /deeper than 16/],
  [
    "lists of 2^25 lists, nested",
    () => withFooter(joined([0x19], repeated([0xf9, ...varint(2 ** 25 - 1)], 100_000))),
    /deeper than 16/,
  ],
  [
    "a number of a million digits",
    () => withFooter(joined([0x16], repeated([0x80], MIB))),
    /a number that is too long/,
  ],
  [
    "a footer longer than the file",
    () =>
      Buffer.concat([Buffer.from("PAR1"), Buffer.from([255, 255, 255, 127]), Buffer.from("PAR1")]),
    /less than its footer/,
  ],
  ["a footer of 6 MiB", () => withFooter(new Uint8Array(6 * MIB)), /a footer of 6291456 bytes/],
];

const COMMANDS = [
  ["archive", "export", "funding", "-o", "ndjson"],
  ["funding", "history", "1", "--as-of", new Date().toISOString(), "--start", "2026-05-01"],
];

function directoryWith(file: Uint8Array): string {
  const path = join(tempDirectory(), "archive");
  const created_at = new Date(NOW).toISOString();
  mkdirSync(dirname(join(path, NAME)), { recursive: true, mode: 0o700 });
  const write = (name: string, bytes: Uint8Array) =>
    writeFileSync(join(path, name), bytes, { mode: 0o600 });
  write("carry-archive.json", printIdentity({ origin: ORIGIN, format: 1, created_at }));
  write(NAME, file);
  return path;
}

const NAMED = new RegExp(NAME);
const DAMAGED = /move damaged files out of the archive/;

/** Files of an archive that announce what they do not have, or more than can be held. */
export const parquetBombs: readonly Bomb[] = FILES.flatMap(([what, file, says], at) => {
  const argv = COMMANDS[at % COMMANDS.length] ?? [];
  const env = { CARRY_BASE_URL: ORIGIN };
  const verify = ["archive", "verify", "-o", "json"];
  const inDirectory = (words: readonly string[]) => async () => ({
    argv: [...words, "--archive", directoryWith(file())],
    env,
  });
  const exit = 9;
  return [
    { what: `${what}: verify`, stage: inDirectory(verify), exit, says: DAMAGED, prints: NAMED },
    { what: `${what}: ${argv.slice(0, 2).join(" ")}`, stage: inDirectory(argv), exit, says },
    ...(at % 8 === 0
      ? [
          {
            ...{ what: `${what}: verify of a bucket`, exit, says: DAMAGED, prints: NAMED },
            stage: async () => bucketWith(verify, { [`desk/${NAME}`]: file() }),
          },
        ]
      : []),
  ];
});
