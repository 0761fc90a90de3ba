import { assert } from "chai";
import fc from "fast-check";
import {
  type ActionEvent,
  type ActionState,
  actionAfter,
  askAgainAfterMs,
  inputText,
  hadNoEffect,
  newDraft,
  restoredAction,
  storedAction,
} from "../../src/states/draft.js";

type Event = ActionEvent<string, string>;

const run = (...events: ReadonlyArray<Event>): ActionState<string, string> =>
  events.reduce<ActionState<string, string>>(actionAfter, newDraft("id"));

const send: Event = { kind: "send", at: 1 };
const lost: Event = { kind: "lost", at: 2, error: "no answer" };
const accepted: Event = { kind: "accepted", result: "u" };
const refused: Event = { kind: "refused", error: "r" };

describe("an action", () => {
  const rows: ReadonlyArray<readonly [events: ReadonlyArray<Event>, kind: string]> = [
    [[], "draft"],
    [[send], "sending"],
    [[send, send], "sending"],
    [[send, accepted], "committed"],
    [[send, refused], "failed"],
    [[send, refused, send], "failed"],
    [[send, lost], "unknown"],
    [[send, lost, send], "unknown"],
    [[send, lost, lost], "unknown"],
    [[send, lost, accepted], "committed"],
    [[send, lost, refused], "failed"],
    [[send, accepted, send], "committed"],
    [[send, accepted, lost], "committed"],
    [[accepted], "draft"],
  ];
  for (const [events, kind] of rows) {
    it(`is ${kind} after ${events.map((event) => event.kind).join(", ") || "nothing"}`, () => {
      assert.strictEqual(run(...events).kind, kind);
    });
  }

  it("keeps its id, and is sent once", () => {
    const events = fc.array(fc.constantFrom<Event>(send, lost, accepted, refused));
    fc.assert(
      fc.property(events, (all) => {
        let state = run();
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

  it("counts how often no answer came", () => {
    assert.deepInclude(run(send, lost, lost, lost), { attempts: 2, since: 2, error: "no answer" });
  });

  it("had no effect only where the answer says so", () => {
    const all = [0, 400, 403, 404, 408, 409, 422, 429, 500, 501, 502, 503, 504];
    assert.deepEqual(
      all.filter((status) => hadNoEffect(status, false)),
      [400, 403, 404, 409, 422, 429, 501],
    );
    assert.deepEqual(
      all.filter((status) => hadNoEffect(status, true)),
      [400, 403, 404, 422, 501],
    );
  });

  it("is found again after a reload", () => {
    const input = inputText({ amount: 12n, memo: "x" });
    assert.strictEqual(input, '{"amount":"12","memo":"x"}');
    assert.deepEqual(restoredAction(storedAction({ id: "id", input })), { id: "id", input });
    for (const text of [null, "", "{", "[]", '{"id":5,"input":""}', '{"id":"5"}'])
      assert.isUndefined(restoredAction(text));
  });

  it("is queried less and less often", () => {
    assert.deepEqual([0, 1, 2, 20].map(askAgainAfterMs), [500, 1_000, 2_000, 30_000]);
  });
});
