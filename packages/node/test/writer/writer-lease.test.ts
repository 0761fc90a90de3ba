import { randomUUID } from "node:crypto";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { left } from "fp-ts/lib/Either.js";
import { leaseSaid } from "../../src/writer/lease-event.js";
import {
  keepLease,
  type LeaseParts,
  neverWriter,
  soleWriter,
} from "../../src/writer/writer-lease.js";
import { afterwards, journalOf, rightOf } from "../test-ledger.js";

const stream = "writer-p";
const silenceMs = 1_000;

/** Time that the test moves, common to all nodes. */
const hands = () => {
  const time = { now: 0 };
  const lease = (store: EventStore, changes: Partial<LeaseParts> = {}) => {
    // looks are the test's own
    const kept = keepLease({
      store,
      stream,
      beatMs: 3_600_000,
      silenceMs,
      clock: () => time.now,
      newId: randomUUID,
      ...changes,
    });
    let gained = 0;
    kept.onHeld(() => {
      gained += 1;
    });
    afterwards(() => kept.stop());
    return { ...ofLease(kept), gained: () => gained };
  };
  return { time, lease };
};

/** A store that denies a node a right to the stream. */
const denying = (inner: EventStore, right: "read" | "write") => {
  const state = { isDenied: true };
  const reason = "access is denied";
  const denied = left({ kind: "unavailable", outcome: "known", reason, refusal: "right" } as const);
  const isDenied = (asked: string): boolean => state.isDenied && right === asked;
  const store: EventStore = {
    ...inner,
    append: async (...args) => (isDenied("write") ? denied : inner.append(...args)),
    lastEvent: async (name) => (isDenied("read") ? denied : inner.lastEvent(name)),
  };
  return { state, store };
};

const ofLease = (kept: ReturnType<typeof keepLease>) => ({
  look: () => kept.look(),
  isHeld: () => kept.isHeld(),
  error: () => kept.error(),
  stop: () => kept.stop(),
});

/** A store that a test takes away from one node. */
const severable = (inner: EventStore, of: { readonly refusal?: "login" | "stream" } = {}) => {
  const state = { isAway: false };
  const away = left({ kind: "unavailable", outcome: "known", reason: "away", ...of } as const);
  const store: EventStore = {
    ...inner,
    append: async (...args) => (state.isAway ? away : inner.append(...args)),
    lastEvent: async (name) => (state.isAway ? away : inner.lastEvent(name)),
  };
  return { state, store };
};

describe("The lease of the preferred writer", () => {
  for (const right of ["read", "write"] as const) {
    it(`is never had without the right to ${right}, which is said once, by stream and right`, async () => {
      const { lease } = hands();
      const { state, store } = denying(inMemoryStore(), right);
      const warnings: string[] = [];
      const node = lease(store, { warn: (error) => warnings.push(error) });
      for (let look = 0; look < 3; look += 1) await node.look();
      expect(node.isHeld()).to.equal(false);
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.match(new RegExp(`right to ${right} .*stream writer-p.*automations`));
      expect(node.error()).to.equal(warnings[0]);
      state.isDenied = false;
      await node.look();
      expect([node.isHeld(), node.error()]).to.deep.equal([true, undefined]);
    });
  }

  for (const refusal of [undefined, "login", "stream"] as const) {
    it(`has no error while the store ${refusal === undefined ? "is away" : `refuses the ${refusal}`}: the journal has it`, async () => {
      const { lease } = hands();
      const { state, store } = severable(inMemoryStore(), refusal === undefined ? {} : { refusal });
      const node = lease(store, { warn: () => expect.fail("nothing is said") });
      state.isAway = true;
      await node.look();
      expect(node.error()).to.equal(undefined);
    });
  }

  it("is taken by the first who looks, and kept while it says so", async () => {
    const { time, lease } = hands();
    const store = inMemoryStore();
    const one = lease(store);
    await one.look();
    const two = lease(store);
    for (let beat = 0; beat < 5; beat++) {
      await one.look();
      await two.look();
      expect([one.isHeld(), two.isHeld()]).to.deep.equal([true, false]);
      time.now += silenceMs * 0.9;
    }
    expect([one.gained(), two.gained()]).to.deep.equal([1, 0]);
  });

  it("is taken by one of several who look at the same time", async () => {
    const { lease } = hands();
    const store = inMemoryStore();
    const nodes = Array.from({ length: 5 }, () => lease(store));
    await Promise.all(nodes.map((node) => node.look()));
    await Promise.all(nodes.map((node) => node.look()));
    expect(nodes.filter((node) => node.isHeld())).to.have.length(1);
    expect(nodes.reduce((sum, node) => sum + node.gained(), 0)).to.equal(1);
  });

  it("is taken over from a holder that falls silent, and never held by two", async () => {
    const { time, lease } = hands();
    const store = inMemoryStore();
    const severed = severable(store);
    const one = lease(severed.store);
    await one.look();
    const two = lease(store);
    await two.look();
    severed.state.isAway = true;
    const seen: Array<string> = [];
    for (let step = 0; step < 30; step++) {
      time.now += silenceMs / 10;
      await one.look();
      await two.look();
      const holders = `${one.isHeld() ? 1 : 0}${two.isHeld() ? 1 : 0}`;
      expect(holders).to.not.equal("11");
      if (seen.at(-1) !== holders) seen.push(holders);
    }
    expect(seen).to.deep.equal(["10", "01"]);
    // who was silent does not take it back: it is sticky
    severed.state.isAway = false;
    for (let step = 0; step < 30; step++) {
      time.now += silenceMs / 10;
      await two.look();
      await one.look();
      expect([one.isHeld(), two.isHeld()]).to.deep.equal([false, true]);
    }
    expect((await journalOf(store, stream)).map((event) => leaseSaid(event).term)).to.include(2);
  });

  it("ends by itself for a holder that can no longer say so", async () => {
    const { time, lease } = hands();
    const severed = severable(inMemoryStore());
    const one = lease(severed.store);
    await one.look();
    severed.state.isAway = true;
    time.now += silenceMs - 1;
    await one.look();
    expect(one.isHeld()).to.equal(true);
    time.now += 1;
    expect(one.isHeld()).to.equal(false);
    severed.state.isAway = false;
    await one.look();
    expect([one.isHeld(), one.gained()]).to.deep.equal([true, 2]);
  });

  it("counts from before the append, however long that took", async () => {
    const { time, lease } = hands();
    const inner = inMemoryStore();
    const slow: EventStore = {
      ...inner,
      append: async (...args) => {
        time.now += silenceMs;
        return inner.append(...args);
      },
    };
    const one = lease(slow);
    await one.look();
    expect([one.isHeld(), one.gained()]).to.deep.equal([false, 0]);
  });

  it("is given back by a holder that stops, and taken at the next look", async () => {
    const { lease } = hands();
    const store = inMemoryStore();
    const one = lease(store);
    await one.look();
    const two = lease(store);
    await two.look();
    await one.stop();
    expect(one.isHeld()).to.equal(false);
    await two.look();
    expect([two.isHeld(), two.gained()]).to.deep.equal([true, 1]);
    await one.look();
    expect(leaseSaid(rightOf(await store.lastEvent(stream)))).to.deep.include({ term: 2 });
  });

  it("does not delay a node that stops while the store is unavailable", async () => {
    const { lease } = hands();
    const inner = inMemoryStore();
    let isStuck = false;
    const stuck = new Promise<never>(() => undefined);
    const store: EventStore = {
      ...inner,
      lastEvent: (name) => (isStuck ? stuck : inner.lastEvent(name)),
    };
    const one = lease(store, { stopMs: 5 });
    await one.look();
    isStuck = true;
    await one.stop();
    expect(one.isHeld()).to.equal(false);
  });

  it("is not given back by a node that does not hold it", async () => {
    const { lease } = hands();
    const store = inMemoryStore();
    const one = lease(store);
    await one.look();
    const two = lease(store);
    await two.look();
    const before = await journalOf(store, stream);
    await two.stop();
    expect(await journalOf(store, stream)).to.deep.equal(before);
  });

  it("survives an event no one understands", async () => {
    const { lease } = hands();
    const store = inMemoryStore();
    const event = { id: "i", type: "Other", data: "?", metadata: "" };
    rightOf(await store.append(stream, "no-stream", [event]));
    const one = lease(store);
    await one.look();
    expect(one.isHeld()).to.equal(true);
  });

  it("looks by itself", async () => {
    const store = inMemoryStore();
    const kept = keepLease({ store, stream, beatMs: 2, silenceMs: 60_000, newId: randomUUID });
    afterwards(() => kept.stop());
    await new Promise<void>((resolve) => kept.onHeld(resolve));
    const other = keepLease({ store, stream, beatMs: 2, silenceMs: 60_000, newId: randomUUID });
    afterwards(() => other.stop());
    await kept.stop();
    await new Promise<void>((resolve) => other.onHeld(resolve));
    expect([kept.isHeld(), other.isHeld()]).to.deep.equal([false, true]);
  });

  it("is always held by a sole writer, and never by a node that does not write", async () => {
    expect([soleWriter.isHeld(), neverWriter.isHeld()]).to.deep.equal([true, false]);
    await soleWriter.stop();
    expect(soleWriter.isHeld()).to.equal(true);
  });
});
