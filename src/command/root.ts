/** An option as help shows it; a value it takes is read where it is used. */
interface OptionText {
  readonly flags: string;
  readonly description: string;
}

/** `carry` itself, as plain data: its page is shown without loading what reads a command line. */
export const root: {
  readonly description: string;
  readonly usage: string;
  readonly version: OptionText;
  readonly help: OptionText;
  /** What its page ends with. */
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
