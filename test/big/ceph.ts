import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { connectS3 } from "../../src/archive/s3/connection.js";
import { readS3Keys } from "../../src/archive/s3/keys.js";
import { parseS3Location } from "../../src/archive/s3/location.js";
import { openS3Store } from "../../src/archive/s3/s3-store.js";
import type { ArchiveStore } from "../../src/archive/store.js";
import { createSecrets } from "../../src/base/secrets.js";
import { systemClock } from "../../src/base/time/system-clock.js";
import { type CephCluster, type CephKeys, startCeph } from "../../tools/ceph-cluster.js";
import { isInstalled } from "../support/needs.js";

const PROGRAMS = ["ceph", "ceph-mon", "ceph-mgr", "ceph-osd", "radosgw"];

/** Whether Ceph can be started here; throws under CI when it cannot. */
export const hasCeph =
  process.platform === "linux" &&
  PROGRAMS.every((program) => isInstalled(program, ["--version"], "an archive in Ceph is"));

const SURROUNDINGS = {
  clock: systemClock,
  random: Math.random,
  signal: new AbortController().signal,
  secrets: createSecrets(),
};

/** The cluster of a test file. */
export interface CephForFile {
  readonly cluster: () => CephCluster;
  /** The variables that `carry` needs to reach it. @param keys of another user than the owner */
  readonly env: (keys?: CephKeys) => Record<string, string>;
  /** Creates a bucket, and returns where in it an archive can be. @param policy of the bucket, JSON */
  readonly newArchive: (policy?: (bucket: string) => string) => Promise<string>;
  /** Opens an archive. @param changed variables that are other ones */
  readonly open: (where: string, changed?: Readonly<Record<string, string>>) => ArchiveStore;
}

/** Starts one cluster for all tests of a file, and ends it after them. */
export function cephForFile(): CephForFile {
  let running: CephCluster | undefined;
  let buckets = 0;
  let directory = "";
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "carry-ceph-"));
    running = await startCeph(directory);
  }, 180_000);
  afterAll(async () => {
    await running?.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  const cluster = () => {
    if (running === undefined) throw new Error("the cluster was not started");
    return running;
  };
  const env = ({ accessKey, secretKey }: CephKeys = cluster()) => ({
    AWS_ENDPOINT_URL_S3: cluster().endpoint,
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: secretKey,
  });
  return {
    cluster,
    env,
    async newArchive(policy) {
      const bucket = `archive-${++buckets}`;
      const where = `s3://${bucket}/desk`;
      const keys = readS3Keys(env(), where);
      const place = parseS3Location(where, env());
      const connection = connectS3(place, keys, { ...SURROUNDINGS, env: env() });
      await connection.send({ method: "PUT", action: "create the bucket of" });
      if (policy !== undefined) {
        const body = Buffer.from(policy(bucket));
        await connection.send({
          ...{ method: "PUT", action: "set the policy of", query: { policy: "" }, body },
        });
      }
      await connection.close();
      return where;
    },
    open: (where, changed = {}) =>
      openS3Store(where, { ...SURROUNDINGS, env: { ...env(), ...changed } }),
  };
}
