import type { CommandEntry } from "../../run/define.js";

/** The commands of `carry archive`, in the order of help. */
export const archiveCommands: readonly CommandEntry[] = [
  {
    name: "sync",
    summary: "record settled funding and a snapshot of the positions",
    load: async () => (await import("./sync.js")).archiveSync,
  },
  {
    name: "status",
    summary: "what the archive has, and by when it has to be synced",
    load: async () => (await import("./status.js")).archiveStatus,
  },
  {
    name: "export",
    summary: "print a table of the archive as csv or ndjson",
    load: async () => (await import("./export.js")).archiveExport,
  },
];
