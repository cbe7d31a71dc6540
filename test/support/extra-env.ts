/** Variables currently added to the environment of every test process; see `measured`. */
let extra: Readonly<Record<string, string>> = {};

export function extraEnv(): Readonly<Record<string, string>> {
  return extra;
}

/** Adds variables to the environment of processes started during some work. */
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
