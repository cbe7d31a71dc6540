/**
 * Returns a CycloneDX SBOM of npm with Node itself, which the executables contain.
 * @param {{ bomFormat?: unknown, components?: unknown[] }} sbom
 * @param {string} version version of Node
 * @throws {Error} when it is not a CycloneDX SBOM
 */
export function withNode(sbom, version) {
  if (sbom.bomFormat !== "CycloneDX" || !Array.isArray(sbom.components)) {
    throw new Error("stdin is not a CycloneDX SBOM: npm sbom --sbom-format cyclonedx");
  }
  const purl = `pkg:generic/node@${version}`;
  const node = { "bom-ref": purl, type: "platform", name: "node", version, purl };
  return { ...sbom, components: [...sbom.components, node] };
}
