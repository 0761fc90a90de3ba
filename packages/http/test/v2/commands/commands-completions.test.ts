import { expect } from "chai";
import { commandCompletionsStream } from "../../../src/v2/commands/commands-command-completions.js";
import {
  CompletionStreamRequest,
  completionsStream,
} from "../../../src/v2/commands/commands-completions.js";
import { callerWith } from "../../fixtures/callers.js";
import { accessError } from "../../../src/auth/required-right.js";
import { leftOf, rightOf } from "../../fixtures/outcomes.js";

const bodyOf = (value: object) => rightOf(CompletionStreamRequest.read(value));
const reader = [{ kind: "CanReadAsAnyParty" }] as const;
const valid = (value: object, userId = "me") =>
  completionsStream.validate({ body: bodyOf(value), caller: callerWith(reader, { userId }) });

describe("a request for completions", () => {
  it("is of the user it names, else of the token's", () => {
    const parties = ["alice"];
    expect(rightOf(valid({ parties })).userId).to.equal("me");
    expect(rightOf(valid({ parties, userId: "bob" })).userId).to.equal("bob");
    expect(rightOf(valid({ parties, userId: "bob" }, "")).userId).to.equal("bob");
  });

  const rules: ReadonlyArray<
    readonly [what: string, body: object, userId: string, code: string, text: string]
  > = [
    ["no party", {}, "me", "MISSING_FIELD", "parties"],
    ["a malformed user", { parties: ["alice"], userId: "a b" }, "me", "INVALID_FIELD", "user_id"],
    ["no user at all", { parties: ["alice"] }, "", "INVALID_TOKEN", "user_id"],
    ["a malformed party", { parties: ["alice", "a/b"] }, "me", "INVALID_ARGUMENT", "parties[1]"],
    // the order of the checks
    ["a malformed user and no party", { userId: "a b" }, "me", "INVALID_FIELD", "user_id"],
    ["no party and no user", {}, "", "INVALID_TOKEN", "user_id"],
  ];
  for (const [what, body, userId, code, text] of rules) {
    it(`is ${code} with ${what}`, () => {
      const error = leftOf(valid(body, userId));
      expect(error.code).to.equal(code);
      expect(`${error.cause} ${error.field ?? ""}`).to.contain(text);
    });
  }

  it("is refused for another user before anything else is said of it", () => {
    const caller = callerWith([{ kind: "CanReadAs", party: "alice" }], { userId: "me" });
    for (const userId of ["bob", "a b", "ü", "x".repeat(129)]) {
      for (const parties of [[], ["alice"], ["a!"]]) {
        const known = completionsStream.validate({ body: bodyOf({ userId, parties }), caller });
        const rights = completionsStream.rights(rightOf(known));
        expect(accessError(rights, caller)).to.include({ code: "PERMISSION_DENIED" });
        expect(accessError(rights, caller)?.cause).to.contain(`about user ${userId}`);
      }
    }
  });

  it("needs to read as its parties, and to be that user or a reader of all", () => {
    expect(completionsStream.rights(rightOf(valid({ parties: ["alice", "bob"] })))).to.deep.equal([
      { kind: "same-user-or-any-reader", userId: "me" },
      { kind: "read-as", party: "alice" },
      { kind: "read-as", party: "bob" },
    ]);
  });
});

describe("a request for the completions of every user", () => {
  const validate = (parties: ReadonlyArray<string>) =>
    commandCompletionsStream.validate({
      body: { parties, beginExclusive: 0 },
      caller: callerWith(),
    });

  it("may name no party, which needs to read as any", () => {
    expect(commandCompletionsStream.rights(rightOf(validate([])))).to.deep.equal([
      { kind: "read-as-any" },
    ]);
    expect(commandCompletionsStream.rights(rightOf(validate(["alice"])))).to.deep.equal([
      { kind: "read-as", party: "alice" },
    ]);
  });

  it("must have valid party ids", () => {
    expect(leftOf(validate(["alice", ""]))).to.include({
      code: "INVALID_ARGUMENT",
      field: "parties[1]",
    });
  });
});
