/** Who may import whom: the rooms of docs/architecture.md. A module imports down this list only. */
const MAY_IMPORT = {
  base: [],
  client: ["base"],
  sandbox: ["client", "base"],
  archive: ["client", "base"],
  output: ["base"],
  figures: ["client", "base"],
  run: ["figures", "output", "sandbox", "client", "base"],
  book: ["run", "figures", "output", "archive", "client", "base"],
  alerts: ["book", "run", "figures", "output", "client", "base"],
  serve: ["alerts", "book", "run", "figures", "output", "client", "base"],
  watch: ["alerts", "book", "run", "figures", "output", "client", "base"],
  commands: [
    ...["watch", "serve", "alerts", "book", "run", "figures", "output"],
    ...["archive", "sandbox", "client", "base"],
  ],
  cli: ["commands", "run", "output", "sandbox", "base"],
};

const rooms = Object.keys(MAY_IMPORT);

const roomRules = Object.entries(MAY_IMPORT).map(([room, allowed]) => ({
  name: `${room}-imports-only-what-is-below-it`,
  comment: `src/${room} may import ${allowed.join(", ") || "no other room"}`,
  severity: "error",
  from: { path: `^src/${room}/` },
  to: { path: "^src/", pathNot: `^src/(${[room, ...allowed].join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: "no-command-folder-imports-another",
      comment: "but for schema, which prints what the others declare",
      severity: "error",
      from: { path: "^src/commands/(?!schema/)([^/]+)/" },
      to: { path: "^src/commands/", pathNot: "^src/commands/$1/" },
    },
    {
      name: "every-file-has-a-room",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/(${rooms.join("|")})/` },
      to: {},
    },
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "undici-has-one-file",
      comment:
        "the build maps what this file imports to parts of undici: tools/build/undici-parts.cjs",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/client/http/undici[.]ts$" },
      to: { path: "^node_modules/undici", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "one-way-to-the-service",
      comment: "the command line reaches the service as other programs do: src/client/index.ts",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/client/" },
      to: {
        path: "^src/client/(client|connection|http/transport)[.]ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "programs-get-no-keys",
      comment:
        "who starts a program takes its environment from src/base/terminal/programs.ts, and is listed here",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: "^src/(alerts/hook|run/settings/key-command|base/terminal/pager)[.]ts$",
      },
      to: { path: "^(node:)?child_process$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "heavy-modules-load-late",
      comment: "what every start-up would pay for is imported where it is used, with await import",
      severity: "error",
      from: {
        path: "^src/(cli|commands|book|run|base/terminal)/",
        pathNot: "^src/run/settings/store[.]ts$",
      },
      to: {
        path: "^node_modules/(undici|zod|conf|hyparquet|hyparquet-writer|ora|chalk|cli-table3|@clack|@jmespath-community|@modelcontextprotocol|d3-[a-z]+)/|^src/(client/(index|client)|run/settings/store|sandbox/server|output/(formats/(printer|csv|json|ndjson)|table/table))[.]ts$",
        dependencyTypesNot: ["dynamic-import", "type-only"],
      },
    },
    {
      name: "zod-is-shaken",
      comment: "import() of a package bundles all of it; of zod/mini that is 350 kB more",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^node_modules/zod/", dependencyTypes: ["dynamic-import"] },
    },
    {
      name: "processes-have-tests-of-their-own",
      comment:
        "a test that starts the built program, a shell or a terminal is x.process.test.ts or x.big.test.ts: `npm test` leaves it to `npm run test:all`; the list of faults names the played ones, too",
      severity: "error",
      from: {
        path: "^test/.*[.]test[.]ts$",
        pathNot: "[.](process|big)[.]test[.]ts$|^test/faults/faults",
      },
      to: {
        path: "^test/support/(process|pty|tmux|shells|scripts|installed|plain-user|small-disk|strace|namespaces)[.]ts$",
        reachable: true,
      },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, path: "^src/", pathNot: "[.]d[.]ts$" },
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
