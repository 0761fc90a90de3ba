import { basename, join } from "node:path";
import type { ContenderSettings, Sample } from "./contender.js";
import { type CapturerId, type ContenderId, contenderOf, openContender } from "./contenders.js";
import { makeScratchDisk, makeScratchFolder, removeFolder, type ScratchDisk } from "./disk.js";
import { installPeers, peersInstalled } from "./peers.js";
import type { Row } from "./row.js";
import type { BenchSizes } from "./sizes.js";

/** How the contenders of a run are started. */
interface SessionOptions extends BenchSizes {
  /** Where files that take long to grow are kept; empty: they are removed at the end. */
  readonly keptFolder: string;
  /** Where profiles are written; empty: none are taken. */
  readonly profileFolder: string;
  /** Connection string of an EventStoreDB; empty: our own server is started. */
  readonly esdb: string;
}

/** What the rows of one run share: the disk, the captured event rows, the data set. */
export interface BenchSession {
  readonly disk: ScratchDisk;
  /** What has to be made before a row can be measured; each thing is made once. */
  readonly prepare: (row: Row) => Promise<void>;
  /** Settings of one side of a row, with a new folder of its own. */
  readonly settingsFor: (row: Row) => ContenderSettings;
  /** The run of a contender that is run once for all rows; undefined for the others. */
  readonly onlyRun: (id: ContenderId) => Promise<Sample> | undefined;
  /** Removes all data. */
  readonly close: () => void;
}

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
};

/**
 * Opens a session.
 * @param tell shown to the person who waits
 */
export const openSession = (
  options: SessionOptions,
  tell: (line: string) => void,
): BenchSession => {
  const disk = makeScratchDisk();
  const settingsWith = (
    name: string,
    inFlight: number,
    rows: CapturerId,
    contracts = 0,
  ): ContenderSettings => {
    const folder = makeScratchFolder(disk, name);
    const dataSet = join(disk.folder, "data-set");
    const rowsFile = join(disk.folder, `${rows}.json`);
    const places = { folder, dataSet, rowsFile, journal: basename(folder) };
    return { ...options, ...places, inFlight, contracts };
  };
  const runOnce = async (id: ContenderId, rows: CapturerId = "capture-pings"): Promise<Sample> => {
    const contender = await openContender(id, settingsWith(id, 1, rows));
    const sample = await contender.run();
    await contender.close();
    return sample;
  };
  const captured = (id: CapturerId) =>
    once(async () => {
      const sample = await runOnce(id, id);
      tell(`${id}: event rows of ${sample.value} bytes of data each`);
      return sample;
    });
  const onlyRuns = {
    "capture-pings": captured("capture-pings"),
    "capture-one-step": captured("capture-one-step"),
    "ledger-growth": once(() => {
      tell(`growing a data set of ${options.commands} commands through the ledger ...`);
      return runOnce("ledger-growth");
    }),
  };
  const peers = once(async () => {
    if (peersInstalled()) return;
    tell("installing the peer libraries once (builds sqlite3 from source, about a minute) ...");
    await installPeers();
  });
  return {
    disk,
    prepare: async ({ subject, ceiling = subject, rowsOf = "capture-pings" }) => {
      const needs = [subject, ceiling].flatMap((id) => contenderOf(id).needs);
      if (needs.includes("peers")) await peers();
      if (needs.includes("rows")) await onlyRuns[rowsOf]();
      if (needs.includes("data-set")) await onlyRuns["ledger-growth"]();
    },
    settingsFor: ({ id, inFlight, rowsOf = "capture-pings", contracts }) =>
      settingsWith(id, inFlight, rowsOf, contracts),
    onlyRun: (id) =>
      id === "ledger-growth" || id === "capture-pings" || id === "capture-one-step"
        ? onlyRuns[id]()
        : undefined,
    close: () => removeFolder(disk.folder),
  };
};
