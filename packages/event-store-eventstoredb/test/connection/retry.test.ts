import { expect } from "chai";
import { createBackOff, pause } from "../../src/connection/retry.js";

describe("Delays between attempts", () => {
  it("grow up to half a second, and begin again", () => {
    const backOff = createBackOff(() => 1);
    const delays = Array.from({ length: 8 }, () => backOff.next());
    expect(delays).to.deep.equal([25, 50, 100, 200, 400, 500, 500, 500]);
    backOff.reset();
    expect(backOff.next()).to.equal(25);
  });

  it("differ by up to a half", () => {
    expect(createBackOff(() => 0).next()).to.equal(13);
    expect(createBackOff(() => 0.5).next()).to.equal(19);
  });

  it("end at once when nobody waits any more", async () => {
    const closing = new AbortController();
    const begin = Date.now();
    const waiting = pause(60_000, closing.signal);
    closing.abort();
    await waiting;
    await pause(60_000, closing.signal);
    expect(Date.now() - begin).to.be.lessThan(30_000);
  });
});
