import type { CommandEntry } from "../command/define.js";

/** The commands of `carry positions`, in the order of help. */
export const positionsCommands: readonly CommandEntry[] = [
  {
    name: "list",
    group: "Now",
    aliases: ["ls"],
    summary: "list the positions of a portfolio, all pages",
    load: async () => (await import("../features/list/command.js")).positionsList,
  },
  {
    name: "get",
    group: "Now",
    summary: "show positions in full, with their legs and how well they hedge",
    load: async () => (await import("../features/get/command.js")).positionsGet,
  },
  {
    name: "summary",
    group: "Now",
    summary: "totals of positions by asset, exchange or status",
    load: async () => (await import("../features/summary/command.js")).positionsSummary,
  },
  {
    name: "risk",
    group: "Now",
    summary: "margins leg by leg, what is unhedged, and both under stress",
    load: async () => (await import("../features/risk/command.js")).positionsRisk,
  },
  {
    name: "outlook",
    group: "Decide",
    summary: "funding of each position a day, how that has changed, and its exit fees",
    load: async () => (await import("../features/outlook/command.js")).positionsOutlook,
  },
  {
    name: "upcoming",
    group: "Decide",
    summary: "the settlements to come, and the funding of each if its last rate repeats",
    load: async () => (await import("../features/upcoming/command.js")).positionsUpcoming,
  },
  {
    name: "rotate",
    group: "Decide",
    summary: "open positions against the other pairs of their assets, with the cost of moving",
    load: async () => (await import("../features/rotate/command.js")).positionsRotate,
  },
  {
    name: "pnl",
    group: "Past",
    summary: "the net PnL over time, and where it came from, from the archive",
    load: async () => (await import("../features/pnl/command.js")).positionsPnl,
  },
  {
    name: "changes",
    group: "Past",
    summary: "what changed since the last look: positions, and the net PnL with its parts",
    load: async () => (await import("../features/changes/command.js")).positionsChanges,
  },
  {
    name: "funding",
    group: "Past",
    summary: "the settled funding of a position in USD, by leg, day or event",
    load: async () => (await import("../features/position-funding/command.js")).positionsFunding,
  },
  {
    name: "reconcile",
    group: "Past",
    summary: "the service's funding, fees and net PnL against carry's own sums",
    load: async () => (await import("../features/reconcile/command.js")).positionsReconcile,
  },
];
