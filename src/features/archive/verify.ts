import { openArchive } from "../../archive/archive.js";
import type { ArchiveStore } from "../../archive/store.js";
import type { TableDigest } from "../../archive/verify/digest.js";
import { defineCommand } from "../../command/define.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { counted } from "../../output/text/counted.js";
import { PLACE_OPTION, withStore } from "../../portfolio/recorded/place.js";
import { ARCHIVE_VERIFY, digestView, isSound, verifiedView } from "./records/verify.js";

export const archiveVerify = defineCommand({
  description:
    "Read every file of the archive: whether each can be read, is in order and has only decimals, whether every event and every position that was recorded as answered is there, which events had different values in one answer, and how many decimals a database's DECIMAL(38,18) would round. Exits with 9 when a file is damaged or a record is missing",
  options: {
    ...PLACE_OPTION,
    digest: {
      kind: "flag",
      help: "also rows, a sum and a SHA-256 of each month of each table, which are equal for a copy and after a compaction",
    },
  },
  views: () => [verifiedView(), digestView()],
  examples: {
    "carry archive verify": "whether all is there",
    "carry archive verify --digest -o csv": "to compare with that of a copy",
    "carry archive verify -o json --query damaged": "the damaged files, for a script",
  },
  async run(context, { options: { digest: wantsDigest = false } }) {
    const printer = await printerOf(context);
    await (wantsDigest ? printer.check(digestView()) : printer.check(verifiedView()));
    const verify = async (store: ArchiveStore) => {
      const archive = await openArchive(store);
      const { verifyArchive } = await import("../../archive/verify/verify.js");
      const verified = await verifyArchive(archive, (files) =>
        context.progress.update(counted(files, "file")),
      );
      const digest: TableDigest[] = [];
      if (wantsDigest && verified.damaged.length === 0) {
        const { digestsOf } = await import("../../archive/verify/digest.js");
        for await (const own of digestsOf(store)) digest.push(own);
      }
      const shown = { ...verified, rows: verified.tables, digest, where: store.where };
      const json = () => ARCHIVE_VERIFY.json(shown);
      const report = { json, isReport: true } as const;
      await (wantsDigest
        ? printComputed(context, { ...report, rows: digest, view: digestView(shown) })
        : printComputed(context, { ...report, rows: shown.rows, view: verifiedView(shown) }));
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
