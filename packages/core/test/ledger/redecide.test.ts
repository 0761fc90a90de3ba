import { expect } from "chai";
import fc from "fast-check";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { contractOfNode } from "../../src/contracts/contract.js";
import { decodeLedgerEvent, encodeLedgerEvent } from "../../src/events/ledger-event-codec.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import { emptyLedger, evolve, type LedgerState } from "../../src/ledger/ledger-state.js";
import { redecide } from "../../src/ledger/redecide.js";
import {
  alice,
  bank,
  bob,
  carol,
  commandOf,
  createdIn,
  creates,
  disclosed,
  exercises,
  exercisesByKey,
  iou,
  iouKey,
  start,
  TestLedger,
} from "../ledger-fixture.js";
import { anyParticipantCommand, limits } from "../participant/random-administration.js";
import { Delegation, Iou, MoveFor, Transfer } from "../sample-package.js";
import { ledgerAfter, settings, steps } from "./random-history.js";

const codes = ({ context: { catalog, sha256 } }: TestLedger) => ({ catalog, sha256 });

const textOf = (event: LedgerEvent, offset: number): string =>
  encodeLedgerEvent(event, offset).data;

const readBack = ({ type }: LedgerEvent, data: string, offset: number): LedgerEvent => {
  const read = decodeLedgerEvent(type, data, offset);
  if (isLeft(read)) throw new Error(read.left.reason);
  if (read.right.type === "SubmissionPruned" || read.right.type === "EventUnread")
    throw new Error(read.right.type);
  return read.right;
};

/**
 * Decides every event of a journal again, from its text, and compares the texts.
 * @returns the types of event it met
 */
const decideAgain = (ledger: TestLedger, start: LedgerState): ReadonlySet<string> => {
  let state = start;
  const types = new Set<string>();
  for (const [at, event] of ledger.journal.entries()) {
    const text = textOf(event, at + 1);
    const again = redecide(state, readBack(event, text, at + 1), codes(ledger));
    if (isLeft(again)) throw new Error(`offset ${at + 1}: ${again.left.reason} ${text}`);
    expect(textOf(again.right, at + 1), `offset ${at + 1}`).to.equal(text);
    state = evolve(state, event);
    types.add(event.type);
    if (event.type === "TransactionCommitted")
      for (const name of Object.keys(event)) types.add(name);
  }
  return types;
};

describe("every event of a random history", () => {
  it("is decided again to the same bytes, whatever its command asked for", () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(steps, (list) => {
        const types = decideAgain(ledgerAfter(list), emptyLedger(settings));
        for (const type of types) met.add(type);
      }),
      { numRuns: 60, seed: 42 },
    );
    expect([...met]).to.include.members([
      "TransactionCommitted",
      "CommandRejected",
      "readAs",
      "packagePreference",
      "minLedgerTime",
      "requestedDeduplicationPeriod",
      "commandForms",
    ]);
  });

  it("is decided again when a contract was visible by its disclosure alone", () => {
    const ledger = new TestLedger();
    const [claim] = createdIn(ledger.commit([bank], [creates(Iou, iou())]));
    if (claim === undefined) throw new Error("nothing was created");
    const delegation = ledger.create([alice], Delegation, { principal: alice, delegate: carol });
    const move = exercises(MoveFor, delegation, { iou: claim.contractId, newOwner: bob });
    const disclosedContracts = [disclosed(contractOfNode(claim, start))];
    ledger.commit([carol], [move], { disclosedContracts });
    expect([...decideAgain(ledger, emptyLedger())]).to.include("disclosedContracts");
  });

  it("about users, parties, packages and providers is too", () => {
    const sequences = fc.array(anyParticipantCommand, { minLength: 20, maxLength: 80 });
    const met = new Set<string>();
    fc.assert(
      fc.property(sequences, (commands) => {
        const ledger = new TestLedger();
        ledger.configure(limits);
        for (const command of commands) ledger.decide(command);
        ledger.decide({ kind: "RecordFork", hash: "ab", reason: "trial" });
        ledger.decide({ kind: "RecordRestore", hash: "cd", reason: "disk", lostOffset: 900 });
        ledger.decide({ kind: "DrawDisclosureKey", key: "ef" });
        for (const type of decideAgain(ledger, emptyLedger())) met.add(type);
      }),
      { numRuns: 60, seed: 42 },
    );
    expect(met.size, [...met].join()).to.equal(18);
  });
});

describe("what parties signed outside of the node", () => {
  const signer = `signer::1220${"cd".repeat(32)}`;
  const key = (fingerprint: string) => ({ keySpec: "K", fingerprint, publicKey: "AA==" });
  const external = {
    hash: "0f".repeat(32),
    hashingScheme: "HASHING_SCHEME_VERSION_V2",
    transactionUuid: "4c6471d3-4e09-49dd-addf-6cd90e19c583",
    preparedTransaction: "AAEC",
    signatures: [],
  };
  const signed = () => {
    const ledger = new TestLedger();
    ledger.decide({
      kind: "AllocateExternalParty",
      party: signer,
      keys: [key("one")],
      threshold: 1,
      identityProviderId: "",
      userId: "",
    });
    const keys = [key("one"), key("two")];
    ledger.decide({ kind: "ChangePartyKeys", party: signer, keys, threshold: 2, serial: 2 });
    const command = commandOf({
      actAs: [signer],
      commands: [creates(Iou, iou({ issuer: signer, owner: signer }))],
    });
    const executed = ledger.decide({
      kind: "Submit",
      command,
      prepared: {
        external,
        seed: "5eed".repeat(16),
        preparationTime: start,
        minLedgerTime: undefined,
        maxLedgerTime: undefined,
        maxRecordTime: undefined,
        inputs: new Set(),
        keySerials: new Map([[signer, 2]]),
        differs: () => undefined,
      },
    });
    return { ledger, executed };
  };

  it("is decided again to the same bytes: the party, its keys, the execution", () => {
    const { ledger, executed } = signed();
    expect(isLeft(executed) ? executed.left : executed.right[0]?.type).to.equal(
      "TransactionCommitted",
    );
    const types = decideAgain(ledger, emptyLedger());
    expect([...types]).to.include.members(["PartyKeysChanged", "external"]);
  });

  it("has the update id that was signed, and contract ids of the signed seed", () => {
    const { executed } = signed();
    const [event] = isLeft(executed) ? [] : executed.right;
    if (event?.type !== "TransactionCommitted") throw new Error("not committed");
    expect(event.updateId).to.equal(`1220${external.hash}`);
    expect(event.nodes[0]?.contractId).to.match(/^00(5eed){14}00000000ca01/);
  });
});

describe("an event that was not decided by these rules", () => {
  const scene = () => {
    const ledger = new TestLedger();
    ledger.commit([bank], [creates(Iou, iou())]);
    const before = ledger.state;
    const event = ledger.commit([alice], [exercisesByKey(Transfer, iouKey(), { newOwner: bob })]);
    return { ledger, before, event };
  };

  it("gives another one when a party saw what it had no right to see", () => {
    const { ledger, before, event } = scene();
    const forged = { ...event, actAs: [bank] };
    const again = redecide(before, forged, codes(ledger));
    expect(isLeft(again) && again.left.reason).to.contain("DAML_AUTHORIZATION_ERROR");
  });

  it("gives another one when its result was changed", () => {
    const { ledger, before, event } = scene();
    const [node, ...others] = event.nodes;
    if (node?.kind !== "exercise") throw new Error("no exercise");
    const forged = { ...event, nodes: [{ ...node, result: "00" }, ...others] };
    const again = redecide(before, forged, codes(ledger));
    const offset = before.offset + 1;
    expect(isRight(again) && textOf(again.right, offset)).to.equal(textOf(event, offset));
    expect(isRight(again) && textOf(again.right, offset)).to.not.equal(textOf(forged, offset));
  });

  it("is not decided when its nodes are not those of its commands", () => {
    const { ledger, before, event } = scene();
    const forms = [["create"], ["createAndExercise"], ["exerciseByKey", "exercise"], []] as const;
    for (const commandForms of forms) {
      const again = redecide(before, { ...event, commandForms }, codes(ledger));
      expect(isLeft(again) && again.left.reason, commandForms.join()).to.match(/root node|command/);
    }
  });

  it("is none when its command leaves nothing now", () => {
    const ledger = new TestLedger();
    const again = redecide(
      ledger.state,
      { type: "LedgerInitialized", participantId: "p", synchronizerId: "s", recordTime: 0 },
      codes(ledger),
    );
    expect(isLeft(again) && again.left.reason).to.equal(
      "the command now produces no LedgerInitialized, but 0 other events",
    );
  });
});
