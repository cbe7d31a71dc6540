import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { orElse } from "../../base/or-else.js";
import type { Look } from "../../output/text/look.js";
import { NOT_BY_OTHERS, readRegular } from "../../storage/regular-file.js";
import type { Io } from "../../terminal/io.js";
import { type Finding, ok, skip } from "./finding.js";

type Env = Io["env"];

/** Maximum size of a startup file of a shell that is searched. */
const MAX_STARTUP_BYTES = 1024 * 1024;

/** Checks the terminal and the shell. */
export function* checkPlace({ env, stdout }: Io, look: Look): Generator<Finding> {
  yield terminal(stdout, look);
  yield completion(env);
}

function terminal(stdout: Io["stdout"], look: Look): Finding {
  const traits = [
    stdout.isTTY ? `${stdout.columns ?? "unknown"} columns` : "stdout is not a terminal",
    look.color ? "colour" : "no colour",
    look.unicode ? "unicode" : "ASCII only",
  ];
  return ok("terminal", traits.join(", "));
}

/** Looks for the completion script; its absence is not a problem. */
function completion(env: Env): Finding {
  const check = "completion";
  const shell = basename(env.SHELL ?? "").replace(/[.]exe$/, "");
  const places = placesOf(shell, env);
  if (places === undefined) return skip(check, "unknown for this shell");
  const script = places.scripts.find(isFile);
  if (script !== undefined) return ok(check, `installed for ${shell}: ${script}`);
  const startup = places.startups.find((path) => /carry completion/.test(textOf(path)));
  if (startup !== undefined) return ok(check, `installed for ${shell} by ${startup}`);
  return skip(
    check,
    `not found for ${shell}`,
    `see carry completion ${shell === "pwsh" ? "powershell" : shell} --help`,
  );
}

/** Returns the usual places of a shell's completion, of the user and of the system. */
function placesOf(shell: string, env: Env) {
  const home = env.HOME || env.USERPROFILE || "/";
  const data = env.XDG_DATA_HOME || join(home, ".local", "share");
  const config = env.XDG_CONFIG_HOME || join(home, ".config");
  const systems = ["/usr/share", "/usr/local/share", "/opt/homebrew/share"];
  switch (shell) {
    case "bash":
      return {
        scripts: [
          ...[data, ...systems].map((it) => join(it, "bash-completion", "completions", "carry")),
          "/etc/bash_completion.d/carry",
          "/opt/homebrew/etc/bash_completion.d/carry",
        ],
        startups: [".bashrc", ".bash_profile", ".profile"].map((it) => join(home, it)),
      };
    case "zsh": {
      const dotted = [".zfunc", ".zsh/completions", ".zsh/completion", ".zsh/functions"];
      return {
        scripts: [
          ...dotted.map((it) => join(env.ZDOTDIR || home, it, "_carry")),
          ...[data, ...systems].map((it) => join(it, "zsh", "site-functions", "_carry")),
        ],
        startups: [".zshrc", ".zprofile"].map((it) => join(env.ZDOTDIR || home, it)),
      };
    }
    case "fish":
      return {
        scripts: [
          join(config, "fish", "completions", "carry.fish"),
          ...[data, ...systems].map((it) => join(it, "fish", "vendor_completions.d", "carry.fish")),
        ],
        startups: [join(config, "fish", "config.fish")],
      };
    case "pwsh":
      return { scripts: [], startups: [join(config, "powershell", "profile.ps1")] };
    default:
      return undefined;
  }
}

function isFile(path: string): boolean {
  return orElse(() => statSync(path).isFile(), false);
}

function textOf(path: string): string {
  return orElse(() => readRegular(path, NOT_BY_OTHERS, MAX_STARTUP_BYTES), undefined) ?? "";
}
