import { meanDataBytes, readCapturedRows, type CapturedRow } from "../captured-rows.js";
import type { OpenContender } from "../contender.js";
import { crowd, perSecond } from "../in-flight.js";
import { openBareStore } from "./bare-store.js";

interface Waiting {
  readonly stream: number;
  readonly expectedVersion: number;
  readonly row: CapturedRow;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Bare group commit: concurrent callers queue, one transaction per tick takes all that wait, each
 * append is checked against its stream's version, and a caller is answered only after COMMIT.
 */
export const open: OpenContender = async ({ folder, rowsFile, inFlight, runMs }) => {
  const rows = await readCapturedRows(rowsFile);
  const store = openBareStore(folder);
  let queue: Array<Waiting> = [];

  const flush = (): void => {
    const batch = queue;
    queue = [];
    store.begin();
    const inserted = batch.map((one) => store.insert(one.stream, one.expectedVersion, one.row));
    store.commit();
    batch.forEach((one, index) => {
      if (inserted[index] === true) one.resolve();
      else one.reject(new Error("version conflict"));
    });
  };

  const append = (stream: number, expectedVersion: number, row: CapturedRow): Promise<void> =>
    new Promise((resolve, reject) => {
      if (queue.length === 0) setImmediate(flush);
      queue.push({ stream, expectedVersion, row, resolve, reject });
    });

  const versions = new Array<number>(inFlight).fill(-1);
  let next = 0;
  const work = async (caller: number): Promise<void> => {
    const row = rows[next % rows.length];
    const version = versions[caller];
    if (row === undefined || version === undefined) throw new Error("no row to append");
    next += 1;
    await append(caller, version, row);
    versions[caller] = version + 1;
  };

  return {
    info: { bytesPerEvent: meanDataBytes(rows) },
    run: async () => ({
      value: perSecond(await crowd(inFlight, runMs, work)),
      notes: { bytesPerEvent: meanDataBytes(rows) },
    }),
    close: async () => store.close(),
  };
};
