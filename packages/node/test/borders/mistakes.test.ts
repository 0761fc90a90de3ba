import { expect } from "chai";
import { everythingFor } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import { LedgerFailure } from "../../src/ledger/or-throw.js";
import { iouPackage } from "../iou-package.js";
import { allocate, openTest } from "../test-ledger.js";
import { functionsOf } from "./hostile-values.js";

const [Iou] = iouPackage.templates;
const [Transfer] = iouPackage.choices ?? [];
const as = { actAs: "alice" };
const payload = { issuer: "alice", owner: "alice", amount: "1" };
const eventFormat = everythingFor("alice");
const command = { kind: "CreateCommand", templateId: "#a:B:C", createArguments: {} };
const submission = { commands: [command], commandId: "c", actAs: ["alice"], userId: "u" };

/** A function, what is given to it, and how the sentence begins that is answered. */
type Row = readonly [path: string, given: ReadonlyArray<unknown>, says: string];

const commands: ReadonlyArray<Row> = [
  ["submit", [], "missing, expected an object (Submission)"],
  ["submit", [{ ...submission, actAs: "alice" }], 'actAs: expected an array, found "alice"'],
  ["submit", [{ ...submission, commands: [{}] }], "commands[0].kind: missing, expected one of"],
  ["submit", [{ ...submission, workflowId: 5 }], "workflowId: expected a string, found the number"],
  ["submit", [submission, "alice"], 'submitter: expected an object (Submitter), found "alice"'],
  ["submit", [submission, { user: "u" }], "submitter.user: unknown field; did you mean userId?"],
  ["submitAndWait", [null], "expected an object (Submission), found null"],
  ["validate", [{ ...submission, commandId: 7 }], "commandId: expected a string, found the number"],
  ["create", [], "template: missing, expected a template, as `template(...)` makes it"],
  ["create", ["Iou", payload, as], "template: expected a template, as `template(...)` makes it"],
  ["create", [Iou, payload], "as: missing, expected an object (SubmitAs)"],
  ["create", [Iou, payload, "alice"], 'as: expected an object (SubmitAs), found "alice"'],
  ["create", [Iou, payload, { actas: "a" }], "as.actas: unknown field; did you mean actAs?"],
  ["create", [Iou, payload, {}], "as.actAs: missing, expected a party id, or an array of them"],
  ["create", [Iou, payload, { ...as, readAs: "b" }], 'as.readAs: expected an array, found "b"'],
  ["create", [Iou, undefined, as], "payload: expected"],
  ["create", [Iou, { ...payload, amount: 1 }, as], "payload.amount: expected a decimal as text"],
  ["create", [Iou, { ...payload, amuont: "1" }, as], "payload.amuont: there is no such field"],
  ["exercise", [Iou, "c", {}, as], "choice: expected a choice, as `choice(...)` makes it"],
  ["exercise", [Transfer, 5, {}, as], "contractId: expected a contract id, found number"],
  ["exercise", [Transfer, "c", { owner: "a" }, as], "argument.owner: there is no such field"],
  ["exerciseByKey", [Iou, Transfer, {}, {}, as], "template: Iou:Iou has no key"],
  ["transact", ["create", as], "steps: expected an array of steps"],
  ["transact", [[{ kind: "make" }], as], "step: expected a result of step.create or step.exercise"],
  ["active", [Iou, { at: "now" }], "wanted.at: expected a whole number"],
  ["active", [Iou, { partys: "a" }], "wanted.partys: unknown field; did you mean party?"],
  ["active", [Iou, { party: [] }], "party: expected a party id, or an array of at least one"],
  ["fetch", [Iou, undefined], "contractId: expected a contract id, found undefined"],
  ["follow", [Iou, { after: -0.5 }], "from.after: expected a whole number"],
];

const reading: ReadonlyArray<Row> = [
  ["queries.updates", [{}], "query.beginExclusive: missing, expected a whole number"],
  ["queries.updates", [{ beginExclusive: 0 }], "query.updateFormat: missing, expected an object"],
  ["queries.completions", [{ parties: "a" }], 'query.parties: expected an array, found "a"'],
  ["queries.activeContracts", [{ eventFormat }], "query.activeAtOffset: missing, expected"],
  ["queries.activeContractsPage", [{ eventFormat: [] }], "query.eventFormat: expected an object"],
  ["queries.activeContractsPage", [{ eventFormat, limit: 1 }], "query.limit: unknown field; known"],
  ["queries.transaction", [{ at: 5 }], "query.at: expected an object with exactly one of the keys"],
  ["queries.update", [{ at: {} }], "query.at: expected an object with exactly one of the keys"],
  ["queries.contract", [{ contractId: "c" }], "query.queryingParties: missing, expected an array"],
  ["queries.contractEvents", ["c"], "query: expected an object (ContractEventsQuery), found"],
  ["queries.turn", [{ signal: 5 }], "readFor.signal: expected an AbortSignal, found the number 5"],
  ["queries.updatesPageInParts", [{}, {}], "query.updateFormat: missing, expected an object"],
  ["catalog.templatesMatching", [5], "reference: expected a string, found the number 5"],
  ["catalog.packageInfo", [], "packageId: missing, expected a string"],
  ["parties", [{}], "query.after: missing, expected a string"],
  ["party", [{}], "party: expected a string, found an object"],
  ["users", ["a"], 'query: expected an object (PageQuery), found "a"'],
  ["user", [7n], "userId: expected a string, found the bigint 7"],
  [
    "transactionAt",
    ["1"],
    'offset: expected a whole number of at least -9007199254740991, found "1"',
  ],
  ["waitForOffset", [1], "timeoutMs: missing, expected a whole number from 0 to 2147483647"],
  ["onLedgerEnd", ["me"], 'listener: expected a function, found "me"'],
  ["onPreferredWriter", ["me"], 'listener: expected a function, found "me"'],
  ["prune", [1.5], "offset: expected a whole number"],
];

const signing: ReadonlyArray<Row> = [
  ["prepareSubmission", [{}], "missing, expected an object (Submission)"],
  ["prepareSubmission", [{ submission: {} }], "commands: missing, expected an array"],
  [
    "executeSubmission",
    [{ prepared: 1 }],
    "request.prepared: expected an object (ReceivedPrepared)",
  ],
  [
    "generateExternalPartyTopology",
    [{ partyHint: "p", publicKey: "k" }],
    "request.publicKey: expected a key, as `publicKeyFrom` reads it",
  ],
  [
    "allocateExternalParty",
    [{ transactions: {} }],
    "request.transactions: expected an array, found",
  ],
  ["changePartyKeys", [], "request: missing, expected an object (ChangePartyKeys)"],
];

/** What is answered, thrown or rejected. */
const answerOf = async (answer: unknown): Promise<unknown> => {
  if (typeof answer !== "object" || answer === null || !(Symbol.asyncIterator in answer))
    return answer;
  // border: it gives its items one by one
  for await (const item of answer as AsyncIterable<unknown>) return item;
  return undefined;
};

describe("A mistake of a caller", () => {
  for (const [path, given, says] of [...commands, ...reading, ...signing]) {
    it(`is named by ${path}, and changes nothing: ${says}`, async () => {
      const ledger = await openTest();
      await allocate(ledger, "alice");
      const end = ledger.ledgerEnd();
      const found = functionsOf(ledger).find((each) => each.path === path);
      let error: unknown;
      try {
        const answered = await answerOf(await found?.call(...given));
        // border: every answer here is an Either
        const either = answered as Parameters<typeof isLeft>[0];
        error = isLeft(either) ? either.left : undefined;
      } catch (thrown) {
        expect(thrown).to.be.instanceOf(LedgerFailure);
        error = Object(thrown).error;
      }
      expect(error).to.have.property("code", "INVALID_ARGUMENT");
      expect(String(Object(error).cause)).to.include(says);
      expect(ledger.ledgerEnd()).to.equal(end);
      expect(ledger.unreadyReason()).to.equal(undefined);
    });
  }
});
