import { setTimeout as sleep } from "node:timers/promises";
import { testSeed, testSize } from "@tallystick/dev";
import {
  type EventStore,
  inMemoryStore,
  type NewEvent,
  type StoreError,
  verifyStream,
} from "@tallystick/event-store";
import { expect } from "chai";
import { type Either, isRight } from "fp-ts/lib/Either.js";
import {
  allOf,
  following,
  idsOf,
  newEvents,
  openStore,
  unhandledRejections,
} from "../client/opened-store.js";
import { scriptedServer } from "../scripted-server.js";
import { rightOf, until } from "../served-store.js";
import { chaoticProxy } from "./chaotic-proxy.js";
import { type RandomNumbers, randomNumbers } from "./random-numbers.js";

const SECONDS = testSize("CHAOS_SECONDS");
const SEED = testSeed();
const WRITERS = 4;

/** Times short enough that a test meets every one of them. */
const LIMITS = {
  appendTimeoutMs: 150,
  appendGiveUpMs: 1_500,
  readStallMs: 150,
  readGiveUpMs: 3_000,
  idleCheckMs: 500,
};

/** What a writer was answered. */
interface Ledger {
  readonly acknowledged: Map<string, number>;
  readonly refused: Set<string>;
  readonly unknown: Set<string>;
}

const note = (
  ledger: Ledger,
  events: ReadonlyArray<NewEvent>,
  answer: Either<StoreError, { readonly revision: number }>,
): void => {
  const ids = idsOf(events);
  if (isRight(answer)) {
    for (const [at, id] of ids.entries())
      ledger.acknowledged.set(id, answer.right.revision - ids.length + 1 + at);
    return;
  }
  const error = answer.left;
  const isUnknown = error.kind === "unavailable" && error.outcome === "unknown";
  for (const id of ids) (isUnknown ? ledger.unknown : ledger.refused).add(id);
};

/** Appends where it believes the end to be; after a lost race it looks again. */
const write = async (
  store: EventStore,
  random: RandomNumbers,
  ledger: Ledger,
  isOver: () => boolean,
): Promise<void> => {
  let at: number | "no-stream" = "no-stream";
  while (!isOver()) {
    const events = newEvents(1 + random.below(5), random.below(2_000));
    const answer: Awaited<ReturnType<EventStore["append"]>> = await store.append("s", at, events);
    note(ledger, events, answer);
    if (isRight(answer)) {
      at = answer.right.revision;
    } else if (answer.left.kind === "wrong-expected-revision") {
      at = answer.left.actual;
    } else {
      const last = await store.lastEvent("s");
      if (isRight(last)) at = last.right?.revision ?? "no-stream";
    }
    await sleep(random.below(8));
  }
};

describe("The store through a network with a will of its own", () => {
  it(`keeps every promise for ${SECONDS} seconds (seed ${SEED})`, async () => {
    const unhandled = unhandledRejections();
    const random = randomNumbers(SEED);
    const behind = inMemoryStore();
    let server = await scriptedServer({}, { store: behind });
    const { port } = server;
    const proxy = await chaoticProxy(port, random);
    const ledger: Ledger = { acknowledged: new Map(), refused: new Set(), unknown: new Set() };
    const address = `esdb://127.0.0.1:${proxy.port}?tls=false`;
    const stores: EventStore[] = [];
    while (stores.length <= WRITERS) stores.push(await openStore(address, LIMITS));
    const [reader, ...writers] = stores;
    if (reader === undefined) throw new Error("no reader");
    const follower = following(reader, "s");
    const endAt = Date.now() + SECONDS * 1_000;
    const isOver = (): boolean => Date.now() > endAt;
    const restarting = (async () => {
      while (!isOver()) {
        await sleep(500 + random.below(1_000));
        server.stop();
        await sleep(random.below(100));
        server = await scriptedServer({}, { store: behind, port });
      }
    })();
    const least = SECONDS * 10;
    const isDone = (): boolean => isOver() && ledger.acknowledged.size > least;
    const writing = Promise.all(writers.map((store) => write(store, random, ledger, isDone)));
    await restarting;
    proxy.calm();
    // what a busy machine has not managed in the storm it does in the calm
    await writing;

    const events = await allOf(behind, "s");
    const revisions = new Map(events.map(({ id, revision }) => [id, revision]));
    expect(revisions.size, "no event is there twice").to.equal(events.length);
    for (const [id, revision] of ledger.acknowledged) expect(revisions.get(id)).to.equal(revision);
    for (const id of ledger.refused) expect(revisions.has(id), `refused ${id}`).to.equal(false);
    const written = [...revisions.keys()].filter((id) => !ledger.acknowledged.has(id));
    for (const id of written) expect(ledger.unknown.has(id), `nobody wrote ${id}`).to.equal(true);
    expect(isRight(await verifyStream(behind, "s"))).to.equal(true);

    if (follower.errors.length === 0) {
      await until(() => follower.revisions.length >= events.length, "the follower has all");
      expect(follower.revisions).to.deep.equal(events.map(({ revision }) => revision));
    } else {
      // A reader may give up after its time; what it had until then is a prefix.
      expect(follower.errors[0]).to.include({ kind: "unavailable" });
      expect(follower.revisions).to.deep.equal(follower.revisions.map((_, at) => at));
    }
    const fresh = await openStore(`esdb://127.0.0.1:${port}?tls=false`);
    expect(rightOf(await verifyStream(fresh, "s")).revision).to.equal(events.length - 1);
    expect(ledger.acknowledged.size).to.be.greaterThan(least);
    expect(Object.values(proxy.tally).reduce((sum, count) => sum + count)).to.be.greaterThan(0);
    expect(unhandled).to.deep.equal([]);
  });
});
