import { api } from "./api/api.js";
import { assets } from "./assets/assets.js";
import { authLogin } from "./auth/login.js";
import { authLogout } from "./auth/logout.js";
import { authStatus } from "./auth/status.js";
import { completion } from "./completion/completion.js";
import { doctor } from "./doctor/doctor.js";
import { fundingHistory } from "./funding/history.js";
import { fundingArbitrage, fundingMarketHistory, fundingMarkets } from "./funding/public.js";
import { help } from "./help/help.js";
import { positionsGet } from "./positions/get.js";
import { positionsList } from "./positions/list.js";
import { profileList } from "./profile/list.js";
import { profileRemove } from "./profile/remove.js";
import { profileSet } from "./profile/set.js";
import { profileShow } from "./profile/show.js";
import { profileUnset } from "./profile/unset.js";
import { profileUse } from "./profile/use.js";
import { sandbox } from "./sandbox/sandbox.js";
import { schema } from "./schema/schema.js";
import type { CommandSpec } from "./spec.js";

/** Every command of `carry`. */
export const commandTree: readonly CommandSpec[] = [
  {
    name: "positions",
    summary: "hedged positions of a portfolio",
    commands: [positionsList, positionsGet],
  },
  {
    name: "funding",
    summary: "settled funding and the public listings",
    commands: [fundingHistory, fundingMarkets, fundingArbitrage, fundingMarketHistory],
  },
  assets,
  api,
  {
    name: "auth",
    summary: "the API key: log in, check it, log out",
    commands: [authLogin, authStatus, authLogout],
  },
  {
    name: "profile",
    summary: "accounts and environments, and what each is set to",
    commands: [profileList, profileShow, profileUse, profileSet, profileUnset, profileRemove],
  },
  schema,
  completion(() => commandTree),
  doctor,
  sandbox,
  help,
];
