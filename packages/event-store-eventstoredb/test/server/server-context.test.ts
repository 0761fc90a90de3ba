import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { contextOf } from "../../src/server/server-context.js";
import { DEFAULT_LIMITS } from "../../src/server/server-options.js";

describe("What the handlers of a server share", () => {
  it("has the limits of a genuine server where none are given", () => {
    expect(DEFAULT_LIMITS.maxReaders).to.equal(1_000);
    expect(DEFAULT_LIMITS.slowConsumerMs).to.equal(1_000);
    const { limits } = contextOf({ store: inMemoryStore(), port: 0 });
    expect(limits).to.deep.equal(DEFAULT_LIMITS);
  });

  it("has the limits that are given, and the others as they are", () => {
    const limits = { maxReaders: 3 };
    const context = contextOf({ store: inMemoryStore(), port: 0, limits });
    expect(context.limits).to.deep.equal({ ...DEFAULT_LIMITS, maxReaders: 3 });
  });

  it("knows the order of all streams only where the store does", () => {
    const alone = { ...inMemoryStore(), capabilities: {} };
    expect(contextOf({ store: alone, port: 0 }).all).to.equal(undefined);
    expect(contextOf({ store: inMemoryStore(), port: 0 }).all).to.not.equal(undefined);
  });

  it("has no call under way at first", () => {
    expect(contextOf({ store: inMemoryStore(), port: 0 }).longCalls.size).to.equal(0);
  });
});
