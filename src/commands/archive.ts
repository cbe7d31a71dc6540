import type { CommandEntry } from "../command/define.js";

/** The commands of `carry archive`, in the order of help. */
export const archiveCommands: readonly CommandEntry[] = [
  {
    name: "sync",
    summary: "record settled funding and a snapshot of the positions",
    load: async () => (await import("../features/archive/sync.js")).archiveSync,
  },
  {
    name: "status",
    summary: "what the archive has, and by when it has to be synced",
    load: async () => (await import("../features/archive/status.js")).archiveStatus,
  },
  {
    name: "verify",
    summary: "read every file of the archive and check it",
    load: async () => (await import("../features/archive/verify.js")).archiveVerify,
  },
  {
    name: "compact",
    summary: "join the files of months that are over",
    load: async () => (await import("../features/archive/compact.js")).archiveCompact,
  },
  {
    name: "copy",
    summary: "copy the archive to another directory or bucket",
    load: async () => (await import("../features/archive/copy.js")).archiveCopy,
  },
  {
    name: "export",
    summary: "print a table of the archive as csv or ndjson",
    load: async () => (await import("../features/archive/export.js")).archiveExport,
  },
  {
    name: "forget",
    summary: "take a portfolio, or what is dated after a time, out of the archive",
    load: async () => (await import("../features/archive/forget.js")).archiveForget,
  },
  {
    name: "ddl",
    summary: "print the SQL with which a database reads the archive",
    load: async () => (await import("../features/archive/ddl.js")).archiveDdl,
  },
];
