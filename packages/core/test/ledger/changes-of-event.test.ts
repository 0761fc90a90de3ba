import { expect } from "chai";
import fc from "fast-check";
import { entriesOf } from "../../src/collections/persistent-map.js";
import { type Contract, contractOfNode } from "../../src/contracts/contract.js";
import { keyIdOfContract } from "../../src/contracts/transaction.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import type { ParticipantEvent } from "../../src/events/participant-event.js";
import type { TransactionCommitted } from "../../src/events/submission-event.js";
import type { PastEvent } from "../../src/events/submission-pruned.js";
import type { CreateNode } from "../../src/events/transaction-node.js";
import { type Acceptance, acceptanceOf } from "../../src/ledger/accepted-changes.js";
import {
  type AdministrationEvent,
  changesOf,
  transientContracts,
} from "../../src/ledger/changes-of-event.js";
import { changeIdOf } from "../../src/ledger/deduplication.js";
import { executionIdOf } from "../../src/ledger/execution-id.js";
import {
  emptyParticipant,
  evolveParticipant,
  type ParticipantState,
} from "../../src/participant/participant-state.js";
import { ledgerAfter, settings, steps } from "./random-history.js";

const key = { value: { number: "5" }, maintainers: ["alice"] };

const create: CreateNode = {
  kind: "create",
  nodeId: 0,
  contractId: "00a",
  templateId: "pid:Main:Account",
  packageName: "pack",
  payload: {},
  signatories: ["alice"],
  observers: [],
  key,
};

const exercise = {
  kind: "exercise" as const,
  nodeId: 1,
  contractId: "00b",
  templateId: "other:Main:Account",
  packageName: "pack",
  choice: "Archive",
  argument: {},
  actingParties: ["alice"],
  consuming: true,
  result: {},
  lastDescendantNodeId: 1,
  signatories: ["alice"],
  observers: [],
};

const transaction: TransactionCommitted = {
  type: "TransactionCommitted",
  updateId: "1220",
  userId: "user",
  commandId: "c",
  submissionId: "s",
  workflowId: "",
  actAs: ["alice"],
  recordTime: 11,
  deduplicationPeriod: { kind: "empty" },
  effectiveAt: 10,
  seed: "",
  nodes: [create, exercise, { ...exercise, nodeId: 2, consuming: false }],
};

const none = { created: [], createdAt: 0, archived: [], changeIds: [], submissionId: "" };

describe("The changes of an event", () => {
  it("are the creates, archives and the change id of a transaction", () => {
    expect(changesOf(transaction)).to.deep.equal({
      created: [create],
      createdAt: 10,
      archived: [exercise],
      changeIds: [changeIdOf(transaction)],
      submissionId: "s",
    });
  });

  it("are all of its nodes where these are all of a kind", () => {
    expect(changesOf({ ...transaction, nodes: [create] })).to.deep.include({
      created: [create],
      archived: [],
    });
    expect(changesOf({ ...transaction, nodes: [exercise, exercise] })).to.deep.include({
      created: [],
      archived: [exercise, exercise],
    });
  });

  it("include that a prepared transaction was executed", () => {
    const external = {
      hash: "",
      hashingScheme: "",
      transactionUuid: "uuid",
      preparedTransaction: "",
      signatures: [],
    };
    const { changeIds } = changesOf({ ...transaction, nodes: [], external });
    expect(changeIds).to.deep.equal([changeIdOf(transaction), executionIdOf("uuid")]);
  });

  it("are what is left of a pruned submission", () => {
    const event = { type: "SubmissionPruned" as const, recordTime: 11, length: 5 };
    expect(changesOf(event)).to.deep.equal(none);
    const left = { submissionId: "s", changes: ["x"], archived: [exercise] };
    expect(changesOf({ ...event, ...left })).to.deep.equal({
      ...none,
      submissionId: "s",
      changeIds: ["x"],
      archived: [exercise],
    });
  });

  const ADMINISTRATION: ReadonlyArray<readonly [PastEvent, boolean]> = [
    [{ type: "JournalForked", offset: 1, hash: "", reason: "", recordTime: 1 }, false],
    [{ type: "JournalRestored", offset: 1, hash: "", reason: "", recordTime: 1 }, false],
    [{ type: "DisclosureKeyDrawn", key: "", recordTime: 1 }, false],
    [{ type: "SigningKeyPublished", publicKey: "", recordTime: 1 }, true],
    [{ type: "UserDeleted", userId: "u", recordTime: 1 }, true],
  ];
  for (const [event, isAdministration] of ADMINISTRATION) {
    it(`are ${isAdministration ? "the event itself" : "none"} for ${event.type}`, () => {
      const expected = isAdministration ? { ...none, administration: event } : none;
      expect(changesOf(event)).to.deep.equal(expected);
    });
  }

  it("name the contracts that come and go in one transaction", () => {
    const changes = changesOf({
      ...transaction,
      nodes: [create, { ...exercise, contractId: "00a" }],
    });
    expect([...transientContracts(changes)]).to.deep.equal(["00a"]);
    for (const nodes of [[create], [exercise], [create, exercise], []])
      expect(transientContracts(changesOf({ ...transaction, nodes })).size).to.equal(0);
  });
});

const isOfParticipant = (event: AdministrationEvent): event is ParticipantEvent =>
  !["ConfigurationApplied", "SigningKeyPublished", "JournalPruned"].includes(event.type);

/** Folds changes into plain maps, without any of the shortcuts of `evolve`. */
const naiveFold = (journal: ReadonlyArray<LedgerEvent>) => {
  const contracts = new Map<string, Contract>();
  const keys = new Map<string, string>();
  const accepted = new Map<string, Acceptance>();
  let participant = emptyParticipant(settings.hashSeed);
  for (const [index, event] of journal.entries()) {
    const { created, createdAt, archived, changeIds, submissionId, administration } =
      changesOf(event);
    for (const node of created) {
      const contract = contractOfNode(node, createdAt);
      contracts.set(node.contractId, contract);
      const keyId = keyIdOfContract(contract);
      if (keyId !== undefined) keys.set(keyId, node.contractId);
    }
    for (const { contractId } of archived) {
      contracts.delete(contractId);
      for (const [keyId, holder] of keys) if (holder === contractId) keys.delete(keyId);
    }
    const { recordTime } = event;
    for (const changeId of changeIds)
      accepted.set(changeId, { offset: index + 1, recordTime, submissionId });
    if (administration !== undefined && isOfParticipant(administration))
      participant = evolveParticipant(participant, administration);
  }
  return { contracts, keys, accepted, participant };
};

const sorted = (entries: Iterable<readonly [string, unknown]>) =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

const contentOf = ({ parties, users, packages, ...rest }: ParticipantState) => [
  sorted(entriesOf(parties)),
  sorted(entriesOf(users)),
  sorted(entriesOf(packages)),
  sorted(entriesOf(rest.identityProviders)),
  rest.usersMadeOnce,
  rest.participantId,
];

describe("Changes folded one after the other", () => {
  it("give the contracts, keys, accepted commands and participant that evolve gives", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { state, journal } = ledgerAfter(list);
        const folded = naiveFold(journal);
        expect(sorted(entriesOf(state.contracts))).to.deep.equal(sorted(folded.contracts));
        expect(sorted(entriesOf(state.keys))).to.deep.equal(sorted(folded.keys));
        // evolve forgets what has left the window, some of it later
        const { prunedOffset } = state.deduplication;
        for (const [changeId, acceptance] of folded.accepted) {
          if (acceptance.offset > prunedOffset)
            expect(acceptanceOf(state.deduplication, changeId)).to.deep.equal(acceptance);
        }
        for (const [changeId, acceptance] of entriesOf(state.deduplication.accepted))
          expect(folded.accepted.get(changeId)).to.deep.equal(acceptance);
        expect(contentOf(state.participant)).to.deep.equal(contentOf(folded.participant));
      }),
      { numRuns: 60 },
    );
  });
});
