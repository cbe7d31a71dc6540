export type Env = Readonly<Record<string, string | undefined>>;

/** Where on this computer things are looked for. */
export interface Computer {
  readonly env: Env;
  readonly platform: NodeJS.Platform;
}

/** What a command line is about: the profile, service and portfolio in force there. */
export interface Place extends Computer {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** undefined: no profile is named, and none is in use. */
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
  readonly portfolio: string | undefined;
}

export interface KnownAsset {
  readonly asset: string;
  readonly name: string;
  readonly assetClass: string;
}

export interface KnownMarket {
  readonly id: string;
  readonly symbol: string;
  readonly exchange: string;
}

/** A position as completion remembers it: never what it is worth. */
export interface KnownPosition {
  readonly id: string;
  readonly asset: string;
  readonly status: string;
}

/** What is known of the data of a service. */
export interface Knowledge {
  readonly assets: () => readonly KnownAsset[];
  readonly markets: () => readonly KnownMarket[];
  readonly positions: () => readonly KnownPosition[];
}
