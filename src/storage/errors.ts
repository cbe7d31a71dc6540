/** A file or directory of carry's own cannot be read or written, or may not be trusted. */
export class StorageError extends Error {
  override name = "StorageError";
  constructor(
    message: string,
    readonly hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
