/** Value of `--sort`. */
export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

/** Parses `<column>[:asc|:desc]`. Any other text after a colon belongs to the key. */
export function parseSort(text: string): Sort {
  const [, key = text, order] = /^(.*):(asc|desc)$/s.exec(text) ?? [];
  return { key, descending: order === "desc" };
}
