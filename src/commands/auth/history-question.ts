import { join } from "node:path";
import type { Context } from "../../command/context.js";
import { dataDirectory } from "../../storage/places.js";
import type { LoginOptions, Target } from "./login-answers.js";
import { prompterFor } from "./login-answers.js";

const YES = /^y(es)?$/i;
const ANSWER = /^(y|yes|n|no)?$/i;

/**
 * Asks on a terminal whether listings are added to the archive (the setting `record`), once for a profile.
 * @returns undefined if nothing was asked: in scripts, with an answer in the profile, without a place
 * @throws {Interrupted} when the user cancels
 */
export async function askHistory(
  context: Context,
  options: LoginOptions,
  { profile }: Target,
): Promise<"on" | "off" | undefined> {
  const { io, progress } = context;
  const directory = dataDirectory(io.env, process.platform);
  const usual = directory === undefined ? undefined : join(directory, "archive");
  const where = io.env.CARRY_ARCHIVE || (profile.archive ?? usual);
  if (options.withKey === true || profile.record !== undefined || where === undefined)
    return undefined;
  const prompter = await prompterFor(context, options);
  const answer = await prompter
    ?.text({
      message: `Keep a private history of your positions? Each listing that carry fetches is added to ${where}${where === usual ? ", readable by you alone," : ""} for net PnL over time and "since yesterday" (y/N)`,
      fault: (text) => (ANSWER.test(text) ? undefined : "Type y or n."),
    })
    .finally(progress.hold());
  return answer === undefined ? undefined : YES.test(answer) ? "on" : "off";
}
