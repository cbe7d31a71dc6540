import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type CephCluster, startCeph } from "../../tools/ceph-cluster.js";
import { isInstalled } from "../support/needs.js";

const PROGRAMS = ["ceph", "ceph-mon", "ceph-mgr", "ceph-osd", "radosgw", "rclone"];

/** Whether Ceph can be started and filled here; throws under CI when it cannot. */
export const hasCeph =
  process.platform === "linux" &&
  PROGRAMS.every((program) => isInstalled(program, ["--version"], "an archive in Ceph is"));

/** Starts one cluster for all tests of a file, and ends it after them. */
export function cephForFile(): () => CephCluster {
  let running: CephCluster | undefined;
  let directory = "";
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "carry-ceph-"));
    running = await startCeph(directory);
  }, 180_000);
  afterAll(async () => {
    await running?.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return () => {
    if (running === undefined) throw new Error("the cluster was not started");
    return running;
  };
}
