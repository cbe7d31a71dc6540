import zsh from "../../../completions/_carry?raw";
import bash from "../../../completions/carry.bash?raw";
import fish from "../../../completions/carry.fish?raw";
import powershell from "../../../completions/carry.ps1?raw";

/** Script of each shell, which calls `carry __complete` and inserts its answer. */
export const SCRIPTS = { bash, zsh, fish, powershell } as const;
