import { type EventStore, inMemoryStore, type StoreError } from "@tallystick/event-store";
import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { watchJournal } from "../../src/journal/journal-health.js";
import type { LedgerNotice } from "../../src/ledger/ledger-observer.js";
import { afterwards, until } from "../test-ledger.js";

const event = { id: "1", type: "T", data: "{}", metadata: "" };
const isFull: StoreError = { kind: "unavailable", outcome: "known", reason: "the disk is full" };
const full = left(isFull);
const closed = left<StoreError>({ kind: "closed" });

const watched = (everyMs: number) => {
  const plain = inMemoryStore();
  const probes: Array<boolean> = [];
  const now: { append: StoreError | undefined; probe: Either<StoreError, void> } = {
    append: undefined,
    probe: right(undefined),
  };
  const store: EventStore = {
    ...plain,
    append: async (...of) => (now.append === undefined ? plain.append(...of) : left(now.append)),
    capabilities: {
      probe: (writes) => {
        probes.push(writes);
        return now.probe;
      },
    },
  };
  const said: Array<string> = [];
  const notice = ({ kind, message }: LedgerNotice): void => void said.push(`${kind}: ${message}`);
  const health = watchJournal({ store, stream: "s" }, notice, everyMs);
  afterwards(() => health.stop());
  return { health, now, said, probes };
};

const interrupted =
  "journal-interrupted: the journal cannot be written: the store is unavailable: the disk is full";
const resumed = "journal-resumed: the journal can be written again";

describe("The watch of a journal", () => {
  it("takes an append that had an error for an interruption, and one that had none for its end", async () => {
    const { health, now, said } = watched(60_000);
    await health.store.append("s", "no-stream", [event]);
    expect(health.error()).to.equal(undefined);
    now.append = isFull;
    for (let n = 0; n < 3; n += 1) await health.store.append("s", 0, [event]);
    expect(health.error()).to.contain("the disk is full");
    now.append = undefined;
    await health.store.append("s", 0, [{ ...event, id: "2" }]);
    expect(health.error()).to.equal(undefined);
    expect(said).to.deep.equal([interrupted, resumed]);
  });

  it("notices without an append that nothing can be written, and that it can again", async () => {
    const { health, now, said, probes } = watched(2);
    await until(() => probes.length > 2, "it has looked");
    // while all is well nothing is written
    expect(new Set(probes)).to.deep.equal(new Set([false]));
    now.probe = full;
    await until(() => health.error() !== undefined, "it is noticed");
    await until(() => probes.includes(true), "it is tried by writing");
    now.probe = right(undefined);
    await until(() => health.error() === undefined, "it has passed");
    expect(said).to.deep.equal([interrupted, resumed]);
  });

  it("takes other outcomes of an append, and a store that is closed, for nothing of the kind", async () => {
    const { health, now, said, probes } = watched(2);
    await health.store.append("s", 7, [event]);
    now.probe = closed;
    await until(() => probes.length > 2, "it has looked");
    expect(health.error()).to.equal(undefined);
    expect(said).to.deep.equal([]);
  });

  it("looks no more when it is stopped", async () => {
    const { health, probes } = watched(2);
    await until(() => probes.length > 0, "it has looked");
    health.stop();
    const { length } = probes;
    await new Promise((resume) => setTimeout(resume, 20));
    expect(probes).to.have.length(length);
  });

  it("counts the appends after which it is not known whether they were made", async () => {
    const { health, now } = watched(60_000);
    await health.store.append("s", "no-stream", [event]);
    now.append = isFull;
    await health.store.append("s", 0, [event]);
    now.append = { ...isFull, outcome: "unknown" };
    for (let n = 0; n < 3; n += 1) await health.store.append("s", 0, [event]);
    expect(health.status()).to.include({ isUsable: false, silentMs: 0, unknownAppends: 3 });
  });

  it("leaves a store alone that cannot be probed", async () => {
    const store = inMemoryStore();
    const health = watchJournal({ store, stream: "s" }, () => expect.fail("nothing is said"));
    expect(health.store).to.equal(store);
    expect(health.error()).to.equal(undefined);
    health.stop();
  });
});

describe("The watch of a journal on other machines", () => {
  const watchedFrom = () => {
    const plain = inMemoryStore();
    const world: { now: number; looks: number; seen: Promise<Either<StoreError, number>> } = {
      now: 0,
      looks: 0,
      seen: Promise.resolve(right(-1)),
    };
    const store: EventStore = {
      ...plain,
      capabilities: {
        remote: {
          address: "esdb://h:1",
          maxAppendBytes: 1_000,
          leader: () => "one.example:2113",
          look: (stream) => {
            expect(stream).to.equal("s");
            world.looks += 1;
            return world.seen;
          },
        },
      },
    };
    const said: Array<string> = [];
    const notice = ({ kind, message }: LedgerNotice): void => void said.push(`${kind}: ${message}`);
    const health = watchJournal({ store, stream: "s" }, notice, 2, () => world.now);
    afterwards(() => health.stop());
    return { health, world, said };
  };

  it("says once that it is away, with the reason, and once that it is back", async () => {
    const { health, world, said } = watchedFrom();
    await until(() => world.looks > 2, "it has looked");
    world.seen = Promise.resolve(full);
    world.now = 4_999;
    await until(() => world.looks > 10, "it has looked again");
    expect(health.error()).to.equal(undefined);
    world.now = 5_000;
    await until(() => health.error() !== undefined, "it is noticed");
    expect(health.status()).to.include({ isUsable: false, silentMs: 5_000, unknownAppends: 0 });
    world.seen = Promise.resolve(right(-1));
    await until(() => health.error() === undefined, "it is back");
    expect(health.status()).to.deep.equal({
      isUsable: true,
      silentMs: 0,
      unknownAppends: 0,
      leader: "one.example:2113",
    });
    expect(said).to.deep.equal([
      "journal-interrupted: the journal cannot be used: the store is unavailable: the disk is full",
      "journal-resumed: the journal can be used again",
    ]);
  });

  it("notices a store that says nothing at all, with one look under way", async () => {
    const { health, world } = watchedFrom();
    await until(() => world.looks > 2, "it has looked");
    world.seen = new Promise(() => undefined);
    const { looks } = world;
    await until(() => world.looks > looks, "it looks");
    world.now = 5_000;
    await until(() => health.error() !== undefined, "it is noticed");
    expect(health.error()).to.equal("the store at esdb://h:1 has not answered for 5 seconds");
    expect(world.looks).to.equal(looks + 1);
  });

  it("has an append that was made for an answer", async () => {
    const { health, world } = watchedFrom();
    world.seen = new Promise(() => undefined);
    await until(() => world.looks > 0, "it looks");
    world.now = 4_000;
    await health.store.append("s", "no-stream", [event]);
    world.now = 8_000;
    expect(health.status()).to.include({ isUsable: true, silentMs: 4_000 });
    await health.store.append("other", "no-stream", [event]);
    expect(health.status().silentMs).to.equal(4_000);
  });

  it("notices one that was emptied or cut, though it answers", async () => {
    const { health, world } = watchedFrom();
    for (const end of [7, -1, 7, 3]) {
      world.seen = Promise.resolve(right(end));
      const { looks } = world;
      await until(() => world.looks > looks + 2, "it has looked");
      world.now += 5_000;
      if (end === 7) await until(() => health.error() === undefined, "it is whole");
      else await until(() => health.error() !== undefined, "it is noticed");
    }
    expect(health.error()).to.match(
      /ends at offset 4, but reached offset 8 before: it was emptied/,
    );
  });
});
