import type { Client } from "./api/client.js";
import { MissingKeyError } from "./api/errors.js";
import { UsageError } from "./commands/usage-error.js";
import { lookUp, type SettingName } from "./config/settings.js";
import type { OutputFormat } from "./config/values.js";
import { parseSort } from "./output/columns.js";
import type { Look } from "./output/look.js";
import { createMessages, type Messages } from "./output/messages.js";
import type { OutputOptions } from "./output/options.js";
import { findApiKey, findSources } from "./settings-source.js";
import type { Io } from "./terminal/io.js";
import { createProgress, noProgress, type Progress } from "./terminal/progress.js";
import { VERSION } from "./version.js";

/** The options of every command, as they were typed. */
export interface CommonOptions {
  readonly output?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly columns?: string;
  readonly sort?: string;
  readonly header?: boolean;
  readonly query?: string;
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly timeout?: string;
  readonly retries?: string;
  readonly color?: boolean;
  readonly local?: boolean;
  readonly refresh?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** What a command needs, each part made on first use. */
export interface Context {
  readonly io: Io;
  readonly messages: Messages;
  readonly progress: Progress;
  /** A setting's value, from option, environment, profile; undefined when it is set nowhere. */
  setting<N extends SettingName>(
    name: N,
    option?: string,
  ): Promise<NonNullable<ReturnType<typeof lookUp<N>>>["value"] | undefined>;
  /** The portfolio to ask for. @throws {UsageError} when none is set */
  portfolio(option?: string): Promise<string>;
  client(): Promise<Client>;
  outputOptions(): Promise<OutputOptions>;
  /** Ends what the parts hold open. */
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;

export function createContext(io: Io, options: CommonOptions): Context {
  const color = wantsColor(io, options, io.stdout.isTTY);
  const verbose = options.verbose === true || Boolean(io.env.CARRY_DEBUG);
  const messages = createMessages(io.stderr, {
    quiet: options.quiet === true,
    verbose,
    color: wantsColor(io, options, io.stderr.isTTY),
  });
  const progress = options.quiet === true ? noProgress : createProgress(io, color);
  const closers: (() => Promise<void>)[] = [];

  const sources = once(() =>
    findSources({
      io,
      messages,
      profileOption: options.profile,
      typed: typedSettings(options),
      closers,
    }),
  );

  const setting: Context["setting"] = async (name, option) => {
    const all = await sources();
    const own = option === undefined ? all.options : { ...all.options, [name]: option };
    return lookUp(name, { ...all, options: own })?.value;
  };

  const client = once(async (): Promise<Client> => {
    const baseText = await setting("baseUrl");
    if (baseText === undefined)
      throw new MissingKeyError("carry is not set up: there is no base URL");
    const publicText = await setting("publicBaseUrl");
    const [{ createClient }, { parseBaseUrl }, { createTransport }] = await Promise.all([
      import("./api/client.js"),
      import("./api/base-url.js"),
      import("./http/transport.js"),
    ]);
    const baseUrl = parseBaseUrl(baseText);
    const transport = createTransport({
      userAgent: `carry-cli/${VERSION}`,
      timeoutMs: (await setting("timeoutMs")) ?? DEFAULT_TIMEOUT_MS,
      retries: (await setting("retries")) ?? DEFAULT_RETRIES,
      clock: io.clock,
      random: io.random,
      signal: io.signal,
      env: io.env,
      onRetry: ({ attempt, cause, waitMs }) =>
        messages.detail(
          `attempt ${attempt} failed (${cause}); trying again in ${Math.round(waitMs)} ms`,
        ),
      onAnswer: ({ url, status, bytes, ms }) =>
        messages.detail(`GET ${url.href} ${status}, ${bytes} bytes, ${ms} ms`),
    });
    closers.push(() => transport.close());
    const all = await sources();
    return createClient({
      transport,
      baseUrl,
      ...(publicText !== undefined && { publicBaseUrl: parseBaseUrl(publicText) }),
      apiKey: () => findApiKey(all),
      now: io.clock.now,
      onWarning: messages.warning,
    });
  });

  return {
    io,
    messages,
    progress,
    setting,
    client,
    async portfolio(option) {
      const value = await setting("portfolio", option);
      if (value !== undefined) return value;
      await client(); // not set up at all is the better answer
      throw new UsageError(
        "no portfolio is set",
        "name one with --portfolio <uuid>, CARRY_PORTFOLIO, or `carry profile set portfolio <uuid>`",
      );
    },
    async outputOptions() {
      const format: OutputFormat = (await setting("output")) ?? "table";
      checkQuery(options.query, format);
      return {
        format,
        columns: options.columns?.split(",").map((column) => column.trim()),
        sort: options.sort === undefined ? undefined : parseSort(options.sort),
        header: options.header !== false,
        query: options.query,
        look: lookOf(io, options, color),
      };
    },
    async close() {
      progress.stop();
      for (const close of closers.reverse()) await close();
    },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The settings that were given as options, as text. */
function typedSettings(options: CommonOptions): Partial<Record<SettingName, string>> {
  return {
    ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }),
    ...(options.timeout !== undefined && { timeoutMs: options.timeout }),
    ...(options.retries !== undefined && { retries: options.retries }),
    ...outputOption(options),
  };
}

function outputOption(options: CommonOptions): { output?: string } {
  const named = [
    options.output,
    options.json === true ? "json" : undefined,
    options.csv === true ? "csv" : undefined,
  ].filter((value) => value !== undefined);
  const [first] = named;
  if (first === undefined) return {};
  const other = named.find((value) => value !== first);
  if (other !== undefined)
    throw new UsageError(`--output: ${first} and ${other} exclude each other`);
  return { output: first };
}

function checkQuery(query: string | undefined, format: OutputFormat): void {
  if (query === undefined || format === "json" || format === "ndjson") return;
  throw new UsageError(`--query works on json and ndjson, not on ${format}`, "add -o json");
}

/** Option before environment before terminal. Sources: no-color.org, force-color.org. */
function wantsColor(io: Io, options: CommonOptions, isTTY: boolean): boolean {
  if (options.color === false) return false;
  if (io.env.NO_COLOR) return false;
  if (io.env.FORCE_COLOR !== undefined && io.env.FORCE_COLOR !== "") {
    return io.env.FORCE_COLOR !== "0" && io.env.FORCE_COLOR !== "false";
  }
  return isTTY && io.env.TERM !== "dumb";
}

function lookOf(io: Io, options: CommonOptions, color: boolean): Look {
  return {
    color,
    width: io.stdout.isTTY ? (io.stdout.columns ?? 80) : undefined,
    unicode: speaksUnicode(io.env),
    now: io.clock.now(),
    zone: options.local === true ? io.env.TZ || undefined : "UTC",
  };
}

/** The locale's character set, by the order of precedence of POSIX (LC_ALL, LC_CTYPE, LANG). */
function speaksUnicode(env: Io["env"]): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale === undefined || locale === "" || /utf-?8/i.test(locale);
}
