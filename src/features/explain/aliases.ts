/**
 * Names in json whose figure has another name on the pages, as `normal` has both; after a slash, that of one
 * page alone.
 */
export const ALIASES: Readonly<Record<string, readonly string[]>> = {
  amount: ["ledger/difference", "ledger/total"],
  "annualised 1d": ["rank/1d"],
  "annualised 3d": ["rank/3d"],
  "annualised 7d": ["rank/7d"],
  "annualised 30d": ["rank/30d"],
  "break even hold": ["costs earned in"],
  "days to earn": ["rank/earned in"],
  "eaten by basis": ["eaten by"],
  fall: ["deepest fall"],
  fee: ["backtest/fees", "rotate/cost"],
  "fees estimated exit": ["fees to leave", "to leave"],
  "funding difference": ["pnl/difference"],
  "funding pnl": ["summary/funding"],
  gain: ["gain a day"],
  "gross share": ["share"],
  "held 7d": ["rotate/held"],
  "long notional": ["summary/long"],
  most: ["most 3d"],
  "pays 24h": ["upcoming/next 24h"],
  "pays back": ["pays back in"],
  realized: ["price pnl"],
  "short notional": ["summary/short"],
  "spread pnl": ["price pnl"],
  "spread pnl unrealized": ["price pnl"],
  "spread realized": ["change of a part", "price pnl"],
  "spread unrealized": ["change of a part", "price pnl"],
  "unhedged notional": ["unhedged"],
  "worst week": ["worst 7d"],
};
