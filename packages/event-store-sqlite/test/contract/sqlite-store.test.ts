import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventStoreContract } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import { type SqliteStore, type SqliteStoreOptions, sqliteStore } from "../../src/index.js";

const opened = async (options: SqliteStoreOptions): Promise<SqliteStore> => {
  const store = await sqliteStore(options);
  if (isLeft(store)) throw new Error(JSON.stringify(store.left));
  return store.right;
};

const VARIANTS: ReadonlyArray<readonly [string, Partial<SqliteStoreOptions>]> = [
  ["in a file", {}],
  ["in a file shared with other writers", { lock: false, pollIntervalMs: 5 }],
  ["in memory", { file: ":memory:" }],
];

for (const [variant, options] of VARIANTS) {
  describe(`the SQLite store ${variant} keeps the contract:`, () => {
    let folder = "";
    let count = 0;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), "tallystick-contract-"));
    });
    after(() => rmSync(folder, { recursive: true }));
    const make = (limits?: { readonly maxAppendBytes?: number }) => {
      count += 1;
      return opened({ file: join(folder, `${count}.db`), ...options, ...limits });
    };
    const ofAll = [
      "readNow",
      "readNowAt",
      "erasing",
      "adopt",
      "probe",
      "selfCheck",
      "allStreams",
    ] as const;
    const offered = options.file === undefined ? ([...ofAll, "reopening"] as const) : ofAll;
    for (const { name, run } of eventStoreContract(offered)) it(name, () => run(make));
  });
}
