import { assert } from "chai";
import { idleLimitMs, lockAfter } from "../../src/custody/idle-lock.js";

describe("the lock of the keys", () => {
  const open = lockAfter({ kind: "locked" }, { kind: "unlock", at: 1_000 });

  it("stays open while the page is used", () => {
    const used = lockAfter(open, { kind: "use", at: idleLimitMs });
    const later = lockAfter(used, { kind: "tick", at: 2 * idleLimitMs - 1 });
    assert.deepEqual(later, { kind: "unlocked", lastUse: idleLimitMs });
  });

  it("closes after the limit, and a touch does not open it", () => {
    const closed = lockAfter(open, { kind: "tick", at: 1_000 + idleLimitMs });
    assert.deepEqual(closed, { kind: "locked" });
    assert.deepEqual(lockAfter(closed, { kind: "use", at: 1_001 + idleLimitMs }), closed);
    // a machine that slept: the first event is a touch
    assert.deepEqual(lockAfter(open, { kind: "use", at: 1_000 + idleLimitMs }), closed);
  });

  it("closes at once when the user says so", () => {
    assert.deepEqual(lockAfter(open, { kind: "lock" }), { kind: "locked" });
  });

  it("is not opened longer by a clock that goes back", () => {
    assert.deepEqual(lockAfter(open, { kind: "use", at: 500 }), open);
  });
});
