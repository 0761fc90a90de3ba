import { readdirSync } from "node:fs";
import { getHeapStatistics } from "node:v8";
import type { Timers } from "@tallystick/background";
import { Histogram, type Registry } from "prom-client";
import { addReading, type Found, type Reading } from "./registry.js";

const microsPerSecond = 1_000_000;
const msPerSecond = 1_000;

/** The open files of this process; a system without /proc does not say them. */
const openFiles = (): Found =>
  process.platform === "linux" ? readdirSync("/proc/self/fd").length : undefined;

/** Of the process, all its threads together; the heap and the event loop are the main thread's. */
const rows: ReadonlyArray<Reading> = [
  {
    name: "process_cpu_user_seconds_total",
    help: "Processor time of all threads outside of the system",
    kind: "counter",
    read: () => process.cpuUsage().user / microsPerSecond,
  },
  {
    name: "process_cpu_system_seconds_total",
    help: "Processor time of all threads in the system",
    kind: "counter",
    read: () => process.cpuUsage().system / microsPerSecond,
  },
  {
    name: "process_cpu_seconds_total",
    help: "Processor time of all threads",
    kind: "counter",
    read: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / microsPerSecond;
    },
  },
  {
    name: "process_resident_memory_bytes",
    help: "Memory of all threads",
    read: () => process.memoryUsage.rss(),
  },
  { name: "process_open_fds", help: "Open files and connections", read: openFiles },
  {
    name: "nodejs_heap_size_used_bytes",
    help: "Heap of the main thread that is used",
    read: () => getHeapStatistics().used_heap_size,
  },
  {
    name: "nodejs_heap_size_total_bytes",
    help: "Heap of the main thread",
    read: () => getHeapStatistics().total_heap_size,
  },
  {
    name: "nodejs_heap_size_limit_bytes",
    help: "The most that the heap of the main thread may grow to",
    read: () => getHeapStatistics().heap_size_limit,
  },
  {
    name: "nodejs_external_memory_bytes",
    help: "Memory of buffers outside of the heap",
    read: () => process.memoryUsage().external,
  },
  {
    name: "nodejs_version_info",
    help: "The version of Node.js",
    labels: ["version"],
    read: () => [[{ version: process.version }, 1]],
  },
];

const delayBounds = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const collectionBounds = [0.001, 0.01, 0.1, 1, 2, 5];

/** How often the delay is measured; milliseconds. */
const beatMs = 100;

/** How late a timer is, again and again: what waits for the main thread waits as long. */
const measureDelay = (registry: Registry, timers: Timers): (() => void) => {
  const delay = new Histogram({
    name: "tallystick_event_loop_delay_seconds",
    help: "How long what is due waits for the main thread, measured ten times a second",
    buckets: delayBounds,
    registers: [registry],
  });
  let due = timers.nowMs() + beatMs;
  const timer = timers
    .every(beatMs, () => {
      const now = timers.nowMs();
      delay.observe(Math.max(0, now - due) / msPerSecond);
      due = now + beatMs;
    })
    .unref();
  return () => timer.cancel();
};

/** As `constants` of `node:perf_hooks` has them. */
const kindsOfCollections: Readonly<Record<number, string>> = {
  1: "minor",
  4: "major",
  8: "incremental",
  16: "weakcb",
};

const collectionKind = (entry: object): number => {
  const detail: unknown = Reflect.get(entry, "detail");
  const kind: unknown =
    typeof detail === "object" && detail !== null ? Reflect.get(detail, "kind") : 0;
  return typeof kind === "number" ? kind : 0;
};

const measureCollections = (registry: Registry): (() => void) => {
  const seconds = new Histogram({
    name: "nodejs_gc_duration_seconds",
    help: "Garbage collections of the main thread, by kind",
    labelNames: ["kind"],
    buckets: collectionBounds,
    registers: [registry],
  });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const kind = kindsOfCollections[collectionKind(entry)] ?? "other";
      seconds.observe({ kind }, entry.duration / msPerSecond);
    }
  });
  observer.observe({ entryTypes: ["gc"] });
  return () => observer.disconnect();
};

/**
 * Metrics of the process and of its main thread.
 *
 * @returns ends what measures
 */
export const processMetrics = (registry: Registry, timers: Timers): (() => void) => {
  for (const row of rows) addReading(registry, row);
  const startedAt = Math.round(timers.wallMs() / msPerSecond - process.uptime());
  addReading(registry, {
    name: "process_start_time_seconds",
    help: "When the process started, seconds since 1970",
    read: () => startedAt,
  });
  const ends = [measureDelay(registry, timers), measureCollections(registry)];
  return () => {
    for (const end of ends) end();
  };
};
