import { expect } from "chai";
import { leaseEvent, leaseSaid } from "../../src/writer/lease-event.js";

describe("The event of a lease", () => {
  it("says who holds it, and that no one does after it was given back", () => {
    const held = leaseEvent("i", "node-a", 7, false);
    expect(held).to.deep.equal({
      id: "i",
      type: "WriterLeaseHeld",
      data: '{"v":1,"node":"node-a","term":7}',
      metadata: "",
    });
    expect(leaseSaid(held)).to.deep.equal({ holder: "node-a", term: 7 });
    const released = leaseEvent("i", "node-a", 7, true);
    expect(leaseSaid(released)).to.deep.equal({ holder: undefined, term: 7 });
  });

  const nobody: ReadonlyArray<readonly [string, Parameters<typeof leaseSaid>[0]]> = [
    ["of a stream without events", undefined],
    ["that is no JSON", { type: "WriterLeaseHeld", data: "{" }],
    ["that is no object", { type: "WriterLeaseHeld", data: "null" }],
    ["without a node", { type: "WriterLeaseHeld", data: '{"v":1,"term":3}' }],
    ["whose term is no number", { type: "WriterLeaseHeld", data: '{"node":"a","term":"3"}' }],
  ];
  for (const [name, event] of nobody) {
    it(`${name} says that no one holds it`, () => {
      expect(leaseSaid(event)).to.deep.equal({ holder: undefined, term: 0 });
    });
  }

  it("of another kind keeps the term and names no holder", () => {
    const other = { type: "Other", data: '{"node":"a","term":3}' };
    expect(leaseSaid(other)).to.deep.equal({ holder: undefined, term: 3 });
  });
});
