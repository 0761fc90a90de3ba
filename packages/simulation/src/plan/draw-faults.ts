import type { Random } from "./random.js";
import {
  type AppendFault,
  type Fault,
  faultKinds,
  type FaultOfFiles,
  type FaultOfRead,
  type World,
} from "./plan.js";

const faultsOfAppends: ReadonlyArray<AppendFault> = [
  "refused",
  "applied-but-unknown",
  "lost-and-unknown",
  "torn",
];
const faultsOfReads: ReadonlyArray<FaultOfRead> = ["fails", "ends", "repeats"];
const faultsOfFiles: ReadonlyArray<FaultOfFiles> = [
  "views-lost",
  "views-flipped",
  "snapshot-lost",
  "snapshot-flipped",
  "snapshot-cut",
  "snapshot-older",
];

/** Jumps of a clock; milliseconds. */
const jumpsMs = [-7_200_000, -30_000, -3_000, 3_000, 30_000, 7_200_000];

/**
 * Draws what goes wrong in a history: of a random half of the kinds, each a random number of times.
 * Some histories are quiet.
 */
export const faultsOf = (random: Random, world: World, lengthMs: number): ReadonlyArray<Fault> => {
  if (random.chance(0.05)) return [];
  const kinds = random.some(faultKinds, random.pick([0.2, 0.5, 0.8]));
  return kinds.flatMap((kind) => {
    const own = random.fork(kind);
    const count = own.pick([1, 1, 2, 4, 8]);
    return Array.from({ length: count }, (_, at) =>
      faultOf(own.fork(at), kind, world, lengthMs),
    ).filter((fault) => isPossible(fault, world));
  });
};

const isPossible = ({ kind }: Fault, { nodes, hasFiles }: World): boolean => {
  if (kind === "files") return hasFiles;
  // a store of several nodes is a server, which has its own disk
  return kind !== "unflushed" || nodes === 1;
};

/** The appends, reads and callbacks of a node during a history, about. */
const appends = 60;
const reads = 120;
const tasks = 1_500;

const faultOf = (
  random: Random,
  kind: Fault["kind"],
  { nodes }: World,
  lengthMs: number,
): Fault => {
  const node = random.below(nodes);
  const atMs = random.below(lengthMs);
  const forMs = random.between(1, 6_000);
  const downMs = random.pick([0, 1, 200, 5_000, 20_000]);
  // many histories are short: the beginning is hit more often
  const early = (most: number): number => random.below(random.pick([most >> 3, most >> 1, most]));
  switch (kind) {
    case "append":
      return { kind, node, nth: early(appends), what: random.pick(faultsOfAppends) };
    case "read":
      return { kind, node, nth: early(reads), what: random.pick(faultsOfReads) };
    case "crash":
      return { kind, node, task: early(tasks), downMs };
    case "stop":
      return { kind, node, atMs, downMs };
    case "clock":
      return { kind, node, atMs, byMs: random.pick(jumpsMs) };
    case "full":
      return { kind, atMs, forMs };
    case "slow":
      return { kind, atMs, forMs, times: random.pick([10, 100, 1_000]) };
    case "unflushed":
      return { kind, atMs, forMs, downMs };
    case "files":
      return { kind, node, start: random.between(1, 3), what: random.pick(faultsOfFiles) };
  }
};
