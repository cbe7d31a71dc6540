import { mcpNameOf } from "./server.mjs";

const NAME = /^[A-Za-z0-9-]+\/[A-Za-z0-9._-]+$/;

/**
 * Returns package.json with the addresses of the repository that releases it. They are not committed,
 * so that a fork publishes its own; npm compares them with the repository that signs the provenance.
 * @param {Record<string, unknown>} manifest content of package.json
 * @param {string} server such as `https://github.com`
 * @param {string} name owner and name of the repository
 * @throws {Error} when the address is invalid, or the manifest names another one
 */
export function withRepository(manifest, server, name) {
  if (!URL.canParse(server) || new URL(server).origin !== server || !server.startsWith("https:")) {
    throw new Error(`"${server}" is not the https address of a server`);
  }
  if (!NAME.test(name)) throw new Error(`"${name}" is not the owner and name of a repository`);
  const address = `${server}/${name}`;
  const filled = {
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
    repository: { type: "git", url: `git+${address}.git` },
  };
  for (const [key, value] of Object.entries(filled)) {
    const present = manifest[key];
    if (present !== undefined && JSON.stringify(present) !== JSON.stringify(value)) {
      throw new Error(
        `package.json: "${key}" is ${JSON.stringify(present)}, not that of ${address}`,
      );
    }
  }
  return { ...manifest, mcpName: mcpNameOf(server, name), ...filled };
}
