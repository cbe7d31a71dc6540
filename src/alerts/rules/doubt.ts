/** An expression that can never say what is meant. */
export class Doubt extends Error {
  override name = "Doubt";
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}
