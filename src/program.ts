import { CommanderError } from "commander";
import { buildProgram } from "./commander.js";
import { loadCommandsOf } from "./commands/load.js";
import type { Invocation, Run } from "./commands/spec.js";
import { UsageError } from "./commands/usage-error.js";
import { type Context, createContext } from "./context.js";
import type { ExitCode } from "./exit-codes.js";
import { describeFailure } from "./failures.js";
import { wantsJsonErrors } from "./output/error-format.js";
import { reportFailure } from "./report.js";
import { BrokenPipeError, type Io } from "./terminal/io.js";

/**
 * Runs one command line.
 * @param argv what was typed after `carry`
 * @returns the exit code
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await parseAndRun(argv, io);
  } catch (error) {
    if (error instanceof BrokenPipeError) return 0;
    const failure = describeFailure(error);
    await reportFailure(failure, error, io, wantsJsonErrors(argv, io.env));
    return failure.exitCode;
  }
}

async function parseAndRun(argv: readonly string[], io: Io): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  let printed = "";
  const print = (text: string) => {
    printed += text;
  };
  const program = buildProgram(
    await loadCommandsOf(argv),
    async (run, invocation, common) => {
      const context = createContext(io, common, wantsJsonErrors(argv, io.env));
      exitCode = await runCommand(run, invocation, context);
    },
    { print, width: Math.min(io.stdout.columns ?? 100, 120) },
  );
  try {
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0 && error.code !== "commander.help") throw asUsageError(error);
  }
  if (printed !== "") await io.stdout.write(printed);
  return exitCode;
}

async function runCommand(run: Run, invocation: Invocation, context: Context): Promise<ExitCode> {
  try {
    return (await run(context, invocation)) ?? 0;
  } catch (error) {
    return error instanceof BrokenPipeError ? 0 : await context.tellFailure(error);
  } finally {
    await context.close();
    await context.messages.flush();
  }
}

/** commander's "error: unknown option '--x'\n(Did you mean --y?)" in our form. */
function asUsageError(error: CommanderError): UsageError {
  const [first = "", ...rest] = error.message.split("\n");
  const suggestion = /^\(Did you mean (.*)\?\)$/.exec(rest.join(" ").trim());
  const message = first.replace(/^error: /, "");
  const hint =
    suggestion === null ? "carry --help tells what there is" : `did you mean ${suggestion[1]}?`;
  return new UsageError(message, hint);
}
