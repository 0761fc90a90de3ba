import { expect } from "chai";
import { jsonAnswer, textAnswer, undecodable } from "../../src/answers/answer.js";

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
  // the words are those of ledger-api 3.2, which clients compare
  const rows: ReadonlyArray<
    readonly [
      args: readonly [what: string, reason?: string | undefined, path?: string | undefined],
      body: string,
    ]
  > = [
    [["query parameter pageSize"], "Invalid value for: query parameter pageSize"],
    [["body", "expected JSON"], "Invalid value for: body (expected JSON)"],
    [["body", "expected JSON", ""], "Invalid value for: body (expected JSON)"],
    [
      ["body", "missing", "commands[0].CreateCommand.templateId"],
      "Invalid value for: body (missing at 'commands[0].CreateCommand.templateId')",
    ],
    [["body", undefined, "commands"], "Invalid value for: body"],
  ];
  for (const [[what, reason, path], body] of rows) {
    it(`is ${JSON.stringify(body)}`, () => {
      const answer = undecodable(what, reason, path);
      expect(answer).to.include({ status: 400, contentType: "text/plain; charset=UTF-8", body });
    });
  }

  it("cuts a path after 300 characters, since its keys are the caller's", () => {
    const shownOf = (length: number) => undecodable("body", "r", "k".repeat(length)).body;
    expect(shownOf(300)).to.equal(`Invalid value for: body (r at '${"k".repeat(300)}')`);
    expect(shownOf(301)).to.equal(`Invalid value for: body (r at '${"k".repeat(300)}...')`);
  });
});
