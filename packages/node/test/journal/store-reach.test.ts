import type { StoreError } from "@tallystick/event-store";
import { expect } from "chai";
import { StoreReach, unreachableMs } from "../../src/journal/store-reach.js";

const away: StoreError = { kind: "unavailable", outcome: "known", reason: "connection refused" };
const deleted: StoreError = { ...away, reason: "p was deleted", refusal: "stream" };
const silent: StoreError = { ...away, reason: "it does not answer" };
const reached = () => {
  const clock = { now: 1_000 };
  const changes: Array<string | undefined> = [];
  const reach = new StoreReach(
    (reason) => changes.push(reason),
    "esdb://h:1",
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
    expect(changes).to.deep.equal(["the store is unavailable: p was deleted"]);
  });

  it("has nothing to do with a store that is closed", () => {
    const { clock, changes, reach } = reached();
    reach.wasBad({ kind: "closed" });
    expect(changes).to.deep.equal([]);
    clock.now += unreachableMs;
    reach.check();
    expect(changes).to.deep.equal(["the store at esdb://h:1 has not answered for 5 seconds"]);
  });

  for (const refusal of ["login", "right", "stream"] as const) {
    it(`ends at once when the ${refusal} is refused, although appends succeed`, () => {
      const { reach } = reached();
      reach.tookAppend();
      reach.wasBad({ ...away, refusal });
      expect(reach.reason).to.equal("the store is unavailable: connection refused");
      reach.wasGood();
      expect(reach.reason).to.equal(undefined);
    });
  }

  it("has one text while errors of one outage alternate, and another once two in a row agree", () => {
    const { clock, changes, reach } = reached();
    clock.now += unreachableMs;
    const texts = [away, silent, away, silent].map((error) => {
      reach.wasBad(error);
      reach.check();
      return reach.reason;
    });
    expect(new Set(texts)).to.deep.equal(new Set(["the store is unavailable: connection refused"]));
    reach.wasBad(silent);
    expect(reach.reason).to.equal("the store is unavailable: it does not answer");
    expect(changes).to.have.length(1);
  });
});
