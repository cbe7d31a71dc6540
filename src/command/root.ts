/** `carry` itself as plain data, so that its help page needs no parser. */
export const root = {
  description: "Check hedged funding positions, funding rates and assets from the terminal.",
  usage: "carry [options] [command]",
  version: { flags: "-V, --version", description: "print the version" },
  help: { flags: "-h, --help", description: "show help: -h on one screen, --help in full" },
  examples: [
    { line: "carry list --profile sandbox", what: "try it without a configuration" },
    { line: "carry auth login", what: "set up the service and the API key" },
  ],
} as const;
