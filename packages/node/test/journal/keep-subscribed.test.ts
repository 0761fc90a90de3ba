import { inMemoryStore, type StoreError } from "@tallystick/event-store";
import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { keepSubscribed } from "../../src/journal/keep-subscribed.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import {
  allocate,
  commit,
  journalOf,
  openTest,
  pingBy,
  streamName,
  turns,
  until,
} from "../test-ledger.js";
import { gate, watchedStore } from "../pipeline/watched-store.js";

const shared = { sharedJournal: true };

const meet = (one: Ledger, other: Ledger): Promise<void> =>
  until(() => one.ledgerEnd() === other.ledgerEnd(), "both have read the same");

/** Two nodes on one journal; the second one's reads of it are counted. */
const pair = async () => {
  const store = inMemoryStore();
  const watched = watchedStore(store);
  const writer = await openTest({ store, config: shared });
  const alice = await allocate(writer, "alice");
  const follower = await openTest({ store: watched, config: shared });
  await meet(writer, follower);
  watched.eventsRead = 0;
  return { store, watched, writer, follower, alice };
};

describe("A subscription that is kept", () => {
  it("folds what is pushed, without reading the journal again", async () => {
    const { watched, writer, follower, alice } = await pair();
    for (const id of ["a", "b", "c"]) {
      await commit(writer, pingBy(alice, id));
      await meet(writer, follower);
    }
    expect(watched.eventsRead).to.equal(0);
    // and decides on it
    const answer = await follower.submitAndWait(pingBy(alice, "b"));
    expect(answer).to.have.nested.property("left.code", "DUPLICATE_COMMAND");
    await commit(follower, pingBy(alice, "d"));
    await meet(follower, writer);
    expect(watched.eventsRead).to.equal(0);
  });

  it("takes its own events once, whether they are pushed before the append is answered or after", async () => {
    const { watched, writer, follower, alice } = await pair();
    const { wait, open } = gate();
    watched.hold = wait;
    const before = follower.ledgerEnd();
    const own = commit(follower, pingBy(alice, "own"));
    await until(() => writer.ledgerEnd() === before + 1, "others have it");
    expect(follower.ledgerEnd()).to.equal(before);
    open();
    expect((await own).completionOffset).to.equal(before + 1);
    await commit(writer, pingBy(alice, "next"));
    await meet(writer, follower);
    expect(follower.ledgerEnd()).to.equal(before + 2);
    expect(watched.eventsRead).to.equal(0);
  });

  it("takes what won a race from the store's push, and decides again on it", async () => {
    const { store, watched, writer, follower, alice } = await pair();
    const { wait, open } = gate();
    // the follower's append is on its way while another one's is written
    const late = { ...watched, append: watched.append };
    watched.append = async (stream, expected, events) => {
      if (stream === streamName) await wait;
      return late.append(stream, expected, events);
    };
    const before = follower.ledgerEnd();
    const losing = [
      follower.submitAndWait(pingBy(alice, "x")),
      commit(follower, pingBy(alice, "y")),
    ];
    await turns();
    await commit(writer, pingBy(alice, "x"));
    open();
    const [answer] = await Promise.all(losing);
    expect(answer).to.have.nested.property("left.code", "DUPLICATE_COMMAND");
    await meet(writer, follower);
    expect(follower.ledgerEnd()).to.equal(before + 3);
    expect(await journalOf(store)).to.have.length(before + 3);
    expect(watched.eventsRead).to.equal(0);
  });

  it("subscribes again when the subscription ends, and reads what it has missed", async () => {
    const store = inMemoryStore();
    const writer = await openTest({ store, config: shared });
    const alice = await allocate(writer, "alice");
    const broken: Either<StoreError, never> = left({
      kind: "unavailable",
      outcome: "known",
      reason: "gone",
    });
    let subscriptions = 0;
    const flaky = {
      ...store,
      subscribe: (...args: Parameters<typeof store.subscribe>) => {
        if (args[0] !== "participant-participant") return store.subscribe(...args);
        subscriptions += 1;
        if (subscriptions > 1) return store.subscribe(...args);
        return {
          close: () => undefined,
          async *[Symbol.asyncIterator]() {
            yield broken;
          },
        };
      },
    };
    const follower = await openTest({ store: flaky, config: shared });
    await commit(writer, pingBy(alice, "missed"));
    await meet(writer, follower);
    expect(subscriptions).to.equal(2);
  });

  it("is not begun when it was stopped before it was known where", async () => {
    const store = inMemoryStore();
    const { wait, open } = gate();
    const begun: string[] = [];
    const watched = {
      ...store,
      subscribe: (...args: Parameters<typeof store.subscribe>) => {
        begun.push(args[0]);
        return store.subscribe(...args);
      },
    };
    const from = async () => wait.then(() => right(-1));
    const { stop } = keepSubscribed({ store: watched, stream: "s" }, from, () => undefined);
    stop();
    open();
    await turns();
    expect(begun).to.deep.equal([]);
    keepSubscribed({ store: watched, stream: "s" }, from, () => undefined).stop();
    const kept = keepSubscribed({ store: watched, stream: "s" }, from, () => undefined);
    await until(() => begun.length === 1, "the third is begun");
    kept.stop();
  });
});
