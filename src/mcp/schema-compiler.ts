import { config } from "zod/mini";

/**
 * Stops zod from compiling a function for each schema. Compiling takes longer than it saves on the few
 * messages of an agent: a tenth of the time until the first answer. The setting applies to schemas that
 * are made afterwards, so call this before loading the protocol. It has a file of its own since an
 * `import()` of zod itself would bundle all of it.
 */
export function disableSchemaCompiler(): void {
  config({ jitless: true });
}
