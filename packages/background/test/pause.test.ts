import { expect } from "chai";
import { pause } from "../src/pause.js";

describe("A pause", () => {
  it("lasts as long as it is meant to", async () => {
    const begin = performance.now();
    await pause(30);
    await pause(30, new AbortController().signal);
    expect(performance.now() - begin).to.be.at.least(58);
  });

  it("ends immediately when it is aborted", async () => {
    const closing = new AbortController();
    const begin = performance.now();
    const waiting = pause(60_000, closing.signal);
    closing.abort();
    await waiting;
    await pause(60_000, closing.signal);
    expect(performance.now() - begin).to.be.lessThan(30_000);
  });
});
