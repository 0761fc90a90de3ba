import type { StoreError } from "@tallystick/event-store";
import { expect } from "chai";
import { StoreReach, unreachableMs } from "../../src/journal/store-reach.js";

const away: StoreError = { kind: "unavailable", outcome: "known", reason: "connection refused" };
const deleted: StoreError = { kind: "invalid", reason: "participant-p was deleted" };
const reached = () => {
  const clock = { now: 1_000 };
  const changes: Array<string | undefined> = [];
  const reach = new StoreReach(
    (reason) => changes.push(reason),
    () => clock.now,
  );
  return { clock, changes, reach };
};

describe("The reach of a store", () => {
  it("ends when it has not answered for the time that is documented", () => {
    const { clock, changes, reach } = reached();
    clock.now += unreachableMs - 1;
    reach.wasBad(away);
    expect(changes).to.deep.equal([]);
    clock.now += 1;
    reach.check();
    reach.check();
    expect(changes).to.deep.equal(["the store is unavailable: connection refused"]);
    expect(reach.reason).to.equal(changes[0]);
    clock.now += 60_000;
    reach.wasGood();
    expect(changes).to.have.length(2);
    expect([reach.reason, reach.silentMs]).to.deep.equal([undefined, 0]);
  });

  it("ends at once when the journal itself is refused, whatever else is appended", () => {
    const { changes, reach } = reached();
    reach.wasBad(deleted);
    reach.tookAppend();
    reach.check();
    expect(changes).to.deep.equal(["the store refused the events: participant-p was deleted"]);
  });

  it("has nothing to do with a store that is closed", () => {
    const { clock, changes, reach } = reached();
    reach.wasBad({ kind: "closed" });
    expect(changes).to.deep.equal([]);
    clock.now += unreachableMs;
    reach.check();
    expect(changes).to.deep.equal(["the store has not answered for 5 seconds"]);
  });
});
