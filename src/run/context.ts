import { once } from "../base/functions.js";
import { BrokenPipeError, type Io } from "../base/terminal/io.js";
import { createProgress, noProgress } from "../base/terminal/progress.js";
import { UsageError } from "../base/usage-error.js";
import type { Client } from "../client/client.js";
import type { HistoryStore } from "../client/listing/kept-history.js";
import { FORMATS } from "../output/formats/all-formats.js";
import type { OutputOptions } from "../output/formats/format.js";
import { localZone } from "../output/text/format-time.js";
import { createMessages, type Messages } from "../output/text/messages.js";
import type { CommonOptions } from "./common-options.js";
import { connectService, openHistories } from "./connect.js";
import { createDoubts } from "./doubts.js";
import { ExitCode } from "./errors/exit-codes.js";
import { exitCodeOf, type Failure } from "./errors/kinds.js";
import { describeFailure, isDebugging, reportFailure, type Target } from "./errors/report.js";
import {
  type ColumnsWish,
  formatOf,
  lookOf,
  nameInColumns,
  ofSavedColumns,
  readShape,
  type SavedColumns,
  savedColumns,
  wantsColor,
} from "./output-options.js";
import { createConfigAccess } from "./settings/config-access.js";
import { findApiKey } from "./settings/key-source.js";
import { createPortfolios, type Portfolios, wantedPortfolios } from "./settings/portfolios.js";
import { SANDBOX_PROFILE } from "./settings/profile-name.js";
import {
  type Closers,
  findSources,
  lookUp,
  namedProfile,
  type Sources,
  type TypedSettings,
} from "./settings/sources.js";
import type { SettingName, SettingValue } from "./settings/table.js";

/** Everything that a command uses; each part is created on first use. */
export type Context = ReturnType<typeof createContext>;

/** What command lines that run one after another share. */
export interface Session {
  sources(): Promise<Sources>;
  client(connections?: number): Promise<Client>;
  histories(): Promise<HistoryStore | undefined>;
}

/** What a context is part of. */
export interface Surroundings {
  /** Its settings and connection are used; settings of the command line take precedence. */
  readonly session?: Session | undefined;
  /** How long an answer is reused for the same request, milliseconds; never when omitted. */
  readonly reuseAnswers?: number;
  /** The words of the command: `positions list`. */
  readonly words?: string;
}

/**
 * Creates the context of a command.
 * @param options typed values of the options of every command
 * @param typed settings given as options
 * @param jsonErrors whether the command line asks for json, for errors before the profile is read
 */
export function createContext(
  io: Io,
  options: ColumnsWish["options"],
  typed: TypedSettings,
  jsonErrors: boolean,
  { session, reuseAnswers, words = "" }: Surroundings = {},
) {
  if (io.env.CARRY_API_KEY) io.secrets.add(io.env.CARRY_API_KEY);
  const look = lookOf(io, options);
  const messages = messagesFor(io, options, () => asJson());
  const progress = options.quiet === true ? noProgress : createProgress(io, look);
  const closers: Closers = [];
  const doubts = createDoubts(messages);
  const parts = { io, messages, progress, closers, doubts };
  const config = createConfigAccess(io, messages);

  const findOwn = async (): Promise<Sources> => {
    if (session === undefined) {
      return findSources({ io, messages, config, profileOption: options.profile, typed, closers });
    }
    const shared = await session.sources();
    return { ...shared, options: { ...shared.options, ...typed } };
  };
  let found: Promise<Sources> | undefined;
  const sources = (): Promise<Sources> => {
    found ??= findOwn().catch((error: unknown) => {
      found = undefined; // a login that warns asks for the profile before it has stored it
      throw error;
    });
    return found;
  };

  const setting = async <N extends SettingName>(name: N): Promise<SettingValue<N> | undefined> =>
    lookUp(name, await sources())?.value;

  const refresh = options.refresh === true;

  let client: Promise<Client> | undefined;
  let portfolios: Portfolios | undefined;

  /** The columns of the profile that are shown. */
  let saved: SavedColumns | undefined;

  const histories = once(async () =>
    session === undefined
      ? openHistories({ io, sources: await sources(), refresh })
      : session.histories(),
  );

  let warnedOfZone = false;
  /** Returns the time zone of screens. */
  const zoneIn = (found: Sources): string => {
    if (lookUp("time", found)?.value !== "local") return "UTC";
    const zone = localZone(io.env.TZ);
    if (zone === undefined && !warnedOfZone) {
      messages.warning(
        "TIME_ZONE",
        `TZ: "${io.env.TZ}" is not a known time zone; times are shown in UTC`,
      );
      warnedOfZone = true;
    }
    return zone ?? "UTC";
  };

  /** A profile may ask for json too; where it cannot be read, the words typed decide. */
  const asJson = async (): Promise<boolean> => {
    try {
      if (namedProfile(io, options.profile) === SANDBOX_PROFILE) return jsonErrors; // setting() starts it
      const format = await setting("output");
      return format === undefined ? jsonErrors : FORMATS[format].jsonMessages;
    } catch {
      return jsonErrors;
    }
  };

  return {
    io,
    messages,
    progress,
    /** The configuration file. */
    config,
    /** Typed values of the options of every command. */
    common: options as CommonOptions,
    /** Returns the profile named by `--profile` or CARRY_PROFILE; undefined for the one in use. */
    namedProfile: () => namedProfile(io, options.profile),
    /** Returns the sources of the settings. @throws {UnknownProfileError} {@link ConfigError} */
    sources,
    /** Returns the settings without a profile, for when it cannot be read. */
    sourcesWithoutProfile: (): Sources => ({
      options: typed,
      env: io.env,
      profile: {},
      profileName: undefined,
    }),
    /** Returns a setting's value from option, environment or profile; undefined when it is not set. */
    setting,
    /** @param connections maximum number of concurrent requests; the first call decides */
    async client(connections = 1): Promise<Client> {
      client ??=
        session?.client(connections) ??
        sources().then((found) =>
          connectService({ ...parts, sources: found, connections, refresh, reuseAnswers }),
        );
      return client;
    },
    /** Returns the service's time, ms since the epoch: by its first answer, else by this computer's clock. */
    async now(): Promise<number> {
      try {
        return (await client)?.serviceNow() ?? io.clock.now();
      } catch {
        return io.clock.now(); // what is wrong with the settings is reported by what needs them
      }
    },
    /** Creates a client for other settings than this command's. */
    clientFor: (found: Sources): Promise<Client> =>
      connectService({ ...parts, sources: found, connections: 1, refresh: true }),
    /** Opens the store of settled funding; undefined when nothing can be stored. */
    histories,
    /** Returns the API key of settings; undefined when they have none. @throws as a request would */
    keyOf: (found: Sources): Promise<string | undefined> => findApiKey(found, { io, progress }),
    /** Takes a doubt about what was answered. */
    doubt: doubts.add,
    /** Warns of the doubts about the answers so far, of each once. */
    reportDoubts: doubts.report,
    /** Returns the portfolios to use. @throws {UsageError} when none is set, or one has no such name */
    async portfolios(): Promise<Portfolios> {
      portfolios ??= portfoliosIn(await sources());
      if (portfolios !== undefined) return portfolios;
      await this.client(); // a missing base URL is the more useful error
      throw new UsageError(
        "no portfolio is set",
        "set one with --portfolio <uuid>, CARRY_PORTFOLIO, or `carry profile set portfolio <uuid>`",
      );
    },
    /** Returns the options of the output. @param from sources of the settings, default: this command's */
    async outputOptions(from?: Sources): Promise<OutputOptions> {
      const found = from ?? (await sources());
      const command = nameInColumns(words);
      const name = formatOf(lookUp("output", found), options, command);
      saved = savedColumns({ options, format: FORMATS[name], command }, found);
      const chosen = saved === undefined ? options : { ...options, columns: saved.columns };
      return {
        ...readShape(chosen, name),
        hasMark: lookUp("csv", found)?.value === "excel",
        look: { ...look, zone: zoneIn(found) },
      };
    },
    /** Describes an error, without secrets, for a command that prints it as part of its output. */
    failureOf(error: unknown): Failure {
      const { message, hint, ...failure } = describeFailure(error);
      const { redact } = io.secrets;
      return { ...failure, message: redact(message), hint: hint && redact(hint) };
    },
    /** Reports an error on stderr and returns its description. */
    async reportFailure(error: unknown, target?: Target): Promise<Failure> {
      progress.stop();
      doubts.report();
      await messages.flush();
      await reportFailure(error, io, await asJson(), target);
      return describeFailure(error);
    },
    /** Runs the command, reports its failure, and closes what the parts hold open. @returns the exit code */
    async run(work: () => Promise<ExitCode | undefined>): Promise<ExitCode> {
      try {
        return (await work()) ?? ExitCode.done;
      } catch (error) {
        if (error instanceof BrokenPipeError) return ExitCode.done;
        return exitCodeOf(await this.reportFailure(ofSavedColumns(error, saved)));
      } finally {
        progress.stop();
        doubts.report();
        for (const close of closers.reverse()) await close();
        await messages.flush();
      }
    },
  };
}

function portfoliosIn(sources: Sources): Portfolios | undefined {
  const wanted = wantedPortfolios(sources);
  return wanted && createPortfolios(wanted);
}

function messagesFor(io: Io, options: CommonOptions, asJson: () => Promise<boolean>): Messages {
  if (options.quiet !== undefined && options.verbose !== undefined) {
    throw new UsageError("--quiet and --verbose exclude each other", "leave out one of them");
  }
  return createMessages(io.stderr, {
    quiet: options.quiet === true,
    verbose: options.verbose === true || isDebugging(io.env),
    color: wantsColor(io, options, io.stderr),
    asJson,
  });
}
