import type { Ledger } from "@tallystick/node";
import { expect } from "chai";
import fc from "fast-check";
import {
  outcomeErrors,
  submissionErrors,
  submissionRights,
  validSubmission,
} from "../../../src/v2/submission/submission.js";
import { callerWith } from "../../fixtures/callers.js";
import { memoryLedger } from "../../fixtures/fake-ledger.js";
import { leftOf, rightOf } from "../../fixtures/outcomes.js";
import { type RowCalls, rowCalls } from "../../fixtures/row-calls.js";

const templateId = `${"ab".repeat(32)}:M:T`;
const create = { kind: "CreateCommand" as const, templateId, createArguments: {} };
const commands = { commands: [create], commandId: "c", actAs: ["alice"] };

describe("a submission", () => {
  let ledger: Ledger;
  let calls: RowCalls;
  before(async () => {
    ledger = await memoryLedger();
    calls = rowCalls(ledger);
  });
  after(() => ledger.close());

  it("is of the user of the token", () => {
    const valid = rightOf(validSubmission(commands, { caller: callerWith() }, calls.services));
    expect(valid).to.include({ userId: "me", commandId: "c" });
  });

  it("is of the user it names, who must be the token's", () => {
    const own = { ...commands, userId: "me" };
    const valid = rightOf(validSubmission(own, { caller: callerWith() }, calls.services));
    expect(valid.userId).to.equal("me");
    const other = { ...commands, userId: "bob" };
    const error = leftOf(validSubmission(other, { caller: callerWith() }, calls.services));
    expect(error.code).to.equal("PERMISSION_DENIED");
  });

  it("needs a user while authorization is off", () => {
    const caller = callerWith([], { userId: "" });
    const error = leftOf(validSubmission(commands, { caller }, calls.services));
    expect(error.code).to.equal("INVALID_TOKEN");
    // a published client looks for these words and continues with the subject of its own token
    expect(error.cause).to.contain("The submitted request is missing a user-id");
    const named = { ...commands, userId: "bob" };
    expect(rightOf(validSubmission(named, { caller }, calls.services)).userId).to.equal("bob");
  });

  it("needs to act as each party of actAs and to read as each other one of readAs", () => {
    const parties = fc.array(fc.constantFrom<string>("alice", "bob", "carol"), { minLength: 1 });
    const readers = fc.array(fc.constantFrom<string>("alice", "dave", "erin"));
    fc.assert(
      fc.property(parties, readers, (actAs, readAs) => {
        const submission = { caller: callerWith() };
        const valid = rightOf(
          validSubmission({ ...commands, actAs, readAs }, submission, calls.services),
        );
        const needed = submissionRights(valid).map((each) => JSON.stringify(each));
        const acting = actAs.map((party) => JSON.stringify({ kind: "act-as", party }));
        const reading = readAs
          .filter((party) => !actAs.includes(party))
          .map((party) => JSON.stringify({ kind: "read-as", party }));
        expect(new Set(needed)).to.deep.equal(new Set([...acting, ...reading]));
        expect(needed).to.have.lengthOf(new Set(needed).size);
      }),
    );
  });

  it("by a party that is not known here is UNKNOWN_INFORMEES for everybody where a package is to be chosen", () => {
    const named = { ...commands, commands: [{ ...create, templateId: "#m:M:T" }] };
    for (const caller of [callerWith(), callerWith([{ kind: "ParticipantAdmin" }])]) {
      const error = leftOf(validSubmission(named, { caller }, calls.services));
      expect(error.code).to.equal("UNKNOWN_INFORMEES");
    }
  });

  it("that is waited for can end with more errors than one that is not", () => {
    expect(outcomeErrors).to.include.members([...submissionErrors]);
    expect(outcomeErrors).to.include("DUPLICATE_COMMAND");
    expect(submissionErrors).to.not.include("DUPLICATE_COMMAND");
  });
});
