import { assert } from "chai";
import fc from "fast-check";
import {
  type ChannelEvent,
  backOffMs,
  channelAfter,
  newChannel,
} from "../../src/states/live-channel.js";

const run = (...events: ReadonlyArray<ChannelEvent>) => events.reduce(channelAfter, newChannel);

describe("the live channel", () => {
  it("resumes after the last event it had", () => {
    const state = run(
      { kind: "opened" },
      { kind: "update", offset: 7 },
      { kind: "update", offset: 5 },
      { kind: "lost" },
      { kind: "lost" },
      { kind: "retry" },
    );
    assert.deepEqual(state, { kind: "connecting", offset: 7, attempt: 2, before: "nothing" });
    assert.strictEqual(channelAfter(state, { kind: "opened" }).attempt, 0);
  });

  it("loads all again where the server's code asks for it", () => {
    const after = (code: string) => run({ kind: "update", offset: 7 }, { kind: "lost", code });
    assert.strictEqual(after("STALE_STREAM_AUTHORIZATION").before, "load-all");
    assert.deepInclude(after("PARTICIPANT_PRUNED_DATA_ACCESSED"), {
      before: "load-all",
      offset: undefined,
    });
    assert.deepInclude(after("ACCESS_TOKEN_EXPIRED"), { before: "nothing", offset: 7 });
  });

  it("stays closed", () => {
    assert.strictEqual(run({ kind: "close" }, { kind: "opened" }).kind, "closed");
  });

  it("waits from a half to thirty seconds", () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat({ max: 1_000 }), random, (attempt, part) => {
        const wait = backOffMs(attempt, part);
        assert.isTrue(wait >= 500 && wait <= 30_000, String(wait));
      }),
    );
    assert.strictEqual(backOffMs(20, 0), 15_000);
  });
});
