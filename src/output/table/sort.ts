/** What `--sort` says. */
export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

/** Reads `<column>[:asc|:desc]`. Whatever else stands behind a colon belongs to the key. */
export function parseSort(text: string): Sort {
  const [, key = text, order] = /^(.*):(asc|desc)$/s.exec(text) ?? [];
  return { key, descending: order === "desc" };
}
