import { expect } from "chai";
import { answerOwner } from "../src/answer-owner.js";

// What it does in a thread is tested with its owner, in own-thread.test.ts.

describe("The module that a thread runs", () => {
  it("cannot be run by the main thread", () => {
    const answering = { request: () => undefined };
    expect(() => answerOwner(answering, undefined)).to.throw("must run in a worker thread");
  });
});
