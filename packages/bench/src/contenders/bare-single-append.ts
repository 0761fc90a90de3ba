import { meanDataBytes, readCapturedRows } from "../captured-rows.js";
import type { OpenContender } from "../contender.js";
import { openBareStore } from "./bare-store.js";

/**
 * One durable append after the other: one transaction each, nothing waits for anything but the
 * flush.
 */
export const open: OpenContender = async ({ folder, rowsFile, runMs }) => {
  const rows = await readCapturedRows(rowsFile);
  const store = openBareStore(folder);
  let version = -1;

  const run = (): number => {
    let completed = 0;
    const start = performance.now();
    const deadline = start + runMs;
    while (performance.now() < deadline) {
      const row = rows[completed % rows.length];
      if (row === undefined) throw new Error("no row to append");
      store.begin();
      if (!store.insert(0, version, row)) throw new Error("version conflict");
      store.commit();
      version += 1;
      completed += 1;
    }
    return (completed * 1000) / (performance.now() - start);
  };

  return {
    info: {},
    run: async () => ({ value: run(), notes: { bytesPerEvent: meanDataBytes(rows) } }),
    close: async () => store.close(),
  };
};
