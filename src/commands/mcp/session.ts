import { type Context, createContext, type Session } from "../../command/context.js";

/** How long calls see one moment: the calls of one answer of an agent. */
const ONE_MOMENT_MS = 30_000;

/** Settings and a connection that several calls share. */
export interface SharedSession {
  readonly session: Session;
  /** Closes the connection. */
  close(): Promise<void>;
}

/** Opens a session with the settings of a command line; nothing is read before the first call. */
export function openSession({ io, common, sourcesWithoutProfile }: Context): SharedSession {
  const typed = sourcesWithoutProfile().options;
  const session = createContext(io, common, typed, true, { reuseAnswers: ONE_MOMENT_MS });
  let end = () => {};
  const ended = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  const closed = session.run(() => ended);
  return {
    session,
    async close() {
      end();
      await closed;
    },
  };
}
