import { defineCommand } from "../../run/define.js";
import { INTERVAL, WATCH_OPTIONS } from "../../watch/options.js";

export const watch = defineCommand({
  description:
    "Keep the open positions on the screen: what they earn now and what needs attention, on five pages, which are the views of carry list. ? shows the keys: Enter opens a position, / filters, o sorts, a acknowledges a cause for a time. It only reads, and asks for nothing by moving about. Elsewhere, and with -o ndjson, its alerts are events, a line of JSON each:\n  carry watch\n  carry watch 1m --portfolio all --on-alert 'notify-send carry'",
  args: {
    interval: {
      kind: INTERVAL,
      optional: true,
      help: "time between two rounds: 10s, 30s (the default), 1m, 5m, ...; at least 5s",
    },
  },
  options: WATCH_OPTIONS,
  examples: {
    "carry watch --once": "one frame, for a status bar or a message",
    "carry watch --once --exchange okx": "the same of what is held on one exchange",
  },
  async run(context, { args, options }) {
    const { watchBook } = await import("../../watch/start.js");
    return watchBook(context, options, args.interval);
  },
});
