import type { Instrument } from "./instrument.js";

const minute = 60;
const day = 86_400;

/** The store of the journal and the disk. */
export const storage: ReadonlyArray<Instrument> = [
  {
    name: "store-up",
    unit: "share",
    reads: { kind: "value", metric: "tallystick_store_up" },
    limits: {
      side: "below",
      watch: 1,
      act: 1,
      forSeconds: minute,
      alert: "LedgerNotTakingCommands",
      title: "The journal cannot be written",
      advice:
        "Nothing acknowledged is lost, and commands succeed again without a restart. On a disk: free space, or look for its errors in the system's log. On EventStoreDB: look whether its cluster has a leader.",
    },
  },
  {
    name: "append-tail",
    unit: "seconds",
    reads: { kind: "quantile", metric: "tallystick_append_duration_seconds", quantile: 0.99 },
    limits: {
      side: "above",
      watch: 0.1,
      act: 0.5,
      forSeconds: 5 * minute,
      alert: "LedgerSlowDisk",
      title: "Appends to the journal are slow",
      advice:
        "The disk, or the network to EventStoreDB, is slow or shared. Every append is flushed: use a local SSD, and no disk that flushes slowly.",
    },
  },
  {
    name: "store-silence",
    unit: "seconds",
    reads: { kind: "value", metric: "tallystick_store_silent_seconds" },
  },
  {
    name: "turn-nodes",
    unit: "count",
    reads: { kind: "value", metric: "tallystick_append_turn_nodes" },
  },
  {
    name: "races-lost",
    unit: "per-second",
    reads: { kind: "rate", metric: "tallystick_append_races_lost_total" },
  },
  {
    name: "journal-size",
    unit: "bytes",
    reads: {
      kind: "value",
      metric: "tallystick_data_bytes",
      only: { label: "part", matches: /^journal$/ },
    },
  },
  {
    name: "data-size",
    unit: "bytes",
    reads: { kind: "value", metric: "tallystick_data_bytes" },
  },
  {
    name: "disk-free",
    unit: "bytes",
    reads: { kind: "value", metric: "tallystick_disk_free_bytes" },
    limits: {
      side: "below",
      watch: 5e9,
      act: 1e9,
      forSeconds: minute,
      alert: "DiskNearlyFull",
      title: "The disk is nearly full",
      advice:
        "Free space or move the node to a larger disk. [Pruning](journal-format.md#pruning) bounds the journal. A full disk stops commands and loses nothing.",
    },
  },
  {
    name: "disk-lasts",
    unit: "seconds",
    reads: { kind: "lasts", of: "disk-free" },
    limits: {
      side: "below",
      watch: 7 * day,
      act: day,
      forSeconds: 10 * minute,
      alert: "DiskFillsUp",
      title: "The disk fills up",
      advice:
        "At the rate of the last day the disk is full within a day. See above; look also for other programs that write to it.",
    },
  },
  {
    name: "damage",
    unit: "count",
    reads: { kind: "value", metric: "tallystick_damage_findings" },
    limits: {
      side: "above",
      watch: 0,
      act: 0,
      forSeconds: 0,
      alert: "LedgerDataDamaged",
      title: "Data is damaged",
      advice:
        "Look at [Damage](#damage). The health page and `/readyz` say where. Snapshots and views are rebuilt; a damaged journal is restored from a copy.",
    },
  },
];

/** The process and its main thread. */
export const machine: ReadonlyArray<Instrument> = [
  {
    name: "memory",
    unit: "bytes",
    reads: { kind: "value", metric: "process_resident_memory_bytes" },
  },
  {
    name: "heap",
    unit: "share",
    reads: {
      kind: "value",
      metric: "nodejs_heap_size_used_bytes",
      per: "nodejs_heap_size_limit_bytes",
    },
    limits: {
      side: "above",
      watch: 0.75,
      act: 0.9,
      forSeconds: 2 * minute,
      alert: "HeapNearlyFull",
      title: "The heap is nearly full",
      advice:
        "The process ends when it is full; nothing acknowledged is lost. Give it more with `NODE_OPTIONS=--max-old-space-size=4096`, and see [Memory](configuration.md#memory) for what bounds it.",
    },
  },
  {
    name: "processor",
    unit: "cores",
    reads: { kind: "rate", metric: "process_cpu_seconds_total" },
  },
  {
    name: "loop-delay",
    unit: "seconds",
    reads: { kind: "quantile", metric: "tallystick_event_loop_delay_seconds", quantile: 0.99 },
    limits: {
      side: "above",
      watch: 0.25,
      act: 1,
      forSeconds: 2 * minute,
      alert: "EventLoopBlocked",
      title: "The main thread is busy",
      advice:
        "Commands and answers wait for it. Large reads are done by threads (`--threads`); fewer or smaller commands at once help, and so does a machine that is not shared.",
    },
  },
];
