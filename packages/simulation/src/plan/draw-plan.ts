import { Random } from "./random.js";
import { faultsOf } from "./draw-faults.js";
import {
  type NamedPeriod,
  type Operation,
  type Plan,
  plainOperations,
  type Step,
  walletOperations,
  type World,
} from "./plan.js";

/** One history in so many has wallets, which takes ten times as long as others. */
const walletsEvery = 40;

/** Time in which users submit; milliseconds. */
const plainMs = 20_000;
const walletMs = 60_000;

export const drawPlan = (seed: number): Plan => {
  const random = new Random(`history ${seed}`);
  const world = drawWorld(random.fork("world"), seed % walletsEvery === 0);
  const lengthMs = world.hasWallets ? walletMs : plainMs;
  return {
    seed,
    world,
    steps: drawSteps(random.fork("steps"), world, lengthMs),
    faults: faultsOf(random.fork("faults"), world, lengthMs),
  };
};

const drawWorld = (random: Random, hasWallets: boolean): World => {
  const isShared = !hasWallets && random.chance(0.35);
  // rent is due each three seconds: a change id must not be forgotten before
  const isForgetful = random.chance(0.3);
  const later = random.fork("later");
  const hasFiles = hasWallets ? later.chance(0.6) : random.chance(0.15);
  return {
    nodes: isShared ? random.pick([2, 2, 2, 3]) : 1,
    users: random.between(2, 4),
    hasFiles,
    hasWallets,
    quietEvents: hasFiles && hasWallets ? 2_000 : 0,
    signs: !hasWallets && random.chance(0.12),
    paysRent: !hasWallets && !isForgetful && random.chance(0.5),
    maxBatchSize: random.pick([1, 2, 5, 256]),
    appendRetries: random.pick([0, 0, 1, 3, 8]),
    snapshotEveryEvents: random.pick([3, 8, 20, 60]),
    deduplicationSeconds: isForgetful ? random.between(2, 8) : 86_400,
    pageEvents: random.pick([1, 3, 20, 1_000]),
    readsNow: !isShared && random.chance(0.5),
    delayMs: random.pick([0, 1, 5, 30]),
    maxWaitingSubmissions: random.chance(0.2) ? random.between(2, 6) : 256,
  };
};

const drawPeriod = (random: Random): NamedPeriod => {
  if (random.chance(0.8)) return { kind: "none" };
  return random.chance(0.5)
    ? { kind: "seconds", seconds: random.between(0, 10) }
    : { kind: "offset", back: random.between(0, 20) };
};

/** A random half of what users can do, as often as it is drawn. */
const drawKinds = (random: Random, world: World): ReadonlyArray<Operation["kind"]> => {
  const { hasWallets } = world;
  const all: ReadonlyArray<Operation["kind"]> = hasWallets ? walletOperations : plainOperations;
  const base: ReadonlyArray<Operation["kind"]> = hasWallets ? ["tap", "offer"] : ["issue"];
  const some = random.some(all, random.pick([0.3, 0.6, 1]));
  // who locks money wants to open it
  const opening: ReadonlyArray<Operation["kind"]> = some.includes("lock") ? ["unlock"] : [];
  const further = furtherKinds(random.fork("further"), world);
  return [...base, ...some, ...opening, ...further, ...random.some(some, 0.5)];
};

/** Operations that only some histories have. */
const furtherKinds = (
  random: Random,
  { hasWallets, nodes, signs }: World,
): ReadonlyArray<Operation["kind"]> => {
  if (hasWallets) return random.chance(0.4) ? ["prune", "prune"] : [];
  const signing: ReadonlyArray<Operation["kind"]> = random.chance(0.15) ? ["sign", "sign"] : [];
  // a journal of several nodes is not pruned
  const prunes: ReadonlyArray<Operation["kind"]> =
    nodes === 1 && random.chance(0.15) ? ["prune"] : [];
  const uploads: ReadonlyArray<Operation["kind"]> = random.chance(0.15)
    ? ["upload", "upload", "note", "note", "note", "vet"]
    : [];
  const provides: ReadonlyArray<Operation["kind"]> = random.chance(0.15)
    ? ["provider", "provider", "member", "member", "move", "drop-provider"]
    : [];
  const proves: ReadonlyArray<Operation["kind"]> = signs ? ["prove"] : [];
  return [...signing, ...prunes, ...uploads, ...provides, ...proves];
};

const drawSteps = (random: Random, world: World, lengthMs: number): ReadonlyArray<Step> => {
  const kinds = drawKinds(random, world);
  const count = random.pick([4, 8, 12, 16, 30]);
  const isHasty = random.chance(0.3);
  const period = random.chance(0.3);
  return Array.from({ length: count }, (_, id) => {
    const own = random.fork(id);
    // users that are hasty do all they do within half a second
    const atMs = own.between(0, isHasty ? 500 : lengthMs);
    return {
      id,
      atMs,
      node: own.below(world.nodes),
      user: own.below(world.users),
      operation: drawOperation(own, own.pick(kinds), id),
      period: period ? drawPeriod(own) : { kind: "none" },
      retries: own.pick([0, 0, 2, 6]),
    };
  });
};

/** Numbers that choose among what is there are below this. */
const picks = 1_000;

const maxUnits = 1_000_000;

const names = 3;

/** Versions of the package that users upload. */
const noteVersions = 3;

const drawOperation = (random: Random, kind: Operation["kind"], id: number): Operation => {
  const pick = random.below(picks);
  const to = random.below(picks);
  const units = random.between(2, maxUnits);
  const name = random.below(names);
  switch (kind) {
    case "issue":
    case "tap":
      return { kind, to, units };
    case "transfer":
      return { kind, pick, to };
    case "split":
      return { kind, pick, part: random.between(1, 99) };
    case "join":
    case "unlock":
    case "read-past":
    case "accept":
    case "reject":
    case "withdraw":
      return { kind, pick };
    case "lock":
      return { kind, pick, forMs: random.between(0, 6_000) };
    case "offer":
      return { kind, to, units, forMs: random.between(1_000, 60_000) };
    case "open":
    case "count":
    case "close":
    case "user":
    case "party":
      return { kind, name };
    case "grant":
      return { kind, name, to };
    case "sign":
      return { kind, pick, name };
    case "prune":
      return { kind, back: random.between(1, 15) };
    case "upload":
    case "vet":
      return { kind, version: random.below(noteVersions), vets: random.chance(0.7) };
    case "note":
    case "prove":
      return { kind, pick };
    case "provider":
    case "drop-provider":
      return { kind, name };
    case "member":
      return { kind, name, of: random.below(names) };
    case "move":
      return { kind, name, of: random.below(names), to: random.below(names + 1) };
    case "burst":
      return { kind, to, count: random.between(2, 6) };
    case "again":
      return { kind, of: random.below(Math.max(1, id)) };
    case "read":
    case "history":
    case "balance":
      return { kind };
  }
};
