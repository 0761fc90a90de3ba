import { join } from "node:path";
import type { CapturerId, ContenderId } from "./contender-registry.js";
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
  /** Live coins of the rows about balances; ten times as many are past. */
  readonly coins: number;
  /** Where files that take long to grow are kept; absent: they are removed at the end. */
  readonly keptFolder?: string;
  /** Where profiles are written; absent: none are taken. */
  readonly profileFolder?: string;
}

/** Sizes of a run whose figures count. */
export const fullSizes: BenchSizes = {
  commands: 1_000_000,
  runMs: 1500,
  coins: 100_000,
};

/** Sizes of a smoke test. */
export const quickSizes: BenchSizes = { commands: 3000, runMs: 100, coins: 2000 };

/** What the rows of one run share: the disk, the captured event rows, the data set. */
export interface BenchSession {
  readonly disk: ScratchDisk;
  readonly sizes: BenchSizes;
  /** What has to be made before a row can be measured; each thing is made once. */
  readonly prepare: (row: Row) => Promise<void>;
  /** Settings of one side of a row, with a new folder of its own. */
  readonly settingsFor: (row: Row) => ContenderSettings;
  /** A run that is made once for all rows: it grew the data set, or captured event rows. */
  readonly onlyRun: (id: OnceId) => Promise<Sample>;
  /** Removes all data. */
  readonly close: () => void;
}

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
};

/** Names a contender that is run once for all rows. */
export type OnceId = CapturerId | "ledger-growth";

/** True for a contender that is run once for all rows. */
export const isOnceId = (id: ContenderId): id is OnceId =>
  id === "ledger-growth" || id === "capture-pings" || id === "capture-one-step";

/**
 * Opens a session.
 * @param tell shown to the person who waits
 */
export const openSession = (sizes: BenchSizes, tell: (line: string) => void): BenchSession => {
  const disk = makeScratchDisk();
  const settingsWith = (folder: string, inFlight: number, rows: CapturerId): ContenderSettings => ({
    folder,
    inFlight,
    runMs: sizes.runMs,
    commands: sizes.commands,
    coins: sizes.coins,
    dataSet: join(disk.folder, "data-set"),
    rowsFile: join(disk.folder, `${rows}.json`),
    keptFolder: sizes.keptFolder ?? "",
    profileFolder: sizes.profileFolder ?? "",
  });
  const runOnce = async (id: OnceId, rows: CapturerId = "capture-pings"): Promise<Sample> => {
    const contender = await openContender(id, settingsWith(makeScratchFolder(disk, id), 1, rows));
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
  const onlyRuns: Readonly<Record<OnceId, () => Promise<Sample>>> = {
    "capture-pings": captured("capture-pings"),
    "capture-one-step": captured("capture-one-step"),
    "ledger-growth": once(() => {
      tell(`growing a data set of ${sizes.commands} commands through the ledger ...`);
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
    sizes,
    prepare: async (row) => {
      if (row.needsPeers === true) await peers();
      if (row.rowsOf !== undefined) await onlyRuns[row.rowsOf]();
      else if (row.unit === "commands/s") await onlyRuns["capture-pings"]();
      if (row.needsDataSet === true) await onlyRuns["ledger-growth"]();
    },
    settingsFor: (row) =>
      settingsWith(makeScratchFolder(disk, row.id), row.inFlight, row.rowsOf ?? "capture-pings"),
    onlyRun: (id) => onlyRuns[id](),
    close: () => removeFolder(disk.folder),
  };
};
