import type { Ledger } from "@tallystick/node";
import { expect } from "chai";
import { stateConnectedSynchronizers } from "../../../src/v2/state/state-connected-synchronizers.js";
import { callerWith } from "../../fixtures/callers.js";
import { memoryLedger } from "../../fixtures/fake-ledger.js";
import { leftOf, rightOf } from "../../fixtures/outcomes.js";
import { type RowCalls, rowCalls } from "../../fixtures/row-calls.js";

const row = stateConnectedSynchronizers;
const admin = callerWith([{ kind: "ParticipantAdmin" }]);

describe("GET /v2/state/connected-synchronizers", () => {
  let ledger: Ledger;
  let calls: RowCalls;
  let alice: string;
  before(async () => {
    ledger = await memoryLedger();
    calls = rowCalls(ledger);
    alice = rightOf(await ledger.allocateParty({ partyIdHint: "alice" })).party;
  });
  after(() => ledger.close());

  const permission = async (query: Readonly<Record<string, string>>, caller = admin) => {
    const answer = Object(await calls.json(row, { query, caller }));
    expect(answer.connectedSynchronizers).to.have.lengthOf.at.most(1);
    const [only] = answer.connectedSynchronizers;
    if (only === undefined) return "none";
    expect(only.synchronizerId).to.equal(ledger.synchronizerId);
    expect(ledger.synchronizerId.startsWith(`${only.synchronizerAlias}::`)).to.equal(true);
    return only.permission;
  };

  it("answers the one synchronizer to everyone who asks for no party", async () => {
    expect(await permission({}, callerWith())).to.equal("PARTICIPANT_PERMISSION_UNSPECIFIED");
    expect(await permission({ party: "" }, callerWith())).to.equal(
      "PARTICIPANT_PERMISSION_UNSPECIFIED",
    );
  });

  it("answers how a party is hosted here, and nothing for one that is not", async () => {
    const { participantId } = ledger;
    const submission = "PARTICIPANT_PERMISSION_SUBMISSION";
    expect(await permission({ party: alice })).to.equal(submission);
    expect(await permission({ party: alice, participantId })).to.equal(submission);
    expect(await permission({ party: alice, participantId: "other::1220" })).to.equal("none");
    expect(await permission({ party: "bob::1220" })).to.equal("none");
  });

  it("needs an admin or any right on the party", async () => {
    const query = { party: alice };
    expect(await calls.error(row, { query })).to.equal("PERMISSION_DENIED");
    for (const kind of ["CanReadAs", "CanActAs", "CanExecuteAs"] as const)
      expect(await permission(query, callerWith([{ kind, party: alice }]))).to.not.equal("none");
    const other = { ...query, identityProviderId: "a" };
    const readsAlice = callerWith([{ kind: "CanReadAs", party: alice }]);
    expect(await calls.error(row, { query: other, caller: readsAlice })).to.equal(
      "PERMISSION_DENIED",
    );
  });

  for (const query of [
    { party: "a/b" },
    { participantId: "a.b" },
    { participantId: "xy" },
    { party: "x".repeat(256) },
  ]) {
    it(`refuses ${JSON.stringify(query).slice(0, 40)}`, async () => {
      expect(await calls.error(row, { query, caller: admin })).to.equal("INVALID_FIELD");
    });
  }

  it("says of a participant in a public node's words what it is not", async () => {
    const causes = ["xy", "xyz"].map(async (participantId) => {
      const outcome = await calls.outcome(row, { query: { participantId }, caller: admin });
      return Object(leftOf(outcome)).publicCause;
    });
    expect(await Promise.all(causes)).to.deep.equal(
      [
        "Invalid member `PAR::xy`, expecting <three-letter-code>::id::fingerprint.",
        "Invalid unique identifier `xyz` with missing namespace.",
      ].map(
        (reason) =>
          "The submitted command has a field with invalid value: Invalid field participant_id: " +
          `Unable to convert field \`participant_id\`: ${reason}`,
      ),
    );
  });
});
