import { assert } from "chai";
import fc from "fast-check";
import {
  type ActionEvent,
  type ActionState,
  actionAfter,
  askAgainAfterMs,
  eventOfAnswer,
  newDraft,
  restoredAction,
  storedAction,
} from "../../src/states/draft.js";

const run = (...events: ReadonlyArray<ActionEvent>): ActionState =>
  events.reduce(actionAfter, newDraft("id"));

const send: ActionEvent = { kind: "send", at: 1 };
const lost: ActionEvent = { kind: "lost", at: 2 };
const accepted: ActionEvent = { kind: "accepted", updateId: "u" };

describe("an action", () => {
  const rows: ReadonlyArray<readonly [events: ReadonlyArray<ActionEvent>, kind: string]> = [
    [[], "draft"],
    [[send], "sending"],
    [[send, send], "sending"],
    [[send, accepted], "committed"],
    [[send, { kind: "refused", reason: "r" }], "failed"],
    [[send, { kind: "refused", reason: "r" }, send], "sending"],
    [[send, lost], "unknown"],
    [[send, lost, send], "unknown"],
    [[send, lost, { kind: "not found" }], "unknown"],
    [[send, lost, accepted], "committed"],
    [[send, lost, { kind: "refused", reason: "r" }], "failed"],
    [[send, accepted, send], "committed"],
    [[send, accepted, lost], "committed"],
    [[send, accepted, { kind: "ended", how: "rejected" }], "rejected"],
    [[accepted], "draft"],
    [[send, { kind: "ended", how: "expired" }], "sending"],
  ];
  for (const [events, kind] of rows) {
    it(`is ${kind} after ${events.map((event) => event.kind).join(", ") || "nothing"}`, () => {
      assert.strictEqual(run(...events).kind, kind);
    });
  }

  it("keeps its id, and is sent once until an error is certain", () => {
    const events = fc.array(
      fc.constantFrom<ActionEvent>(send, lost, accepted, { kind: "not found" }),
    );
    fc.assert(
      fc.property(events, (all) => {
        let state = newDraft("id");
        let sent = 0;
        for (const event of all) {
          const next = actionAfter(state, event);
          if (next.kind === "sending" && state.kind !== "sending") sent += 1;
          state = next;
        }
        assert.strictEqual(state.id, "id");
        assert.isAtMost(sent, 1);
      }),
    );
  });

  it("has an unknown outcome when an answer does not say what happened", () => {
    const kinds = [200, 400, 403, 404, 408, 409, 429, 500, 501, 502, 503, 504].map(
      (status) => eventOfAnswer({ status }, 1).kind,
    );
    assert.deepEqual(kinds, [
      "lost",
      "refused",
      "refused",
      "refused",
      "lost",
      "lost",
      "refused",
      "lost",
      "refused",
      "lost",
      "lost",
      "lost",
    ]);
    assert.deepEqual(eventOfAnswer({ status: 200, updateId: "u" }, 1), accepted);
  });

  it("is unknown after a reload while it was sent, and keeps its id", () => {
    const restored = restoredAction(storedAction(run(send)), 9);
    assert.deepEqual(restored, { kind: "unknown", id: "id", since: 9, attempts: 0 });
    assert.deepEqual(restoredAction(storedAction(newDraft("id")), 9), newDraft("id"));
    for (const text of [null, "", "{", "[]", '{"id":5}', storedAction(run(send, accepted))])
      assert.isUndefined(restoredAction(text, 9));
  });

  it("is queried less and less often", () => {
    assert.deepEqual([0, 1, 2, 20].map(askAgainAfterMs), [500, 1_000, 2_000, 30_000]);
  });
});
