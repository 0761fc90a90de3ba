import { expect } from "chai";
import { jsonAnswer, textAnswer, atPath, undecodable } from "../../src/answers/answer.js";

describe("answers", () => {
  it("of JSON have status 200", () => {
    expect(jsonAnswer("{}")).to.deep.equal({
      status: 200,
      contentType: "application/json",
      body: "{}",
    });
  });

  it("of text are UTF-8, whatever their status", () => {
    expect(textAnswer(418, "ü")).to.deep.equal({
      status: 418,
      contentType: "text/plain; charset=UTF-8",
      body: "ü",
    });
  });
});

describe("the answer to what does not decode", () => {
  const explanation = "X-Tallystick-Explanation";

  // the words are those of ledger-api 3.2, which clients compare
  const rows: ReadonlyArray<readonly [args: Parameters<typeof undecodable>, body: string]> = [
    [["query parameter pageSize", undefined, "x"], "Invalid value for: query parameter pageSize"],
    [["body", "exhausted input", "nothing"], "Invalid value for: body (exhausted input)"],
  ];
  for (const [args, body] of rows) {
    it(`is ${JSON.stringify(body)}, with our own words in a header`, () => {
      const answer = undecodable(...args);
      expect(answer).to.include({ status: 400, contentType: "text/plain; charset=UTF-8", body });
      expect(answer.headers).to.deep.equal({ [explanation]: args[2] });
    });
  }

  it("has no header where the sentence is our own", () => {
    expect(undecodable("body", "r", "r").headers).to.equal(undefined);
  });

  it("cuts a path after 300 characters, since its keys are the caller's", () => {
    expect(atPath("r")).to.equal("r");
    expect(atPath("r", "k".repeat(300))).to.equal(`r at '${"k".repeat(300)}'`);
    expect(atPath("r", "k".repeat(301))).to.equal(`r at '${"k".repeat(300)}...'`);
  });
});
