import { BrokenPipeError, type Io } from "../base/terminal/io.js";
import { commandTree } from "../commands/tree.js";
import { type CommonOptions, wantsJsonErrors } from "../run/common-options.js";
import type { Session } from "../run/context.js";
import { ExitCode } from "../run/errors/exit-codes.js";
import { helpWidth } from "../run/help-layout.js";
import { typedSettings } from "../run/option.js";
import type { Clocked } from "../run/settings/sandbox-time.js";
import { buildProgram, StoppedLine } from "./commander.js";

/**
 * Runs one command line.
 * @param argv the words after `carry`
 * @param session whose settings and connection are used; its own when omitted
 * @returns the exit code
 */
export async function run(argv: readonly string[], io: Io, session?: Session): Promise<ExitCode> {
  try {
    return await parseAndRun(argv, io, session);
  } catch (error) {
    if (error instanceof BrokenPipeError) return ExitCode.done;
    const { reportFailure } = await import("../run/errors/report.js");
    return reportFailure(error, io, wantsJsonErrors(argv, io.env));
  }
}

async function parseAndRun(
  argv: readonly string[],
  io: Io,
  session: Session | undefined,
): Promise<ExitCode> {
  let exitCode: ExitCode = ExitCode.done;
  let printed = "";
  const program = buildProgram(commandTree, {
    async action({ run: runCommand, typed, given, tree, keepsClock, shape, words }) {
      const { createContext } = await import("../run/context.js");
      const json = wantsJsonErrors(argv, io.env);
      const settings = typedSettings(given);
      const options: CommonOptions = typed.options;
      if (shape.prints !== undefined) {
        (await import("../run/output-options.js")).refuseShape(shape, options);
      }
      const keeps = keepsClock || session !== undefined || !isTimeSet(io.env);
      const clocked: Clocked = keeps
        ? { io }
        : (await import("../run/settings/sandbox-time.js")).withSandboxClock(
            io,
            options.profile,
            settings,
          );
      const context = createContext(clocked.io, options, settings, json, { session, words });
      if (clocked.ignored !== undefined) {
        context.messages.warning("SANDBOX_TIME", clocked.ignored);
      }
      exitCode = await context.run(() => runCommand(context, typed, { ...tree, runLine: run }));
    },
    print: (text) => {
      printed += text;
    },
    width: helpWidth(io.stdout.columns),
  });
  try {
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof StoppedLine)) throw error;
    if (!WANTED_STOPS.has(error.cause.code)) {
      throw await (await import("./usage-error.js")).usageErrorOf(error);
    }
  }
  if (printed === "") return exitCode;
  return io.stdout.isTTY ? page(printed, argv, io) : io.stdout.write(printed).then(() => exitCode);
}

/** Prints help on a terminal. */
async function page(text: string, argv: readonly string[], io: Io): Promise<ExitCode> {
  const { createContext } = await import("../run/context.js");
  const { writePaged } = await import("../run/print.js");
  const context = createContext(io, {}, {}, wantsJsonErrors(argv, io.env));
  return context.run(() => writePaged(context, text));
}

/** Reports whether variables set the time of a sandbox; only then is the rest about it loaded. */
function isTimeSet({ CARRY_SANDBOX_AT, CARRY_SANDBOX_FREEZE }: Io["env"]): boolean {
  return Boolean(CARRY_SANDBOX_AT || CARRY_SANDBOX_FREEZE);
}

/** Codes of commander for a line that is valid and already answered. */
const WANTED_STOPS: ReadonlySet<string> = new Set([
  "commander.help",
  "commander.helpDisplayed",
  "commander.version",
]);
