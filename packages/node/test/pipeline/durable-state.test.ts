import { emptyLedger } from "@tallystick/core";
import { type EventStore, inMemoryStore, type StoreError } from "@tallystick/event-store";
import { TableDamage } from "@tallystick/tables";
import { expect } from "chai";
import { isLeft, left } from "fp-ts/lib/Either.js";
import type { Folded, FoldKeeper } from "../../src/journal/journal.js";
import { DurableState } from "../../src/pipeline/durable-state.js";
import { allocate, journalOf, openTest, streamName } from "../test-ledger.js";

/** A store with the first events of a ledger, and how many those are. */
const filled = async () => {
  const store = inMemoryStore();
  const ledger = await openTest({ store });
  await allocate(ledger, "alice");
  const end = ledger.ledgerEnd();
  await ledger.close();
  return { store, end };
};

/** A keeper that says what a test has it say. */
const keeperOf = (): FoldKeeper & {
  ahead: boolean;
  damaged: string | undefined;
  resets: number;
} => {
  const keeper = {
    ahead: false,
    damaged: undefined as string | undefined,
    resets: 0,
    isDue: () => false,
    grew: () => undefined,
    isFull: () => false,
    isAhead: () => keeper.ahead,
    room: () => Promise.resolve(),
    settled: (folded: Folded) => folded,
    onDue: () => () => undefined,
    foldLong: async () => undefined,
    damage: () => keeper.damaged,
    reset: () => {
      keeper.resets++;
      keeper.ahead = false;
      keeper.damaged = undefined;
      return Promise.resolve();
    },
  };
  return keeper;
};

const nothing = (): Folded => ({ state: emptyLedger({ hashSeed: 3 }), hash: "" });

const failing = (store: EventStore, error: StoreError): EventStore => ({
  ...store,
  async *readStream() {
    yield left(error);
  },
});

const unavailable: StoreError = { kind: "unavailable", outcome: "known", reason: "busy" };

describe("a durable state", () => {
  it("is what the journal leaves, and has the last page of what was folded", async () => {
    const { store, end } = await filled();
    const durable = new DurableState({ store, stream: streamName }, nothing(), undefined);
    expect((await durable.refold())?.length).to.equal(end);
    expect([durable.folded.state.offset, durable.error]).to.deep.equal([end, undefined]);
    expect(await durable.refold()).to.deep.equal([]);
  });

  it("is behind when someone says so, until it is folded again", async () => {
    const { store } = await filled();
    const durable = new DurableState({ store, stream: streamName }, nothing(), undefined);
    expect(durable.isBehind()).to.equal(false);
    durable.fallBehind();
    expect(durable.isBehind()).to.equal(true);
    await durable.refold();
    expect(durable.isBehind()).to.equal(false);
  });

  it("is folded from nothing after a read found what was kept damaged", async () => {
    const { store, end } = await filled();
    const keeper = keeperOf();
    const durable = new DurableState({ store, stream: streamName }, nothing(), keeper);
    await durable.refold();
    const { state } = durable.folded;
    const read = durable.reading(() => {
      throw new TableDamage("run 1, block 2");
    });
    expect(isLeft(read) && read.left.cause).to.contain("read from the journal again");
    expect(isLeft(read) && read.left.cause).to.not.contain("run 1");
    // whoever reads in the meantime has what there was
    expect([durable.isBehind(), durable.folded.state]).to.deep.equal([true, state]);
    expect((await durable.refold())?.length).to.equal(end);
    expect(keeper.resets).to.equal(1);
    expect(durable.folded.state).to.deep.equal(state);
    expect(durable.isBehind()).to.equal(false);
  });

  it("is folded from nothing after a merge found damage", async () => {
    const { store, end } = await filled();
    const keeper = keeperOf();
    const durable = new DurableState({ store, stream: streamName }, nothing(), keeper);
    await durable.refold();
    keeper.damaged = "run 1";
    expect(durable.isBehind()).to.equal(true);
    expect((await durable.refold())?.length).to.equal(end);
    expect(keeper.resets).to.equal(1);
  });

  it("throws what is not damage", () => {
    const journal = { store: inMemoryStore(), stream: streamName };
    const durable = new DurableState(journal, nothing(), keeperOf());
    const read = (): unknown =>
      durable.reading(() => {
        throw new RangeError("something else");
      });
    expect(read).to.throw("something else");
    expect(durable.isBehind()).to.equal(false);
  });

  it("waits for a journal that cannot be read now, and stays what it is", async () => {
    const { store } = await filled();
    const journal = { store: failing(store, unavailable), stream: streamName };
    const durable = new DurableState(journal, nothing(), undefined);
    expect(await durable.refold()).to.equal(undefined);
    expect([durable.folded.state.offset, durable.broken]).to.deep.equal([0, undefined]);
    expect(durable.unreadable).to.contain("busy");
    expect(durable.isBehind()).to.equal(true);
  });

  it("ends with a journal that is damaged, and when someone ends it", async () => {
    const { store } = await filled();
    const journal = { store: failing(store, { kind: "closed" }), stream: streamName };
    const durable = new DurableState(journal, nothing(), undefined);
    await durable.refold();
    expect(durable.broken).to.not.equal(undefined);
    expect(durable.error).to.equal(durable.broken);
    const other = new DurableState(journal, nothing(), undefined);
    other.break("the append was refused");
    expect(other.error).to.equal("the append was refused");
  });

  it("is folded from nothing when part of a fold that failed was kept", async () => {
    const { store, end } = await filled();
    const keeper = keeperOf();
    let isBroken = true;
    const switched: EventStore = {
      ...store,
      readStream: (...read) =>
        isBroken ? failing(store, unavailable).readStream(...read) : store.readStream(...read),
    };
    const durable = new DurableState({ store: switched, stream: streamName }, nothing(), keeper);
    keeper.ahead = true;
    await durable.refold();
    isBroken = false;
    expect((await durable.refold())?.length).to.equal(end);
    expect(keeper.resets).to.equal(1);
  });

  it("takes events that a subscription gives, each once", async () => {
    const { store, end } = await filled();
    const journal = { store, stream: streamName };
    const events = await journalOf(store);
    const read = new DurableState(journal, nothing(), undefined);
    await read.refold();
    for (const cut of [1, 2, end - 1]) {
      const durable = new DurableState(journal, nothing(), undefined);
      expect(await durable.take(events.slice(0, cut))).to.deep.equal(events.slice(0, cut));
      // the first of these it has already
      expect(await durable.take(events.slice(cut - 1))).to.deep.equal(events.slice(cut));
      expect(await durable.take(events)).to.deep.equal([]);
      expect(durable.folded).to.deep.equal(read.folded);
      expect(durable.isBehind()).to.equal(false);
    }
  });

  it("falls behind over a gap, and over what it cannot read, and stays what it is", async () => {
    const { store } = await filled();
    const [first, second] = await journalOf(store);
    if (first === undefined || second === undefined) throw new Error("no events");
    for (const page of [[second], [{ ...first, data: "{}" }], [{ ...first, erased: "00" }]]) {
      const durable = new DurableState({ store, stream: streamName }, nothing(), undefined);
      expect(await durable.take(page)).to.deep.equal([]);
      expect([durable.isBehind(), durable.folded.state.offset]).to.deep.equal([true, 0]);
      expect(durable.error).to.equal(undefined);
    }
  });

  it("takes nothing once it is ended, nor while it is behind", async () => {
    const { store } = await filled();
    const events = await journalOf(store);
    const durable = new DurableState({ store, stream: streamName }, nothing(), undefined);
    durable.fallBehind();
    expect(await durable.take(events)).to.deep.equal([]);
    durable.break("the append was refused");
    expect(await durable.take(events)).to.deep.equal([]);
    expect(durable.folded.state.offset).to.equal(0);
  });

  it("waits for room, but no longer than it may", async () => {
    let written = (): void => undefined;
    const keeper = { ...keeperOf(), isFull: () => true };
    const journal = { store: inMemoryStore(), stream: streamName };
    const durable = new DurableState(journal, nothing(), keeper);
    keeper.room = () => new Promise((resume) => (written = resume));
    expect([durable.isFull(), await durable.room(1)]).to.deep.equal([true, false]);
    const waiting = durable.room(600_000);
    written();
    expect(await waiting).to.equal(true);
  });

  it("passes every new state through the keeper", () => {
    const settled: Array<number> = [];
    let units = 0;
    const keeper = {
      ...keeperOf(),
      grew: (more: number) => {
        units += more;
      },
      settled: (folded: Folded) => {
        settled.push(folded.state.offset);
        return { ...folded, hash: "settled" };
      },
    };
    const journal = { store: inMemoryStore(), stream: streamName };
    const durable = new DurableState(journal, nothing(), keeper);
    durable.advance({ state: { ...emptyLedger(), offset: 7 }, hash: "h" }, 50);
    durable.settle();
    expect([settled, units]).to.deep.equal([[7, 7], 50]);
    expect(durable.folded.hash).to.equal("settled");
  });
});
