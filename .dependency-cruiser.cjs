/** Who may import whom: the rooms of docs/architecture.md. A module imports down this list only. */
const MAY_IMPORT = {
  base: [],
  terminal: [],
  http: [],
  storage: [],
  config: ["storage", "terminal"],
  output: ["terminal"],
  api: ["http"],
  analytics: ["api"],
  views: ["output", "api", "analytics"],
  sandbox: ["api"],
  completion: ["storage", "config"],
  watch: ["output", "api", "terminal"],
  commands: [
    "views",
    "output",
    "analytics",
    "api",
    "config",
    "sandbox",
    "terminal",
    "completion",
    "watch",
    "storage",
  ],
};

const roomRules = Object.entries(MAY_IMPORT).map(([room, allowed]) => ({
  name: `${room}-imports-only-its-own`,
  comment: `src/${room} may import ${allowed.join(", ") || "no other room"}`,
  severity: "error",
  from: { path: `^src/${room}/` },
  to: {
    path: "^src/",
    pathNot: [
      `^src/(${["base", room, ...allowed].join("|")})/`,
      ...(room === "commands"
        ? [
            "^src/(context|exit-codes|version|usage-error|login-refused-error)[.]ts$",
            "^src/http/proxy[.]ts$",
          ]
        : []),
    ],
  },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: "no-cycle",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "undici-stays-in-http",
      comment: "nothing above http/ knows that undici exists",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/http/" },
      to: { path: "^node_modules/undici" },
    },
    {
      name: "one-way-to-the-service",
      comment: "the command line reaches the service as other programs do, through src/index.ts",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(api|http)/|^src/index[.]ts$" },
      to: {
        path: "^src/(api/client|http/transport)[.]ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "heavy-modules-load-late",
      comment: "what every start-up would pay for is imported where it is used, with await import",
      severity: "error",
      from: {
        path: "^src/(cli|program|report|failures|context|exit-codes|version)[.]ts$|^src/commands/|^src/views/|^src/terminal/",
      },
      to: {
        path: "^node_modules/(undici|zod|conf|ora|chalk|cli-table3|@clack|@jmespath-community)/|^src/(index|config/store|sandbox/server|output/(printer|table|csv|json|ndjson))[.]ts$",
        dependencyTypesNot: ["dynamic-import", "type-only"],
      },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, path: "^src/", pathNot: ["[.]d[.]ts$", "^src/cli[.]ts$"] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
