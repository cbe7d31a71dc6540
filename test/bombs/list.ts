import type { Bomb } from "./bomb.js";
import { keyCommandBombs } from "./key-command.js";
import { serviceBombs } from "./service.js";

/** Bombs of every source that carry reads. */
export const BOMBS: readonly Bomb[] = [...serviceBombs, ...keyCommandBombs];
