import zsh from "../../completions/_carry?raw";
import bash from "../../completions/carry.bash?raw";
import fish from "../../completions/carry.fish?raw";
import powershell from "../../completions/carry.ps1?raw";

/** The script of each shell, which asks `carry __complete` and inserts what it answers. */
export const SCRIPTS = { bash, zsh, fish, powershell } as const;
