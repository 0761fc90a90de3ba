// What a server does with repeats after it has restarted; a genuine one cannot be restarted here.
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import type { AppendAnswer, Ended, Proposed } from "../raw-client.js";
import { proposed } from "../raw-client.js";
import { serve } from "../served-store.js";

const events = (count: number): ReadonlyArray<Proposed> =>
  Array.from({ length: count }, () => proposed());

const successOf = ({ answers }: Ended<AppendAnswer>) => answers[0]?.success;

/** A server on what one before it has written. */
const restarted = async (store: ReturnType<typeof inMemoryStore>) => (await serve({ store })).raw;

describe("As on a genuine server that was restarted:", () => {
  it("11: a repeat that expects anything is written again", async () => {
    const store = inMemoryStore();
    const sent = events(2);
    const before = await restarted(store);
    await before.append("s", "any", sent);
    expect(successOf(await before.append("s", "any", sent))?.currentRevision).to.equal(1n);
    const after = await restarted(store);
    expect(successOf(await after.append("s", "any", sent))?.currentRevision).to.equal(3n);
    expect(successOf(await after.append("s", "any", sent))?.currentRevision).to.equal(3n);
  });

  it("12: a repeat that expects a revision is answered as the first time", async () => {
    const store = inMemoryStore();
    const before = await restarted(store);
    await before.append("s", "none", events(2));
    const sent = events(3);
    const first = successOf(await before.append("s", 1, sent));
    await before.append("s", 4, events(4));
    const after = await restarted(store);
    expect(successOf(await after.append("s", 1, sent))).to.deep.equal(first);
    const last = await store.lastEvent("s");
    expect(last).to.have.nested.property("right.revision", 8);
  });
});
