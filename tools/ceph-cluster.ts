import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

/*
 * A small Ceph for tests, on loopback and in memory: a monitor, a manager, three OSDs that hold each
 * object three times, and the S3 gateway. Needs Debian's packages ceph-mon, ceph-mgr, ceph-osd,
 * radosgw and ceph-common, and no privileges.
 */

/** The keys of a user of the S3 gateway. */
export interface CephKeys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** A cluster that runs, with the keys of a user who may create buckets. */
export interface CephCluster extends CephKeys {
  /** URL of its S3 gateway. */
  readonly endpoint: string;
  /** Creates another user, to whom no bucket belongs. */
  createUser(name: string): Promise<CephKeys>;
  /** Kills an OSD as `kill -9` does; what it held is gone, since it was in its memory. */
  killOsd(index: 0 | 1 | 2): void;
  /** Waits until the monitor counts so many OSDs that are up. */
  untilUp(osds: number): Promise<void>;
  /** Ends every process of the cluster. */
  stop(): Promise<void>;
}

const OSDS = [0, 1, 2] as const;

/** How long a part of the cluster may take to start, milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * Starts a cluster; takes about 20 seconds.
 * @param directory an empty one, for its configuration, keys and logs
 */
export async function startCeph(directory: string): Promise<CephCluster> {
  const [monPort, s3Port] = await Promise.all([freePort(), freePort()]);
  const place = createPlace(directory, monPort, s3Port);
  const daemons: ChildProcess[] = [];
  const kill = () => {
    for (const daemon of daemons) daemon.kill("SIGKILL");
  };
  process.on("exit", kill); // also when the tests end before their time
  const stop = async () => {
    await Promise.all(daemons.map(end));
    process.off("exit", kill);
  };
  try {
    await createKeys(place);
    daemons.push(await startMonitor(place, monPort));
    daemons.push(start(place, "mgr", "ceph-mgr", ["-i", "x"]));
    const osds = await Promise.all(OSDS.map((index) => startOsd(place, index)));
    daemons.push(...osds);
    await untilUp(place, OSDS.length);
    daemons.push(start(place, "rgw", "radosgw", ["-n", "client.rgw"]));
    const endpoint = `http://127.0.0.1:${s3Port}`;
    await until(`an answer of ${endpoint}`, () => fetch(endpoint).then(({ ok }) => ok));
    const createUser = async (name: string): Promise<CephKeys> => {
      const keys = { accessKey: `${name}test`, secretKey: `${name}testsecret` };
      await run(place, "radosgw-admin", [
        ...["user", "create", `--uid=${name}`, `--display-name=${name}`],
        ...[`--access-key=${keys.accessKey}`, `--secret-key=${keys.secretKey}`],
      ]);
      return keys;
    };
    return {
      endpoint,
      ...(await createUser("carry")),
      createUser,
      killOsd: (index) => void osds[index]?.kill("SIGKILL"),
      untilUp: (count) => untilUp(place, count),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where a cluster has its files. */
interface Place {
  readonly directory: string;
  readonly configuration: string;
  readonly keyring: string;
  readonly id: string;
}

function createPlace(directory: string, monPort: number, s3Port: number): Place {
  for (const name of ["mon", "mgr", ...OSDS.map((index) => `osd${index}`)]) {
    mkdirSync(join(directory, name), { recursive: true });
  }
  const place = {
    directory,
    configuration: join(directory, "ceph.conf"),
    keyring: join(directory, "keyring"),
    id: randomUUID(),
  };
  writeFileSync(place.configuration, configurationOf(place, monPort, s3Port));
  return place;
}

function configurationOf({ directory, keyring, id }: Place, monPort: number, s3Port: number) {
  return `[global]
fsid = ${id}
mon_host = v1:127.0.0.1:${monPort}
mon_initial_members = a
public_network = 127.0.0.0/8
keyring = ${keyring}
run_dir = ${directory}
admin_socket = ${directory}/$name.asok
log_file = ${directory}/$name.log
# All OSDs are on one host.
osd_crush_chooseleaf_type = 0
osd_pool_default_size = 3
osd_pool_default_min_size = 2
osd_pool_default_pg_num = 4
mon_max_pg_per_osd = 1000
[mon.a]
mon_data = ${directory}/mon
[mgr]
mgr_data = ${directory}/mgr
mgr_initial_modules =
[osd]
osd_data = ${directory}/osd$id
osd_objectstore = memstore
memstore_device_bytes = 2147483648
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${s3Port}
`;
}

async function createKeys(place: Place): Promise<void> {
  const all = ["mon", "osd", "mgr"].flatMap((kind) => ["--cap", kind, "allow *"]);
  const names = ["client.admin", "client.rgw", "mgr.x", ...OSDS.map((index) => `osd.${index}`)];
  const add = (...words: string[]) => run(place, "ceph-authtool", [place.keyring, ...words]);
  await add("--create-keyring", "--gen-key", "-n", "mon.", "--cap", "mon", "allow *");
  for (const name of names) await add("--gen-key", "-n", name, ...all);
}

async function startMonitor(place: Place, port: number): Promise<ChildProcess> {
  const map = join(place.directory, "monmap");
  const address = ["--addv", "a", `[v1:127.0.0.1:${port}]`];
  await run(place, "monmaptool", ["--create", ...address, "--fsid", place.id, map]);
  await run(place, "ceph-mon", ["--mkfs", "-i", "a", "--monmap", map, "--keyring", place.keyring]);
  const monitor = start(place, "mon", "ceph-mon", ["-i", "a"]);
  // The keys of the monitor's own store, which those of the file become part of.
  await until("the monitor", () => ceph(place, "auth", "import", "-i", place.keyring));
  return monitor;
}

async function startOsd(place: Place, index: number): Promise<ChildProcess> {
  const id = randomUUID();
  await ceph(place, "osd", "new", id, `${index}`);
  await ceph(place, "auth", "import", "-i", place.keyring);
  await run(place, "ceph-osd", ["-i", `${index}`, "--mkfs", "--osd-uuid", id]);
  return start(place, `osd${index}`, "ceph-osd", ["-i", `${index}`]);
}

async function untilUp(place: Place, count: number): Promise<void> {
  await until(`${count} OSDs that are up`, async () => {
    const { num_up_osds: up } = JSON.parse(await ceph(place, "osd", "stat", "-f", "json"));
    return up === count;
  });
}

function ceph(place: Place, ...words: readonly string[]): Promise<string> {
  return run(place, "ceph", ["--connect-timeout", "10", ...words]);
}

async function run(place: Place, program: string, words: readonly string[]): Promise<string> {
  const argv = takesConfiguration(program) ? ["-c", place.configuration, ...words] : words;
  const { stdout } = await promisify(execFile)(program, argv, { timeout: PATIENCE_MS });
  return stdout;
}

function takesConfiguration(program: string): boolean {
  return program !== "ceph-authtool" && program !== "monmaptool";
}

/** Starts a daemon in the foreground, as a child whose process id is known. */
function start(
  { directory, configuration }: Place,
  name: string,
  program: string,
  words: string[],
) {
  const output = openSync(join(directory, `${name}.out`), "a");
  return spawn(program, ["-f", "-c", configuration, ...words], {
    stdio: ["ignore", output, output],
  });
}

/** Nothing is worth keeping, so nothing is asked to end by itself. */
async function end(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return;
  const ended = once(daemon, "exit");
  daemon.kill("SIGKILL");
  await ended;
}

/** Waits until a check holds; one that throws is repeated. */
async function until(what: string, holds: () => Promise<unknown>): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  let last: unknown;
  while (Date.now() < giveUpAt) {
    try {
      if ((await holds()) !== false) return;
    } catch (error) {
      last = error;
    }
    await delay(100);
  }
  throw new Error(`waited in vain for ${what}`, { cause: last });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
