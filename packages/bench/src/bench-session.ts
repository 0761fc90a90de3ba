import { join } from "node:path";
import type { ContenderSettings, Sample } from "./contender.js";
import { openContender } from "./open-contender.js";
import { installPeers, peersInstalled } from "./peers.js";
import type { Row } from "./row.js";
import {
  makeScratchDisk,
  makeScratchFolder,
  removeFolder,
  type ScratchDisk,
} from "./scratch-folder.js";

/** How large a run is. */
export interface BenchSizes {
  /** Commands of the shared data set. */
  readonly commands: number;
  /** Length of one timed run; milliseconds. */
  readonly runMs: number;
}

/** Sizes of a run whose figures count. */
export const fullSizes: BenchSizes = { commands: 1_000_000, runMs: 1500 };

/** Sizes of a smoke test. */
export const quickSizes: BenchSizes = { commands: 3000, runMs: 100 };

/** What the rows of one run share: the disk, the captured event rows, the data set. */
export interface BenchSession {
  readonly disk: ScratchDisk;
  readonly sizes: BenchSizes;
  /** What has to be made before a row can be measured; each thing is made once. */
  readonly prepare: (row: Row) => Promise<void>;
  /** Settings of one side of a row, with a new folder of its own. */
  readonly settingsFor: (row: Row) => ContenderSettings;
  /** The run that grew the data set. */
  readonly growth: () => Promise<Sample>;
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
export const openSession = (sizes: BenchSizes, tell: (line: string) => void): BenchSession => {
  const disk = makeScratchDisk();
  const settingsWith = (folder: string, inFlight: number): ContenderSettings => ({
    folder,
    inFlight,
    runMs: sizes.runMs,
    commands: sizes.commands,
    dataSet: join(disk.folder, "data-set"),
    rowsFile: join(disk.folder, "captured-rows.json"),
  });
  const runOnce = async (id: "capture-rows" | "ledger-growth"): Promise<Sample> => {
    const contender = await openContender(id, settingsWith(makeScratchFolder(disk, id), 1));
    const sample = await contender.run();
    await contender.close();
    return sample;
  };
  const capturedRows = once(async () => {
    const { value } = await runOnce("capture-rows");
    tell(`captured the event rows of the workload: ${value} bytes of data each`);
  });
  const growth = once(() => {
    tell(`growing a data set of ${sizes.commands} commands through the ledger ...`);
    return runOnce("ledger-growth");
  });
  const peers = once(async () => {
    if (peersInstalled()) return;
    tell("installing the peer libraries once (builds sqlite3 from source, about a minute) ...");
    await installPeers();
  });
  return {
    disk,
    sizes,
    prepare: async (row) => {
      if (row.needsPeers === true) await peers();
      if (row.unit === "commands/s") await capturedRows();
      if (row.needsDataSet === true) await growth();
    },
    settingsFor: (row) => settingsWith(makeScratchFolder(disk, row.id), row.inFlight),
    growth,
    close: () => removeFolder(disk.folder),
  };
};
