/** The commands of `carry` as plain data, created by the build: tools/build/program-model.ts. */
declare module "virtual:program-model" {
  export const program: import("../../run/completion-model.js").ProgramModel;
}

/** The text of a file, for `import text from "../../completion/file?raw"`. */
declare module "*?raw" {
  const text: string;
  export default text;
}
