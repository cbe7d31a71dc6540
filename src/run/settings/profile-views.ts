import { type Field, type Fields, own, plain, viewOf } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { pairsSection } from "../../output/table/page.js";

/** A profile as listed. Contains no secrets. */
export interface ProfileSummary {
  readonly profile: string;
  /** True for the profile used when none is named. */
  readonly current: boolean;
  readonly base_url: string | null;
  readonly portfolio: string | null;
  /** environment, file, profile or command; null without a key. */
  readonly key_source: string | null;
  /** Displayable part of the key. */
  readonly key: string | null;
}

/** A profile with the result of a request made with its key. */
export interface AuthStatus extends Omit<ProfileSummary, "profile"> {
  readonly profile: string | null;
  /** Result of the request, such as `ok` or `key refused`; null if none was sent. */
  readonly outcome: string | null;
  readonly detail: string;
  readonly hint: string | null;
}

/** A setting of a profile. */
export interface SettingRow {
  readonly setting: string;
  readonly value: string | null;
  /** option, environment, profile or default; null if it is not set. */
  readonly origin: string | null;
  /** Name of the option, variable or profile. */
  readonly from: string | null;
}

/** Returns the fields of a profile after its name; `priorities` are those of the columns. */
function profileFields<T extends Omit<ProfileSummary, "profile">>(
  profile: Field<T>,
  [base_url, portfolio, key_source, key]: readonly number[],
): Field<T>[] {
  const text = (name: keyof ProfileSummary, header: string, help: string, priority = 0) =>
    plain<T>(name, "text|null", help, {
      of: (it) => it[name as keyof T],
      header,
      kind: "text",
      priority,
    });
  return [
    plain("current", "flag", "Whether it is used when none is named.", {
      of: ({ current }) => current,
      header: "use",
      kind: "text",
      value: ({ current }) => (current ? "*" : ""),
    }),
    profile,
    text("base_url", "base URL", "Base URL of the service.", base_url),
    text("portfolio", "portfolio", "Portfolio identifier (uuid).", portfolio),
    text("key_source", "key from", "environment, file, profile or command.", key_source),
    text("key", "key", "The part of the key that is shown.", key),
  ];
}

/** Fields of a profile in `profile list`. */
export const PROFILE: Fields<ProfileSummary> = profileFields(
  own("profile", "text", "Name of the profile.", { header: "profile" }),
  [1, 4, 3, 2],
);

const empty = "No profiles; `carry auth login` makes one.";

export const profilesView: View<ProfileSummary> = viewOf(PROFILE, { empty });

/** Fields of `auth status`. */
export const AUTH_STATUS: Fields<AuthStatus> = [
  ...profileFields<AuthStatus>(
    own("profile", "text|null", "Name of the profile.", { header: "profile" }),
    [2, 6, 4, 3],
  ),
  own("outcome", "text|null", "Result of a request with the key; null if none was sent.", {
    header: "outcome",
  }),
  own("detail", "text", "What was reached, or why nothing was sent.", {
    header: "what it could reach",
    priority: 5,
  }),
  own("hint", "text|null", "What to do.", { header: "hint", priority: 7, isExtra: true }),
];

/** View of the status of the profiles' keys. */
export const authStatusView: View<AuthStatus> = viewOf(AUTH_STATUS, {
  page: (status) => {
    const pairs = {
      profile: status.current ? `${status.profile} (in use)` : status.profile,
      "base URL": status.base_url,
      portfolio: status.portfolio,
      "key from": status.key_source,
      key: status.key,
      outcome: status.outcome,
      reach: status.detail,
      hint: status.hint,
    };
    const shown = Object.entries(pairs).filter(
      ([label, value]) => label !== "hint" || value !== null,
    );
    return [pairsSection(shown.map(([label, value]) => ({ label, kind: "text" as const, value })))];
  },
  empty,
});

/** Fields of a setting in `profile show`. @param resolved whether the source of each is shown */
export function settingFields(resolved: boolean): Fields<SettingRow> {
  const only = resolved ? {} : ({ isExtra: true } as const);
  return [
    own("setting", "text", "Name of the setting.", { header: "setting" }),
    own("value", "text|null", "Its value; null if it is not set.", { header: "value" }),
    own("origin", "text|null", "option, environment, profile or default.", {
      header: "origin",
      ...only,
    }),
    own("from", "text|null", "Name of the option, variable or profile.", {
      header: "from",
      priority: 1,
      ...only,
    }),
  ];
}

/** Returns the view of the settings of a profile. @param resolved whether the source of each is shown */
export function settingsView(resolved: boolean): View<SettingRow> {
  return viewOf(settingFields(resolved), { empty: "Nothing is set in this profile." });
}
