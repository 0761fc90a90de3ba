import type { LedgerEvent } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { TableDamage, checkSeed } from "@tallystick/tables";
import { everyParty, role } from "../../src/blocks/tables.js";
import { databaseOf, ledgerFile } from "../ledger-views.js";
import { type ViewReader, viewReader } from "../../src/sqlite/view-reader.js";
import { entriesOf, iouV1, iouV2, noteId, rightOf } from "../journal-fixture.js";
import { journalOf, parties, step } from "../random-journal.js";

const folded = (events: ReadonlyArray<LedgerEvent>, batch = 7) => {
  const views = ledgerFile(":memory:", "j");
  const entries = entriesOf(events);
  for (let at = 0; at < entries.length; at += batch)
    rightOf(views.fold(entries.slice(at, at + batch)));
  const db = databaseOf(views);
  return { views, db, reader: viewReader(db, checkSeed("j")) };
};

interface KnownContract {
  readonly offset: number;
  readonly nodeId: number;
  readonly templateId: string;
  readonly stakeholders: ReadonlyArray<string>;
  readonly archivedAt: number;
}

/** What a walk over the journal finds of its contracts. */
const contractsIn = (events: ReadonlyArray<LedgerEvent>): ReadonlyArray<KnownContract> => {
  const found = new Map<string, KnownContract>();
  for (const [index, event] of events.entries()) {
    if (event.type !== "TransactionCommitted") continue;
    const offset = index + 1;
    for (const node of event.nodes) {
      if (node.kind === "create") {
        const stakeholders = [...node.signatories, ...node.observers];
        const { nodeId, templateId } = node;
        found.set(node.contractId, { offset, nodeId, templateId, stakeholders, archivedAt: 0 });
      } else if (node.consuming) {
        const contract = found.get(node.contractId);
        if (contract !== undefined) found.set(node.contractId, { ...contract, archivedAt: offset });
      }
    }
  }
  // those of one transaction alone are no one's
  return [...found.values()].filter(({ offset, archivedAt }) => archivedAt !== offset);
};

const everything = { after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 1_000, descending: false };

/** The places of a party's contracts of a template that are active at an offset. */
const activeIn = (
  reader: ViewReader,
  party: number,
  templateId: string,
  activeAt: number,
): ReadonlyArray<string> =>
  reader
    .contractGroups(party)
    .filter(({ template }) => reader.nameText(template) === templateId)
    .flatMap((group) => reader.contractsOf(group, activeAt, everything))
    .map(({ createdAt, nodeId }) => `${createdAt}/${nodeId}`);

const journals = fc.array(step, { minLength: 1, maxLength: 25 }).map(journalOf);

describe("A reader of the views", () => {
  it("finds the active contracts that a walk over the journal finds, at any offset", () => {
    fc.assert(
      fc.property(journals, fc.nat(25), (events, activeAt) => {
        const { views, reader } = folded(events);
        const contracts = contractsIn(events).filter(
          ({ offset, archivedAt }) =>
            offset <= activeAt && (archivedAt === 0 || archivedAt > activeAt),
        );
        for (const templateId of [iouV1, iouV2, noteId]) {
          for (const party of parties) {
            const expected = contracts
              .filter((it) => it.templateId === templateId && it.stakeholders.includes(party))
              .map(({ offset, nodeId }) => `${offset}/${nodeId}`);
            const id = reader.nameId(party);
            const found = id === undefined ? [] : activeIn(reader, id, templateId, activeAt);
            expect(found).to.deep.equal(expected);
          }
          const all = contracts
            .filter((it) => it.templateId === templateId)
            .map(({ offset, nodeId }) => `${offset}/${nodeId}`);
          expect(activeIn(reader, everyParty, templateId, activeAt)).to.deep.equal(all);
        }
        views.close();
      }),
      { numRuns: 40 },
    );
  });

  it("knows each contract by its place, and no other place", () => {
    fc.assert(
      fc.property(journals, (events) => {
        const { views, reader } = folded(events);
        const known = new Map(contractsIn(events).map((it) => [`${it.offset}/${it.nodeId}`, it]));
        for (let offset = -1; offset <= events.length + 1; offset++) {
          for (let nodeId = 0; nodeId < 12; nodeId++) {
            const contract = reader.contractAt(offset, nodeId);
            const expected = known.get(`${offset}/${nodeId}`);
            if (expected === undefined) continue;
            expect(contract).to.include({
              createdAt: offset,
              archivedAt: expected.archivedAt,
              nodeId,
            });
          }
        }
        expect(reader.contractAt(0, 0)).to.equal(undefined);
        expect(reader.contractAt(events.length + 1, 0)).to.equal(undefined);
        views.close();
      }),
      { numRuns: 40 },
    );
  });

  it("gives the offsets of a party in either order, in pieces or at once", () => {
    fc.assert(
      fc.property(
        journals,
        fc.nat(20),
        fc.nat(25),
        fc.integer({ min: 1, max: 4 }),
        (events, after, upTo, limit) => {
          const { views, reader } = folded(events);
          for (const party of parties) {
            const id = reader.nameId(party);
            if (id === undefined) continue;
            const read = reader.partyOffsets(id, role.stakeholder | role.witness);
            const all = read(everything);
            expect(all).to.deep.equal([...all].sort((a, b) => a - b));
            expect(new Set(all).size).to.equal(all.length);
            const wanted = all.filter((offset) => offset > after && offset <= upTo);
            const forwards = { after, upTo, limit, descending: false };
            expect(read(forwards)).to.deep.equal(wanted.slice(0, limit));
            const backwards = { ...forwards, descending: true };
            expect(read(backwards)).to.deep.equal([...wanted].reverse().slice(0, limit));
          }
          views.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  it("counts the nodes of transactions", () => {
    fc.assert(
      fc.property(journals, (events) => {
        const { views, reader } = folded(events);
        let nodes = 0;
        for (const [index, event] of events.entries()) {
          nodes += event.type === "TransactionCommitted" ? event.nodes.length : 0;
          expect(reader.lastSeqAt(index + 1)).to.equal(nodes);
        }
        views.close();
      }),
      { numRuns: 40 },
    );
  });

  it("learns names that were added since, and knows when one is missing", () => {
    const events = journalOf([{ actAs: ["alice"], actions: [] }]);
    const { views, db, reader } = folded(events);
    expect(reader.nameId("zoe")).to.equal(undefined);
    const more = entriesOf(
      journalOf([
        { actAs: ["alice"], actions: [] },
        {
          actAs: ["alice"],
          actions: [
            {
              kind: "create",
              signatories: ["alice"],
              observers: ["dave"],
              templateId: noteId,
              target: 0,
              consuming: false,
              actors: ["alice"],
              inside: [],
            },
          ],
        },
      ]),
    );
    rightOf(views.fold(more));
    const dave = reader.nameId("dave") ?? 0;
    expect(reader.nameText(dave)).to.equal("dave");
    expect(() => reader.nameText(999)).to.throw(TableDamage, "999");
    db.exec(`DELETE FROM name WHERE id = ${dave}`);
    expect(() => viewReader(db, checkSeed("j")).nameText(dave)).to.throw(TableDamage);
    expect(() => reader.check()).to.throw(TableDamage);
    views.close();
  });

  it("runs several reads against one state, and gives what they give", () => {
    const { views, reader } = folded(journalOf([{ actAs: ["alice"], actions: [] }]));
    expect(reader.consistently(() => reader.lastSeqAt(1))).to.equal(0);
    expect(() =>
      reader.consistently(() => {
        throw new TableDamage("found on the way");
      }),
    ).to.throw("found on the way");
    expect(reader.consistently(() => "again")).to.equal("again");
    views.close();
  });
});
