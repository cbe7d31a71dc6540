import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const files = process.env.MUTANTS_TESTS?.split(",") ?? [];

/** The order of the set, so that the quick tests that come first end most mutants. */
class InOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      files.findIndex((file) => moduleId.endsWith(file));
    return specifications.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  resolve: {
    alias: {
      "virtual:program-model": fileURLToPath(
        new URL("../../test/support/program-model.ts", import.meta.url),
      ),
    },
  },
  test: {
    include: files,
    setupFiles: ["tools/mutants/fewer-runs.ts"],
    testTimeout: 30_000,
    sequence: { sequencer: InOrder },
  },
});
