// Reads the columns that a ranking needs from the files of an archive's months with hyparquet, and does
// nothing else: the floor of a ranking. Arguments: directory of the archive, months.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";

const [archive, ...months] = process.argv.slice(2);
const COLUMNS = [
  "market_id",
  "funding_time",
  "funding_rate",
  "mark_price",
  "funding_interval",
  "seen_at",
];

let rows = 0;
for (const month of months) {
  const folder = join(archive, "funding", `month=${month}`);
  for (const name of readdirSync(folder)) {
    const { buffer, byteOffset, byteLength } = readFileSync(join(folder, name));
    const file = buffer.slice(byteOffset, byteOffset + byteLength);
    const compressors = { GZIP: (input) => gunzipSync(input) };
    rows += (await parquetReadObjects({ file, columns: COLUMNS, compressors })).length;
  }
}
process.stdout.write(`${rows}\n`);
