import { changeIdOf } from "../../src/ledger/deduplication.js";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { canonicalJson, type Json } from "../../src/values/json.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import { decodeLedgerEvent, encodeLedgerEvent } from "../../src/events/ledger-event-codec.js";
import { emptyLedger, evolve, evolveAll, type LedgerState } from "../../src/ledger/ledger-state.js";
import { entriesOf, getIn, type PersistentMap } from "../../src/collections/persistent-map.js";
import { itemsOf } from "../../src/collections/persistent-queue.js";
import { keyIdOf } from "../../src/contracts/transaction.js";
import { alice, bank, bob, exercises, iou, partyOf, start, TestLedger } from "../ledger-fixture.js";
import { Iou, Lab, Transfer } from "../sample-package.js";
import { commandsOf, ledgerAfter, settings, steps } from "./random-history.js";

const entries = <V>(map: PersistentMap<V>): ReadonlyArray<readonly [string, V]> =>
  [...entriesOf(map)].sort(([a], [b]) => (a < b ? -1 : 1));

/** Everything a state says, as text. */
const contentOf = (state: LedgerState): string => {
  const content = {
    offset: state.offset,
    recordTime: state.recordTime,
    contracts: entries(state.contracts),
    keys: entries(state.keys),
    accepted: entries(state.deduplication.accepted),
    recent: [...itemsOf(state.deduplication.recent)],
    periods: [...itemsOf(state.deduplication.periods), state.deduplication.current],
    prunedOffset: state.deduplication.prunedOffset,
    participantId: state.participant.participantId,
    parties: entries(state.participant.parties),
    users: entries(state.participant.users),
    usersMadeOnce: state.participant.usersMadeOnce,
    packages: entries(state.participant.packages),
    vettingSerial: state.participant.vetting.serial,
    vettingExceptions: entries(state.participant.vetting.exceptions),
    identityProviders: entries(state.participant.identityProviders),
  };
  return canonicalJson(JSON.parse(JSON.stringify(content)) as Json); // border: parsed text is JSON
};

/**
 * Follows the journal with plain maps: which contracts are active, and that none is used up twice.
 */
const activeContracts = (journal: ReadonlyArray<LedgerEvent>): ReadonlySet<string> => {
  const active = new Set<string>();
  const seen = new Set<string>();
  for (const event of journal) {
    if (event.type !== "TransactionCommitted") continue;
    for (const node of event.nodes) {
      if (node.kind === "create") {
        expect(seen.has(node.contractId), "a contract id is used once").to.equal(false);
        seen.add(node.contractId);
        active.add(node.contractId);
      } else {
        expect(active.has(node.contractId), "only active contracts are exercised").to.equal(true);
        if (node.consuming) active.delete(node.contractId);
      }
    }
  }
  return active;
};

describe("the state after any commands", () => {
  it("comes about in sequences that accept, refuse and reject", () => {
    const sample = fc.sample(steps, { numRuns: 40, seed: 7 }).map((each) => ledgerAfter(each));
    const types = new Set(sample.flatMap(({ journal }) => journal.map(({ type }) => type)));
    expect([...types]).to.include.members([
      "TransactionCommitted",
      "CommandRejected",
      "PartyAllocated",
      "UserCreated",
      "UserRightsGranted",
    ]);
    const consumed = sample
      .flatMap(({ journal }) => journal)
      .filter(
        (event) =>
          event.type === "TransactionCommitted" &&
          event.nodes.some((node) => node.kind === "exercise" && node.consuming),
      );
    expect(consumed.length).to.be.greaterThan(20);
  });

  it("is the same folded event by event, all at once, or from what the journal's text says", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { state, journal } = ledgerAfter(list);
        const content = contentOf(state);
        const one = journal.reduce((folded, event) => evolve(folded, event), emptyLedger(settings));
        expect(contentOf(one)).to.equal(content);
        expect(contentOf(evolveAll(emptyLedger(settings), journal))).to.equal(content);
        const read = journal.map((event, at) => {
          const { type, data } = encodeLedgerEvent(event, at + 1);
          const decoded = decodeLedgerEvent(type, data, at + 1);
          if (isLeft(decoded)) throw new Error(decoded.left.reason);
          return decoded.right;
        });
        expect(contentOf(evolveAll(emptyLedger(settings), read))).to.equal(content);
        const half = Math.floor(journal.length / 2);
        const resumed = evolveAll(
          evolveAll(emptyLedger(settings), journal.slice(0, half)),
          journal.slice(half),
        );
        expect(contentOf(resumed)).to.equal(content);
      }),
      { numRuns: 60 },
    );
  });

  it("does not depend on the seed of its maps", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { state, journal } = ledgerAfter(list);
        const other = evolveAll(emptyLedger({ ...settings, hashSeed: 99 }), journal);
        expect(contentOf(other)).to.equal(contentOf(state));
      }),
      { numRuns: 20 },
    );
  });

  it("has exactly the contracts that were created and not consumed, none consumed twice", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { state, journal } = ledgerAfter(list);
        const active = [...activeContracts(journal)].sort();
        expect(entries(state.contracts).map(([id]) => id)).to.deep.equal(active);
        expect(state.contracts.size).to.equal(active.length);
      }),
      { numRuns: 60 },
    );
  });

  it("has a key for each active contract with one, and no other", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { state } = ledgerAfter(list);
        const wanted = entries(state.contracts).flatMap(([id, { key, packageName, templateId }]) =>
          key === undefined
            ? []
            : [[keyIdOf(packageName, templateId.slice(templateId.indexOf(":") + 1), key), id]],
        );
        expect(entries(state.keys)).to.deep.equal(
          wanted.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("counts every event, and its record times never go back", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { state, journal } = ledgerAfter(list);
        expect(state.offset).to.equal(journal.length);
        const times = journal.map(({ recordTime }) => recordTime);
        expect(times).to.deep.equal([...times].sort((a, b) => a - b));
        expect(state.recordTime).to.equal(times.at(-1));
      }),
      { numRuns: 40 },
    );
  });

  it("leaves every earlier state as it was", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const ledger = new TestLedger({}, emptyLedger(settings));
        ledger.configure({ deduplicationWindowMicros: 3_000 });
        const earlier: Array<readonly [LedgerState, string]> = [];
        for (const at of list) {
          earlier.push([ledger.state, contentOf(ledger.state)]);
          ledger.decide(commandsOf(ledger, at));
        }
        for (const [state, content] of earlier) expect(contentOf(state)).to.equal(content);
      }),
      { numRuns: 20 },
    );
  });

  it("reports for every accepted command a period that begins after the last one of its change id", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { journal } = ledgerAfter(list);
        const accepted = new Map<string, number>();
        for (const [index, event] of journal.entries()) {
          if (event.type !== "TransactionCommitted") continue;
          const reported = event.deduplicationPeriod;
          const from = reported.kind === "offset" ? reported.offset : -1;
          expect(from).to.be.at.least(accepted.get(changeIdOf(event)) ?? 0);
          accepted.set(changeIdOf(event), index + 1);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("an event that finds nothing to change", () => {
  it("is folded all the same", () => {
    const rights: LedgerEvent = {
      type: "UserRightsGranted",
      userId: "nobody",
      rights: [{ kind: "ParticipantAdmin" }],
      recordTime: start,
    };
    const state = evolve(emptyLedger(), rights);
    expect(state.offset).to.equal(1);
    expect(state.participant.users.size).to.equal(0);
  });

  it("leaves the key of a successor alone when the predecessor's archive is folded after its create", () => {
    const ledger = new TestLedger();
    const first = ledger.create([bank], Iou, iou());
    const event = ledger.commit([bank, alice], [exercises(Transfer, first, { newOwner: bob })]);
    const swapped: LedgerEvent = { ...event, nodes: [...event.nodes].reverse() };
    const before = evolveAll(emptyLedger(), ledger.journal.slice(0, -1));
    const [, created] = event.nodes;
    const folded = evolve(before, swapped);
    expect(entries(folded.keys).map(([, id]) => id)).to.deep.equal([created?.contractId]);
    expect(contentOf(folded)).to.equal(contentOf(ledger.state));
    expect(getIn(folded.contracts, first)).to.equal(undefined);
  });

  it("of a lab, which has no key, changes no keys", () => {
    const ledger = new TestLedger();
    ledger.create([alice], Lab, { owner: alice });
    expect(ledger.state.keys.size).to.equal(0);
    expect(partyOf("alice")).to.equal(alice);
  });
});
