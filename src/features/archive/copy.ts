import { openArchive } from "../../archive/archive.js";
import type { ArchiveStore } from "../../archive/store.js";
import { UsageError } from "../../base/usage-error.js";
import { defineCommand } from "../../command/define.js";
import { TEXT } from "../../command/kinds.js";
import { printComputed } from "../../command/print-computed.js";
import { counted } from "../../output/text/counted.js";
import { PLACE_OPTION, withStore } from "../../portfolio/recorded/place.js";
import { ARCHIVE_COPY, copiedView } from "./records/tidy.js";

export const archiveCopy = defineCommand({
  description:
    "Copy the archive to another place, byte for byte: from a directory to a bucket, or back. The place is empty, or an earlier copy, which gets what it lacks",
  args: {
    to: {
      kind: { ...TEXT, suggest: "file" },
      help: "a directory, or s3://bucket/prefix",
    },
  },
  options: PLACE_OPTION,
  examples: {
    "carry archive copy /mnt/backup/carry": "a backup that the next copy completes",
    "carry archive copy s3://desk/carry": "to a bucket that a desk shares",
  },
  async run(context, { args }) {
    const copy = async (from: ArchiveStore, to: ArchiveStore) => {
      if ((from.url ?? from.where) === (to.url ?? to.where)) {
        throw new UsageError(`the archive is at ${to.where} already`, "name another place");
      }
      const archive = await openArchive(from);
      const { copyArchive } = await import("../../archive/tidy/copy.js");
      const copied = await copyArchive(archive, to, (files) =>
        context.progress.update(counted(files, "file")),
      );
      const shown = { ...copied, where: from.where, to: to.where };
      await printComputed(context, {
        json: () => ARCHIVE_COPY.json(shown),
        rows: [shown],
        view: copiedView(shown),
      });
    };
    return withStore(
      context,
      (from) => withStore(context, (to) => copy(from, to), { where: args.to, isItself: true }),
      { isItself: true },
    );
  },
});
