import { expect } from "chai";
import { offsetWaits } from "../../src/pipeline/offset-waits.js";
import { isSettled } from "../test-ledger.js";

const at = (start: number) => {
  const ledger = { end: start };
  const waits = offsetWaits(() => ledger.end);
  const move = (end: number): void => {
    ledger.end = end;
    waits.advanced();
  };
  return { waits, move };
};

describe("Waiting for an offset", () => {
  it("ends at once when the offset is there, or when no time is given", async () => {
    const { waits } = at(5);
    expect(await waits.until(0, 1_000)).to.equal(true);
    expect(await waits.until(5, 0)).to.equal(true);
    expect(await waits.until(6, 0)).to.equal(false);
  });

  it("ends for each caller when its offset is reached, and not before", async () => {
    const { waits, move } = at(5);
    const [seven, nine] = [waits.until(7, 60_000), waits.until(9, 60_000)];
    move(6);
    expect([await isSettled(seven), await isSettled(nine)]).to.deep.equal([false, false]);
    move(8);
    expect(await seven).to.equal(true);
    expect(await isSettled(nine)).to.equal(false);
    move(12);
    expect(await nine).to.equal(true);
  });

  it("ends with false when the time is over", async () => {
    const { waits, move } = at(5);
    expect(await waits.until(6, 2)).to.equal(false);
    move(6);
    expect(await waits.until(6, 2)).to.equal(true);
  });

  it("ends for everyone when the ledger closes", async () => {
    const { waits } = at(5);
    const both = [waits.until(6, 60_000), waits.until(7, 60_000)];
    waits.endAll();
    expect(await Promise.all(both)).to.deep.equal([false, false]);
    expect(await isSettled(waits.until(8, 60_000)), "a wait after the end").to.equal(true);
  });
});
