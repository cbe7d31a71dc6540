import { openArchive } from "../../archive/archive.js";
import type { ArchiveStore } from "../../archive/store.js";
import { defineCommand } from "../../command/define.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { counted } from "../../output/text/counted.js";
import { PLACE_OPTION, withStore } from "../../portfolio/recorded/place.js";
import { ARCHIVE_VERIFY, isSound, verifiedView } from "./records/verify.js";

export const archiveVerify = defineCommand({
  description:
    "Read every file of the archive: whether each can be read, is in order and has only decimals, whether every event and every position that was recorded as answered is there, which events had different values in one answer, and how many decimals a database's DECIMAL(38,18) would round. Exits with 9 when a file is damaged or a record is missing",
  options: PLACE_OPTION,
  views: () => [verifiedView()],
  examples: {
    "carry archive verify": "whether all is there",
    "carry archive verify -o json --query damaged": "the damaged files, for a script",
  },
  async run(context) {
    await (await printerOf(context)).check(verifiedView());
    const verify = async (store: ArchiveStore) => {
      const archive = await openArchive(store);
      const { verifyArchive } = await import("../../archive/verify/verify.js");
      const verified = await verifyArchive(archive, (files) =>
        context.progress.update(counted(files, "file")),
      );
      const shown = { ...verified, rows: verified.tables, where: store.where };
      await printComputed(context, {
        json: () => ARCHIVE_VERIFY.json(shown),
        rows: shown.rows,
        view: verifiedView(shown),
        isReport: true,
      });
      if (isSound(verified)) return undefined;
      context.messages.warning(
        "ARCHIVE_DAMAGED",
        "move damaged files out of the archive; `carry archive sync --start 30d` asks again for what the service still keeps",
      );
      return ExitCode.storage;
    };
    return withStore(context, verify, { isItself: true });
  },
});
