import { type Checkpoint, emptyCheckpoint } from "../../src/pages/checkpoint.js";
import type { FileKind } from "../../src/pages/table-file.js";

interface TestCheckpoint extends Checkpoint {
  readonly items: number;
}

/** A kind of file with one table of its own. */
export const testKind: FileKind<TestCheckpoint> = {
  applicationId: 0x54530000,
  version: 7,
  tables: "CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT) STRICT;",
  empty: (journal) => ({ ...emptyCheckpoint(journal), items: 0 }),
  pageCacheKiB: 1_024,
  copyBackPages: 4_096,
};
