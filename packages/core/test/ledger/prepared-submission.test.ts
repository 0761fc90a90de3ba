import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { decide } from "../../src/ledger/decide.js";
import { emptyLedger, evolveAll } from "../../src/ledger/ledger-state.js";
import {
  boundedLedgerTime,
  type PreparedSubmission,
  preparationDistanceOf,
} from "../../src/ledger/prepared-submission.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import { commandOf, contextOf, creates, foundation, start } from "../ledger-fixture.js";
import { Lab } from "../sample-package.js";

const second = 1_000_000;
const day = 24 * 3600 * second;
const party = `dora::1220${"cd".repeat(32)}`;
const hosted: ReadonlyArray<LedgerEvent> = [
  ...foundation,
  { type: "PartyAllocated", party, annotations: {}, identityProviderId: "", recordTime: start },
  { type: "PartyKeysChanged", party, keys: [], threshold: 1, serial: 1, recordTime: start },
];
const prepared: PreparedSubmission = {
  external: {
    hash: "00",
    hashingScheme: "HASHING_SCHEME_VERSION_V2",
    transactionUuid: "uuid-1",
    preparedTransaction: "AA==",
    signatures: [],
  },
  seed: "5e".repeat(32),
  preparationTime: start,
  minLedgerTime: undefined,
  maxLedgerTime: undefined,
  maxRecordTime: undefined,
  inputs: new Set(),
  keySerials: new Map([[party, 1]]),
  differs: () => undefined,
};
const command = commandOf({ actAs: [party], commands: [creates(Lab, { owner: party })] });

const execute = (
  changes: Partial<PreparedSubmission> = {},
  { history = hosted, now = start, commandId = "command", userId = "user" } = {},
) =>
  decide(
    evolveAll(emptyLedger(), history),
    {
      kind: "Submit",
      command: { ...command, commandId, userId },
      prepared: { ...prepared, ...changes },
    },
    contextOf({ now, receivedAt: now }),
  );

const outcome = (decided: ReturnType<typeof execute>): string => {
  if (isLeft(decided)) return `refused ${decided.left.code}`;
  const [event] = decided.right;
  return event?.type === "CommandRejected" ? event.error.code : (event?.type ?? "nothing");
};

const committed = (): ReadonlyArray<LedgerEvent> => {
  const decided = execute();
  if (isLeft(decided)) throw new Error(decided.left.cause);
  return [...hosted, ...decided.right];
};

describe("executing a prepared submission", () => {
  it("commits one transaction that keeps what was signed, with the ids its seed fixes", () => {
    const event = committed().at(-1);
    if (event?.type !== "TransactionCommitted") throw new Error("not committed");
    expect(event.external).to.deep.equal(prepared.external);
    const [node] = event.nodes;
    expect(node?.contractId.slice(2, 58)).to.equal(prepared.seed.slice(0, 56));
  });

  for (const [what, changes, options, expected] of [
    [
      "keys that changed after the check",
      { keySerials: new Map([[party, 2]]) },
      {},
      "refused FAILED_TO_EXECUTE_TRANSACTION",
    ],
    [
      "a preparation more than a day ago",
      {},
      { now: start + day + 1 },
      "LOCAL_VERDICT_PREPARATION_TIME_OUT_OF_BOUND",
    ],
    [
      "a preparation more than a day ahead",
      { preparationTime: start + day + 1 },
      {},
      "LOCAL_VERDICT_PREPARATION_TIME_OUT_OF_BOUND",
    ],
    ["a preparation of a day ago", {}, { now: start + day }, "TransactionCommitted"],
    [
      "a record time after the latest allowed",
      { maxRecordTime: start - 1 },
      {},
      "LOCAL_VERDICT_MAX_RECORD_TIME_EXCEEDED",
    ],
    ["the latest record time allowed", { maxRecordTime: start }, {}, "TransactionCommitted"],
    [
      "an input that is not active",
      { inputs: new Set(["00ab"]) },
      {},
      "LOCAL_VERDICT_INACTIVE_CONTRACTS",
    ],
    [
      "a ledger time too far behind",
      { maxLedgerTime: start - 60 * second - 1 },
      {},
      "LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND",
    ],
    [
      "a ledger time that is not reached",
      { minLedgerTime: start + 1 },
      {},
      "LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND",
    ],
    [
      "a ledger time just near enough",
      { maxLedgerTime: start - 60 * second },
      {},
      "TransactionCommitted",
    ],
    [
      "another transaction than was signed",
      { differs: () => "node 0 differs" },
      {},
      "LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK",
    ],
  ] as const) {
    it(`gives ${expected} for ${what}`, () => {
      expect(outcome(execute(changes, options))).to.equal(expected);
    });
  }

  it("happens once by change id, and once by UUID under another change id or user", () => {
    const history = committed();
    expect(outcome(execute({}, { history }))).to.equal("DUPLICATE_COMMAND");
    expect(outcome(execute({}, { history, commandId: "other" }))).to.equal(
      "DUPLICATE_CONFIRMATION_REQUEST_UUID",
    );
    expect(outcome(execute({}, { history, userId: "other" }))).to.equal(
      "DUPLICATE_CONFIRMATION_REQUEST_UUID",
    );
    const fresh = { external: { ...prepared.external, transactionUuid: "uuid-2" } };
    expect(outcome(execute(fresh, { history, commandId: "other" }))).to.equal(
      "TransactionCommitted",
    );
  });

  it("takes the ledger time that was signed", () => {
    const decided = execute({ minLedgerTime: start - second, maxLedgerTime: start - second });
    if (isLeft(decided)) throw new Error(decided.left.cause);
    const [event] = decided.right;
    expect(event?.type === "TransactionCommitted" && event.effectiveAt).to.equal(start - second);
  });
});

describe("preparationDistanceOf", () => {
  it("is a day, or half of what is remembered when that is less", () => {
    expect(preparationDistanceOf(7 * day)).to.equal(day);
    expect(preparationDistanceOf(day)).to.equal(day / 2);
  });
});

describe("boundedLedgerTime", () => {
  it("moves the time into the bounds", () => {
    const bounded = (minLedgerTime?: number, maxLedgerTime?: number) =>
      boundedLedgerTime(5, { ...prepared, minLedgerTime, maxLedgerTime });
    expect([
      bounded(),
      bounded(7),
      bounded(undefined, 3),
      bounded(3, 7),
      bounded(2, 2),
    ]).to.deep.equal([5, 7, 3, 5, 2]);
  });
});
