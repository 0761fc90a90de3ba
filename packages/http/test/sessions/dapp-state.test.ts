import { expect } from "chai";
import { DappState } from "../../src/sessions/dapp-state.js";

describe("the places in which pages wait to be connected", () => {
  const waiting = (state: DappState, ids: ReadonlyArray<string>): ReadonlyArray<boolean> =>
    ids.map((id) => state.connect(id) !== undefined);

  it("are 5 of an origin, of which the oldest goes", () => {
    const state = new DappState(() => 0);
    const ids = Array.from({ length: 6 }, (_, n) => state.wantConnect("o", `a${n}`).id);
    expect(waiting(state, ids)).to.deep.equal([false, true, true, true, true, true]);
  });

  it("are 50 of an address, so that it cannot take those of others", () => {
    const state = new DappState(() => 0);
    const other = state.wantConnect("https://good.example", "10.0.0.2").id;
    const ids = Array.from({ length: 130 }, (_, n) => state.wantConnect(`o${n}`, "10.0.0.1").id);
    expect(waiting(state, [other])).to.deep.equal([true]);
    expect(waiting(state, ids).filter(Boolean)).to.have.lengthOf(50);
    expect(waiting(state, ids).slice(-50).every(Boolean)).to.equal(true);
  });

  it("are 100 in all, of which the oldest goes", () => {
    const state = new DappState(() => 0);
    const ids = Array.from({ length: 130 }, (_, n) => state.wantConnect(`o${n}`, `a${n}`).id);
    expect(waiting(state, ids).filter(Boolean)).to.have.lengthOf(100);
    expect(waiting(state, ids).slice(-100).every(Boolean)).to.equal(true);
  });
});
