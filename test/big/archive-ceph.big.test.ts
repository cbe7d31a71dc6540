import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import {
  archiveOfVersions,
  documentedQuery,
  documentedView,
  plain,
  sumsOf,
  sumsQuery,
} from "../archive/sql.js";
import { cephForFile, hasCeph } from "./ceph.js";
import { clickHouse, hasClickHouse } from "./clickhouse.js";

const decimal = (column: string) => `toDecimal128OrNull(${column}, 18)`;

/** Returns the query in ClickHouse's words for what it has none of. */
const inClickHouse = (query: string) => query.replace("INTERVAL '30' SECOND", "INTERVAL 30 SECOND");

describe.runIf(hasClickHouse)("ClickHouse, with the SQL of docs/archive.md", () => {
  it("has the same sums over the directory", async () => {
    const archive = await archiveOfVersions();
    const view = documentedView("file", join(archive.path, "funding"));
    const question = sumsQuery(inClickHouse(documentedQuery()), decimal);
    const [row] = await clickHouse([view, asText(question)], {});
    expect(plain(row)).toEqual(await sumsOf(archive));
  });
});

describe.runIf(hasClickHouse && hasCeph)("a bucket of Ceph that rclone has filled", () => {
  const cluster = cephForFile();

  it("has the same sums in ClickHouse, to the last digit", async () => {
    const archive = await archiveOfVersions();
    const { endpoint, accessKey, secretKey } = cluster();
    const env = {
      PATH: process.env.PATH,
      RCLONE_CONFIG_DESK_TYPE: "s3",
      RCLONE_CONFIG_DESK_PROVIDER: "Ceph",
      RCLONE_CONFIG_DESK_ENDPOINT: endpoint,
      RCLONE_CONFIG_DESK_ACCESS_KEY_ID: accessKey,
      RCLONE_CONFIG_DESK_SECRET_ACCESS_KEY: secretKey,
      RCLONE_CONFIG: "/nonexistent/rclone.conf",
    };
    const rclone = promisify(execFile);
    await rclone("rclone", ["mkdir", "desk:desk"], { env });
    await rclone("rclone", ["copy", archive.path, "desk:desk/carry"], { env });
    const place = `${endpoint}/desk/carry/funding/*/*.parquet`;
    const view = `CREATE VIEW funding AS SELECT * FROM s3('${place}', '${accessKey}', '${secretKey}', 'Parquet')`;
    const question = sumsQuery(inClickHouse(documentedQuery()), decimal);
    const [row] = await clickHouse([view, asText(question)], {});
    expect(plain(row)).toEqual(await sumsOf(archive));
  });
});

function asText(question: string): string {
  return `SELECT events, toString(rates) AS rates, toString(marks) AS marks FROM (${question})`;
}
