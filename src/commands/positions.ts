import type { CommandEntry } from "../run/define.js";

/** The commands of `carry positions`, in the order of help. */
export const positionsCommands: readonly CommandEntry[] = [
  {
    name: "list",
    group: "Now",
    aliases: ["ls"],
    summary: "list the positions of a portfolio, all pages",
    load: async () => (await import("./list/command.js")).positionsList,
  },
  {
    name: "get",
    group: "Now",
    summary: "one position on one screen: now, so far, its hedge, its legs",
    load: async () => (await import("./get/command.js")).positionsGet,
  },
  {
    name: "rotate",
    group: "Decide",
    summary: "where a position is likely to earn more than moving costs",
    load: async () => (await import("./rotate/command.js")).positionsRotate,
  },
  {
    name: "pnl",
    group: "Past",
    summary: "what was made between two looks, and where it came from",
    load: async () => (await import("./pnl/command.js")).positionsPnl,
  },
];
