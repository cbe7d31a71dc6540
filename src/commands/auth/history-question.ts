import { dataDirectory } from "../../base/storage/places.js";
import type { Context } from "../../run/context.js";
import type { LoginOptions, Target } from "./login-answers.js";
import { prompterFor } from "./login-answers.js";

const NO = /^no?$/i;
const ANSWER = /^(y|yes|n|no)?$/i;

/**
 * Asks on a terminal whether listings are added to the archive (the setting `record`), once for a profile;
 * Enter says yes.
 * @returns undefined if nothing was asked: in scripts, with an answer in the profile, without a place
 * @throws {Interrupted} when the user cancels
 */
export async function askHistory(
  context: Context,
  options: LoginOptions,
  { profile }: Target,
): Promise<"on" | "off" | undefined> {
  const { io, progress } = context;
  const place =
    io.env.CARRY_ARCHIVE || (profile.archive ?? dataDirectory(io.env, process.platform));
  if (options.withKey === true || profile.record !== undefined || place === undefined) {
    return undefined;
  }
  const prompter = await prompterFor(context, options);
  const answer = await prompter
    ?.text({
      message: "Keep a history on this computer? Needed for PnL by day. [Y/n]",
      fault: (text) => (ANSWER.test(text) ? undefined : "Type y or n."),
    })
    .finally(progress.hold());
  return answer === undefined ? undefined : NO.test(answer) ? "off" : "on";
}
