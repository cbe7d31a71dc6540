import { REASON_CODES } from "../../base/reason-codes.js";
import { type LimitName, limitOf } from "./reason-rule.js";

const HEAD = `#:schema ./rules.schema.json
# Rules of \`carry check\`; \`carry schema rules > rules.schema.json\` lets an editor check this file.
#
# These are the reasons of \`carry status\`, by which \`carry check\` judges without a file, with their
# limits. A rule failed for a position where \`when\` is true, passed where it is false, and is unknown
# where a figure that it needs is unknown. \`when\` is the name of a reason, or JMESPath (jmespath.org)
# over a position with all its figures: carry help rules lists the names.
`;

const TAIL = `
# Rules of your own look like this:
#
# [[rule]]
# name = "loss"
# severity = "critical"         # info, warning (default) or critical
# when = "net_pnl < -100"
# for = "10m"                   # holds so long before there is an alert
# except = ["92bc28c3"]         # not about these positions, by the beginning of their id
#
# [[rule]]
# name = "one-exchange"
# scope = "portfolio"
# when = "exchanges[?share > 60]"
`;

/** Returns the built-in rules as a rules file. @param limitText returns a limit as it was set */
export function rulesText(limitText: (setting: LimitName) => string | undefined): string {
  const tables = REASON_CODES.map((code) => {
    const setting = limitOf(code)?.setting;
    const limit = setting && limitText(setting);
    const lines = ["[[rule]]", `name = "${code}"`, `when = "${code}"`];
    return [...lines, ...(limit === undefined ? [] : [`limit = ${JSON.stringify(limit)}`])];
  });
  return `${HEAD}\n${tables.map((lines) => `${lines.join("\n")}\n`).join("\n")}${TAIL}`;
}
