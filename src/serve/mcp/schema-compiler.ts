import { config } from "zod/mini";

/**
 * Stops zod from compiling a function for each schema, which takes longer than it saves on the few messages
 * of an agent: a tenth of the time until the first answer. Call it before loading the protocol, since it
 * applies to schemas that are made afterwards. An `import()` of zod itself would bundle all of it.
 */
export function disableSchemaCompiler(): void {
  config({ jitless: true });
}
