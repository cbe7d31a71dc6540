import type { CommandEntry } from "../run/define.js";
import { positionsCommands } from "./positions.js";
import { shortForms } from "./short-forms.js";

const UNDOCUMENTED = "its payload is not documented and shown as sent";

const positionsAndFunding: readonly CommandEntry[] = [
  {
    name: "status",
    group: "Positions, funding",
    summary: "the open positions on one screen: totals, and what needs attention first",
    load: async () => (await import("./status/command.js")).status,
  },
  {
    name: "watch",
    group: "Positions, funding",
    summary: "the open positions on the screen all day: four pages, filters, events",
    load: async () => (await import("./watch/command.js")).watch,
  },
  {
    name: "positions",
    group: "Positions, funding",
    summary: "hedged positions of a portfolio",
    commands: positionsCommands,
  },
  {
    name: "funding",
    group: "Positions, funding",
    summary: "settled funding and the public listings",
    commands: [
      {
        name: "history",
        summary: "settled funding of one or more markets, newest first",
        load: async () => (await import("./history/command.js")).fundingHistory,
      },
      {
        name: "compare",
        summary: "compare the settled funding of two markets, and what a hedge of both earns",
        load: async () => (await import("./compare/command.js")).fundingCompare,
      },
      {
        name: "rank",
        summary: "pairs by what the next 7 days are likely to pay, with the record; --grid markets",
        load: async () => (await import("./rank/command.js")).fundingRank,
      },
      {
        name: "markets",
        summary: `the public market listing; ${UNDOCUMENTED}`,
        load: async () => (await import("./public-listings/commands.js")).fundingMarkets,
      },
      {
        name: "arbitrage",
        summary: `the public arbitrage listing; ${UNDOCUMENTED}`,
        load: async () => (await import("./public-listings/commands.js")).fundingArbitrage,
      },
    ],
  },
  {
    name: "assets",
    group: "Positions, funding",
    summary: "tracked assets with the numbers of their markets and exchanges",
    load: async () => (await import("./assets/command.js")).assets,
  },
  {
    name: "archive",
    group: "Positions, funding",
    summary: "settled funding and positions beyond what the service keeps",
    commands: [
      {
        name: "sync",
        summary: "record settled funding and a snapshot of the positions",
        load: async () => (await import("./archive/sync.js")).archiveSync,
      },
      {
        name: "status",
        summary: "what the archive has, and by when it has to be synced",
        load: async () => (await import("./archive/status.js")).archiveStatus,
      },
      {
        name: "export",
        summary: "print a table of the archive as csv or ndjson",
        load: async () => (await import("./archive/export.js")).archiveExport,
      },
    ],
  },
];

/** All commands of `carry`; a definition is loaded when its name is typed. */
export const commandTree: readonly CommandEntry[] = [
  ...positionsAndFunding,
  ...shortForms(positionsAndFunding),
  {
    name: "check",
    group: "Monitor",
    summary: "rules of a file against the open positions: failed, passed, or unknown",
    load: async () => (await import("./check/command.js")).check,
  },
  {
    name: "metrics",
    group: "Monitor",
    summary: "the open positions as metrics of Prometheus: printed, or in a file",
    load: async () => (await import("./metrics/command.js")).metrics,
  },
  {
    name: "report",
    group: "Share",
    summary: "the open positions as one HTML page to look at, print and send",
    load: async () => (await import("./report/command.js")).report,
  },
  {
    name: "mcp",
    group: "Share",
    summary: "the portfolio for agents: a Model Context Protocol server, read-only",
    load: async () => (await import("./mcp/command.js")).mcp,
  },
  {
    name: "api",
    group: "Programs",
    summary: "GET any path of the service and print its body byte for byte",
    load: async () => (await import("./api/api.js")).api,
  },
  {
    name: "schema",
    group: "Programs",
    summary: "JSON Schema of what -o json prints, or the command tree for programs",
    load: async () => (await import("./schema/schema.js")).schema,
  },
  {
    name: "explain",
    group: "Programs",
    summary: "what a figure, column, sign, cause or setting is, with its formula and limits",
    load: async () => (await import("./explain/command.js")).explain,
  },
  {
    name: "auth",
    group: "Set up",
    summary: "the API key: log in, check it, log out",
    commands: [
      {
        name: "login",
        summary: "store base URL, API key and portfolio in a profile",
        load: async () => (await import("./auth/login.js")).authLogin,
      },
      {
        name: "status",
        summary: "show where the API key comes from, and what it can reach",
        load: async () => (await import("./auth/key.js")).authStatus,
      },
      {
        name: "logout",
        summary: "remove the API key of a profile",
        load: async () => (await import("./auth/key.js")).authLogout,
      },
    ],
  },
  {
    name: "profile",
    group: "Set up",
    summary: "profiles for accounts and environments, and their settings",
    commands: [
      {
        name: "list",
        aliases: ["ls"],
        summary: "list the profiles; * marks the one in use",
        load: async () => (await import("./profile/profiles.js")).profileList,
      },
      {
        name: "show",
        summary: "show the values of a profile, its API key masked",
        load: async () => (await import("./profile/show.js")).profileShow,
      },
      {
        name: "use",
        summary: "select the profile that commands use",
        load: async () => (await import("./profile/profiles.js")).profileUse,
      },
      {
        name: "set",
        summary: "set a value in a profile, which is created if necessary",
        load: async () => (await import("./profile/settings.js")).profileSet,
      },
      {
        name: "unset",
        summary: "remove a value from a profile",
        load: async () => (await import("./profile/settings.js")).profileUnset,
      },
      {
        name: "remove",
        aliases: ["rm"],
        summary: "remove a profile with all its values, including its API key",
        load: async () => (await import("./profile/profiles.js")).profileRemove,
      },
    ],
  },
  {
    name: "completion",
    group: "Set up",
    summary: "print the completion script of a shell",
    load: async () => (await import("./completion/completion.js")).completion,
  },
  {
    name: "doctor",
    group: "Set up",
    summary: "check configuration, key, service and archive, one line each",
    load: async () => (await import("./doctor/doctor.js")).doctor,
  },
  {
    name: "sandbox",
    group: "Set up",
    summary: "serve the interface on loopback with generated data",
    load: async () => (await import("./sandbox/sandbox.js")).sandbox,
  },
  {
    name: "help",
    group: "More",
    summary: "explain a command or a topic, such as the global options",
    load: async () => (await import("./help/help.js")).help,
  },
];
