/** What the tests need of the types of environment.mjs. */
export function clean(env: Record<string, string | undefined>): void;
