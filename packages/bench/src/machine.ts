import { cpus, loadavg, totalmem } from "node:os";
import * as t from "io-ts";
import type { ScratchDisk } from "./disk.js";

/** What the figures were measured on. */
export const Machine = t.type({
  node: t.string,
  platform: t.string,
  cpus: t.number,
  cpuModel: t.string,
  memoryGigabytes: t.number,
  fileSystem: t.string,
  diskInMemory: t.boolean,
  /** Processes that wanted a processor, on average of a minute, before the bench began. */
  loadBefore: t.number,
});
export type Machine = Readonly<t.TypeOf<typeof Machine>>;

/** This machine, with the disk of the data. */
export const thisMachine = (disk: ScratchDisk): Machine => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpus: cpus().length,
  cpuModel: cpus()[0]?.model ?? "unknown",
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  fileSystem: disk.fileSystem,
  diskInMemory: disk.inMemory,
  loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
});

/** A load below which no one else is said to work. */
const quietLoad = 0.5;

/** One line about the machine and other work on it, with a warning when there is no disk. */
export const machineText = (machine: Machine): string => {
  const disk = machine.diskInMemory
    ? `${machine.fileSystem}: IN MEMORY, durable rows mean nothing (set TMPDIR to a folder on a disk)`
    : `${machine.fileSystem} (on a disk)`;
  const busy = machine.loadBefore < quietLoad ? "" : `; OTHER WORK, load ${machine.loadBefore}`;
  return `Node ${machine.node}, ${machine.cpus} CPUs (${machine.cpuModel}), ${machine.memoryGigabytes} GiB, data on ${disk}${busy}`;
};
