/** What every process of the tests gets into its environment for now; see `measured`. */
let extra: Readonly<Record<string, string>> = {};

export function extraEnv(): Readonly<Record<string, string>> {
  return extra;
}

/** Adds to the environment of what is started while some work is done. */
export async function withEnv<T>(
  env: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  extra = env;
  try {
    return await work();
  } finally {
    extra = {};
  }
}
