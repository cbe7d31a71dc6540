/** Loads a built-in module of Node. Unlike `require`, it also works when bundled as an ES module. */
export const BUILTIN = "process.getBuiltinModule";

/** Returns CommonJS that loads the modules of Node with {@link BUILTIN}. */
export function withBuiltinModules(code: string): string {
  return code.replaceAll(/\brequire\((['"]node:[\w/]+['"])\)/g, `${BUILTIN}($1)`);
}
