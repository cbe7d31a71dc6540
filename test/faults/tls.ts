import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TlsOptions } from "node:tls";
import { type Behaviour, faultyServer } from "../support/faulty-server.js";
import type { Staged } from "./fault.js";
import { askedOf } from "./staging.js";

/** Server name in the certificates, which the proxies of the tests resolve. */
export const TLS_HOST = "service.test";

const HERE = `IP:127.0.0.1,DNS:${TLS_HOST}`;

/** Arguments of openssl for each certificate. */
const CERTIFICATES = {
  good: { names: HERE, days: "2" },
  expired: { names: HERE, days: "-1" },
  otherHost: { names: "DNS:elsewhere.example", days: "2" },
} as const;

type Kind = keyof typeof CERTIFICATES | "selfSigned";

export interface Authority {
  /** File for NODE_EXTRA_CA_CERTS. */
  readonly caFile: string;
  readonly certificate: (kind: Kind) => { readonly key: Buffer; readonly cert: Buffer };
}

let made: Authority | undefined;

/** A certificate authority for the tests of one run, created with openssl on first use. */
export function authority(): Authority {
  made ??= makeAuthority();
  return made;
}

/** Stages a service on loopback that speaks TLS; the authority is trusted by default. */
export function servedWithTls(
  kind: Kind,
  behaviour: Behaviour,
  {
    trusted = true,
    settings = {},
  }: {
    readonly trusted?: boolean;
    /** Options of the server, such as its versions of TLS. */
    readonly settings?: TlsOptions;
  } = {},
): () => Promise<Staged> {
  return async () => {
    const { caFile, certificate } = authority();
    const server = await faultyServer(behaviour, { tls: { ...certificate(kind), ...settings } });
    return {
      env: {
        CARRY_BASE_URL: server.url,
        ...(trusted && { NODE_EXTRA_CA_CERTS: caFile }),
      },
      names: { [server.url]: "<service>" },
      asked: askedOf(server),
    };
  };
}

function makeAuthority(): Authority {
  const directory = mkdtempSync(join(tmpdir(), "carry-authority-"));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  const file = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const selfSigned = (name: string, subject: string, names: string) =>
    openssl(
      ...["req", "-x509", ...newKey, "-days", "2", "-subj", `/CN=${subject}`],
      ...["-addext", `subjectAltName=${names}`],
      ...["-keyout", file(`${name}.key`), "-out", file(`${name}.pem`)],
    );
  selfSigned("ca", "carry test authority", "DNS:authority.test");
  selfSigned("selfSigned", "carry test service", HERE);
  for (const [name, { names, days }] of Object.entries(CERTIFICATES)) {
    writeFileSync(file(`${name}.ext`), `subjectAltName=${names}\n`);
    openssl(
      ...["req", "-new", ...newKey, "-subj", "/CN=carry test service"],
      ...["-keyout", file(`${name}.key`), "-out", file(`${name}.csr`)],
    );
    openssl(
      ...["x509", "-req", "-in", file(`${name}.csr`), "-days", days],
      ...["-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-CAcreateserial"],
      ...["-extfile", file(`${name}.ext`), "-out", file(`${name}.pem`)],
    );
  }
  return {
    caFile: file("ca.pem"),
    certificate: (kind) => ({
      key: readFileSync(file(`${kind}.key`)),
      cert: readFileSync(file(`${kind}.pem`)),
    }),
  };
}
