/** An option as help shows it. */
interface OptionText {
  readonly flags: string;
  readonly description: string;
}

/** `carry` itself as plain data, so that its help page needs no parser. */
export const root: {
  readonly description: string;
  readonly usage: string;
  readonly version: OptionText;
  readonly help: OptionText;
  /** End of the page. */
  readonly after: string;
} = {
  description: "Check hedged funding positions, funding rates and assets from the terminal.",
  usage: "carry [options] [command]",
  version: { flags: "-V, --version", description: "print the version" },
  help: { flags: "-h, --help", description: "show help" },
  after: `
Try it without a configuration:
  carry --profile sandbox positions list --performance

More: carry help exit-codes, carry help environment, carry help output`,
};
