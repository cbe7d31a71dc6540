/** The commands of `carry` as plain data, created by the build: tools/program-model.ts. */
declare module "virtual:program-model" {
  export const program: import("./model.js").ProgramModel;
}
