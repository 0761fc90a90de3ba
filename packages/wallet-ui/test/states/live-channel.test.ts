import { assert } from "chai";
import fc from "fast-check";
import {
  type ChannelEvent,
  backOffMs,
  channelAfter,
  newChannel,
  queryKey,
  resourcesOfTemplates,
} from "../../src/states/live-channel.js";

const run = (...events: ReadonlyArray<ChannelEvent>) => events.reduce(channelAfter, newChannel);

describe("the live channel", () => {
  it("says what to ask for again, each once", () => {
    assert.deepEqual(
      resourcesOfTemplates(["a:Splice.Amulet:Amulet", "a:Splice.Amulet:LockedAmulet"]),
      ["balance", "holdings", "history"],
    );
    assert.deepEqual(resourcesOfTemplates(["a:Main:Iou", ""]), []);
    assert.deepEqual(queryKey("dev", "a::b", "inbox"), ["dev", "a::b", "inbox", {}]);
  });

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

  it("does what the server's code asks for", () => {
    const after = (code: string) => run({ kind: "update", offset: 7 }, { kind: "lost", code });
    assert.strictEqual(after("ACCESS_TOKEN_EXPIRED").before, "renew token");
    assert.strictEqual(after("STALE_STREAM_AUTHORIZATION").before, "ask rights");
    assert.deepInclude(after("PARTICIPANT_PRUNED_DATA_ACCESSED"), {
      before: "load all",
      offset: undefined,
    });
    assert.strictEqual(after("other").before, "nothing");
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
