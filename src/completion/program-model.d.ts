/** The commands of `carry` as plain data, which the build works out: tools/program-model.ts. */
declare module "virtual:program-model" {
  export const program: import("./model.js").ProgramModel;
}
