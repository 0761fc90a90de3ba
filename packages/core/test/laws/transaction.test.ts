import { expect } from "chai";
import fc from "fast-check";
import type { TransactionCommitted } from "../../src/events/submission-event.js";
import type {
  CreateNode,
  ExerciseNode,
  TransactionNode,
} from "../../src/events/transaction-node.js";
import { informeesOf, stakeholdersOf, witnessesOf } from "../../src/events/witnesses.js";
import { ledgerAfter, steps } from "../ledger/random-history.js";

// What is true of every transaction, looked at from its nodes alone: nothing here calls the
// interpreter, so that a rule it forgot is found.

/** The transactions of each of many histories, the same every time. */
const committed = fc
  .sample(steps, { numRuns: 120, seed: 20_260_101 })
  .map((all) =>
    ledgerAfter(all).journal.flatMap((event) =>
      event.type === "TransactionCommitted" ? [event] : [],
    ),
  );

const histories = (check: (transactions: ReadonlyArray<TransactionCommitted>) => void): void =>
  committed.forEach(check);

/** Exercises around a node, from the outside in. */
const around = (nodes: ReadonlyArray<TransactionNode>, at: number): ReadonlyArray<ExerciseNode> =>
  nodes
    .slice(0, at)
    .filter(
      (node): node is ExerciseNode => node.kind === "exercise" && node.lastDescendantNodeId >= at,
    );

/** Who authorizes what happens at a node (daml-lf B.8). */
const authorityAt = ({ actAs, nodes }: TransactionCommitted, at: number): ReadonlySet<string> => {
  const inner = around(nodes, at).at(-1);
  return new Set(inner === undefined ? actAs : [...inner.signatories, ...inner.actingParties]);
};

const isSortedSet = (parties: ReadonlyArray<string>): boolean =>
  parties.join() === [...new Set(parties)].sort().join();

describe("Every transaction", () => {
  it("is one of many, of every kind", () => {
    const nodes = committed.flat().flatMap((event) => event.nodes);
    expect(committed.flat().length).to.be.above(150);
    for (const kind of ["create", "exercise"])
      expect(nodes.filter((node) => node.kind === kind).length, kind).to.be.above(50);
    expect(committed.flat().some(({ nodes: all }) => all.length > 3)).to.equal(true);
  });

  it("has nodes in pre-order, exercises properly inside of each other", () => {
    histories((all) => {
      for (const { nodes } of all) {
        expect(nodes.length).to.be.above(0);
        for (const [at, node] of nodes.entries()) {
          expect(node.nodeId).to.equal(at);
          if (node.kind !== "exercise") continue;
          const last = node.lastDescendantNodeId;
          expect(last).to.be.at.least(at).and.to.be.below(nodes.length);
          for (const outer of around(nodes, at))
            expect(last).to.be.at.most(outer.lastDescendantNodeId);
        }
      }
    });
  });

  it("does nothing without the authority of those who must give it", () => {
    histories((all) => {
      for (const event of all) {
        for (const [at, node] of event.nodes.entries()) {
          const authority = authorityAt(event, at);
          const required = node.kind === "create" ? node.signatories : node.actingParties;
          expect(required.length).to.be.above(0);
          for (const party of required) expect(authority.has(party), party).to.equal(true);
        }
      }
    });
  });

  it("names parties sorted, each once, and no signatory as an observer too", () => {
    histories((all) => {
      for (const { actAs, readAs = [], nodes } of all) {
        expect(isSortedSet(actAs) && isSortedSet(readAs)).to.equal(true);
        expect(actAs.some((party) => readAs.includes(party))).to.equal(false);
        for (const node of nodes) {
          expect(node.observers.some((party) => node.signatories.includes(party))).to.equal(false);
          const lists = [node.signatories, node.observers];
          if (node.kind === "exercise") lists.push(node.actingParties, node.choiceObservers ?? []);
          for (const parties of lists) expect(isSortedSet(parties)).to.equal(true);
        }
      }
    });
  });

  it("uses contracts that exist, each until it is consumed, by an id that is used once", () => {
    histories((all) => {
      const created = new Map<string, CreateNode>();
      const consumed = new Set<string>();
      for (const { nodes } of all) {
        for (const node of nodes) {
          if (node.kind === "create") {
            expect(created.has(node.contractId)).to.equal(false);
            created.set(node.contractId, node);
            continue;
          }
          const contract = created.get(node.contractId);
          expect(contract, node.contractId).to.not.equal(undefined);
          expect(consumed.has(node.contractId)).to.equal(false);
          expect(node.signatories).to.deep.equal(contract?.signatories);
          expect(node.observers).to.deep.equal(contract?.observers);
          expect(node.packageName).to.equal(contract?.packageName);
          if (node.consuming) consumed.add(node.contractId);
        }
      }
    });
  });

  it("uses contracts that its readers see, that it created, or that were disclosed to it", () => {
    histories((all) => {
      const known = new Map<string, ReadonlyArray<string>>();
      for (const { actAs, readAs = [], disclosedContracts = [], nodes } of all) {
        const readers = new Set([...actAs, ...readAs]);
        const disclosed = new Set(disclosedContracts.map(({ contractId }) => contractId));
        const own = new Set<string>();
        for (const node of nodes) {
          if (node.kind === "create") {
            own.add(node.contractId);
            known.set(node.contractId, stakeholdersOf(node));
            continue;
          }
          const isSeen = (known.get(node.contractId) ?? []).some((party) => readers.has(party));
          expect(isSeen || own.has(node.contractId) || disclosed.has(node.contractId)).to.equal(
            true,
          );
        }
        // what was disclosed is named only when nothing else made it visible
        for (const contractId of disclosed)
          expect((known.get(contractId) ?? []).some((party) => readers.has(party))).to.equal(false);
      }
    });
  });

  it("leaves no two active contracts with one key, at any of its nodes", () => {
    histories((all) => {
      const holders = new Map<string, string>();
      const keyOf = new Map<string, string>();
      for (const { nodes } of all) {
        for (const node of nodes) {
          if (node.kind === "create" && node.key !== undefined) {
            const key = `${node.templateId} ${JSON.stringify(node.key.value)}`;
            expect(holders.has(key), key).to.equal(false);
            holders.set(key, node.contractId);
            keyOf.set(node.contractId, key);
            for (const maintainer of node.key.maintainers)
              expect(node.signatories).to.include(maintainer);
          }
          if (node.kind === "exercise" && node.consuming)
            holders.delete(keyOf.get(node.contractId) ?? "");
        }
      }
    });
  });

  it("is seen by those it concerns: what is around a node, and its own informees", () => {
    histories((all) => {
      for (const { nodes } of all) {
        const witnesses = witnessesOf(nodes);
        expect(witnesses).to.have.length(nodes.length);
        for (const [at, node] of nodes.entries()) {
          const expected = new Set([
            ...informeesOf(node),
            ...around(nodes, at).flatMap((outer) => informeesOf(outer)),
          ]);
          expect(witnesses[at]).to.deep.equal([...expected].sort());
        }
      }
    });
  });

  it("takes effect at its record time, not before its bounds and what it uses", () => {
    histories((all) => {
      const createdAt = new Map<string, number>();
      for (const { nodes, effectiveAt, recordTime, minLedgerTime } of all) {
        expect(effectiveAt).to.be.at.most(recordTime);
        if (minLedgerTime?.kind === "absolute")
          expect(effectiveAt).to.be.at.least(Number(minLedgerTime.micros));
        for (const node of nodes) {
          if (node.kind === "create") createdAt.set(node.contractId, effectiveAt);
          else expect(effectiveAt).to.be.at.least(createdAt.get(node.contractId) ?? 0);
        }
      }
    });
  });
});
