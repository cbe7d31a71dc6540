/**
 * Returns the content of server.json, which describes `carry mcp` to the registry of MCP servers.
 * Source: its package types and schema of 2025-12-11; a description has at most 100 characters.
 * @param {{ name: string, version: string, mcpName: string, repository?: { url: string } }} manifest
 *   content of package.json
 */
export function serverOf({ name, version, mcpName, repository }) {
  const url = repository?.url.replaceAll(/^git\+|\.git$/g, "");
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpName,
    title: "carry",
    description:
      "Hedged funding positions: what they earn, what needs attention, settled funding. Read-only.",
    ...(url && { repository: { url, source: new URL(url).hostname.split(".").at(-2) } }),
    version,
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
      },
    ],
  };
}

/** Returns the name of a repository's server in the registry: the domain reversed, and one slash. */
export function mcpNameOf(server, name) {
  const { hostname } = new URL(server);
  const [owner = "", repository = ""] = name.split("/");
  const domain = hostname === "github.com" ? "github.io" : hostname;
  return `${domain.split(".").reverse().join(".")}.${owner}/${repository}`;
}
