import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { specification } from "../../src/ledger/given-when-then.js";
import { emptyLedger } from "../../src/ledger/ledger-state.js";
import { alice, commandOf, contextOf, creates, foundation, start } from "../ledger-fixture.js";
import { Lab } from "../sample-package.js";

const { given } = specification(contextOf());
const submit = (changes = {}) =>
  ({
    kind: "Submit",
    command: commandOf({ commands: [creates(Lab, { owner: alice })], ...changes }),
  }) as const;
const allocate = {
  kind: "AllocateParty",
  partyIdHint: "dora",
  annotations: {},
  identityProviderId: "",
  synchronizerId: "",
  userId: "",
} as const;
const far = submit({ minLedgerTimeAbs: BigInt(start + 61_000_000) });

describe("given, when, then", () => {
  it("holds when the events are the ones expected, in any order of their fields", () => {
    const { decision, then } = given(foundation).when(allocate);
    if (isLeft(decision)) throw new Error(decision.left.cause);
    then(decision.right);
    const [event] = decision.right;
    if (event?.type !== "PartyAllocated") throw new Error("no party");
    const { type, party, annotations, identityProviderId, recordTime } = event;
    then([{ recordTime, identityProviderId, annotations, party, type }]);
  });

  it("holds for errors and rejections of the expected code", () => {
    given([]).when(submit()).thenError("NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT");
    given(foundation).when(far).thenRejected("LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND");
  });

  const failing: ReadonlyArray<readonly [string, () => void, string]> = [
    ["an event differs", () => given(foundation).when(allocate).then([]), "expected []"],
    ["it was refused", () => given([]).when(submit()).then([]), "rejected with NO_SYNCHRONIZER"],
    [
      "an event is missing",
      () =>
        given(foundation)
          .when(allocate, { now: start + 1 })
          .then(foundation.slice(4)),
      `"recordTime":${start + 1}`,
    ],
    [
      "it was accepted",
      () => given(foundation).when(allocate).thenError("INVALID_ARGUMENT"),
      "accepted with",
    ],
    [
      "it was refused with another code",
      () => given([]).when(submit()).thenError("INVALID_ARGUMENT"),
      "expected INVALID_ARGUMENT",
    ],
    [
      "it was committed, not rejected",
      () => given(foundation).when(submit()).thenRejected("DUPLICATE_COMMAND"),
      "not rejected: TransactionCommitted",
    ],
    [
      "it was refused, not rejected",
      () => given([]).when(submit()).thenRejected("DUPLICATE_COMMAND"),
      "not rejected",
    ],
    [
      "it was rejected with another code",
      () => given(foundation).when(far).thenRejected("DUPLICATE_COMMAND"),
      "LOCAL_VERDICT",
    ],
  ];
  for (const [name, attempt, message] of failing) {
    it(`fails, showing both sides, when ${name}`, () => {
      expect(attempt).to.throw(message);
    });
  }

  it("gives the state after the decision, and the one before when there was none", () => {
    expect(given(foundation).when(submit()).state.contracts.size).to.equal(1);
    expect(given(foundation).when(submit({ actAs: ["zoe"] })).state.offset).to.equal(
      foundation.length,
    );
  });

  it("starts from the state it is given", () => {
    const settings = { hashSeed: 7 };
    const { state } = specification(contextOf(), emptyLedger(settings))
      .given(foundation)
      .when(allocate);
    expect(state.settings).to.equal(settings);
  });
});
