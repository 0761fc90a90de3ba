import type { LedgerEvent, TransactionNode } from "@tallystick/core";
import { expect } from "chai";
import { type ActiveContract, type EventFormat, everythingFor } from "@tallystick/wire";
import { viewsOf } from "../ledger-views.js";
import type { Views } from "../../src/interface/views.js";
import {
  all,
  contextAt,
  createOf,
  entriesOf,
  exerciseOf,
  iouV1,
  idNamed,
  nameIn,
  noteId,
  onlyError,
  partyAt,
  rightOf,
  synchronizerId,
  transactionAt,
} from "../journal-fixture.js";
import fc from "fast-check";

const memoryViews = async (events: ReadonlyArray<LedgerEvent>): Promise<Views> => {
  const views = viewsOf({ file: ":memory:", thread: "main" });
  rightOf(await views.fold(entriesOf(events)));
  return views;
};

const idsOf = (found: ReadonlyArray<ActiveContract>): ReadonlyArray<string> =>
  found.map((each) => nameIn(each.contractEntry.JsActiveContract.createdEvent.contractId));

const parties = ["alice", "bob", "carol"] as const;
const templates = [noteId, iouV1] as const;

interface Contract {
  readonly contractId: string;
  readonly stakeholders: ReadonlyArray<string>;
  readonly templateId: string;
}

/**
 * What a random ledger does in one transaction: contracts to create, and how many of the oldest
 * active ones to archive.
 */
const step = fc.record({
  creates: fc.array(
    fc.record({
      stakeholders: fc.subarray([...parties], { minLength: 1 }),
      templateId: fc.constantFrom(...templates),
      isTransient: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  archives: fc.array(fc.nat(), { maxLength: 2 }),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Plays the steps: the journal, and the contracts active after each offset by a naive fold. */
const play = (steps: ReadonlyArray<Step>) => {
  const events: Array<LedgerEvent> = [];
  const activeAt: Array<ReadonlyArray<Contract>> = [[]];
  let active: ReadonlyArray<Contract> = [];
  for (const [i, { creates, archives }] of steps.entries()) {
    const nodes: Array<TransactionNode> = [];
    for (const nth of archives) {
      const target = active[nth % Math.max(1, active.length)];
      if (target !== undefined) {
        const { contractId, templateId } = target;
        nodes.push(exerciseOf(nodes.length, contractId, target.stakeholders, { templateId }));
        active = active.filter((each) => each !== target);
      }
    }
    for (const { stakeholders, templateId, isTransient } of creates) {
      const contractId = `c${i}-${nodes.length}`;
      const [signatory = "", ...observers] = stakeholders;
      nodes.push(createOf(nodes.length, contractId, [signatory], { observers, templateId }));
      if (isTransient)
        nodes.push(exerciseOf(nodes.length, contractId, stakeholders, { templateId }));
      else active = [...active, { contractId, stakeholders, templateId }];
    }
    events.push(transactionAt(i + 1, nodes));
    activeAt.push(active);
  }
  return { events, activeAt };
};

describe("The contracts active at an offset", () => {
  it("are, for any history, offset and reader, those a naive fold keeps, in the order of their creation", async () => {
    const readers = fc.record({
      named: fc.subarray([...parties]),
      any: fc.boolean(),
      onlyIou: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        readers,
        fc.nat(),
        async (steps, reader, at) => {
          fc.pre(reader.any || reader.named.length > 0);
          const { events, activeAt } = play(steps);
          const views = await memoryViews(events);
          const activeAtOffset = at % (events.length + 1);
          const filters = reader.onlyIou
            ? {
                cumulative: [
                  {
                    kind: "template" as const,
                    templateId: "#iou:Iou:Iou",
                    includeCreatedEventBlob: false,
                  },
                ],
              }
            : { cumulative: [] };
          const eventFormat: EventFormat = {
            filtersByParty: Object.fromEntries(reader.named.map((party) => [party, filters])),
            ...(reader.any ? { filtersForAnyParty: filters } : {}),
          };
          const found = await all(
            views
              .queries(contextAt(events.length))
              .activeContracts({ activeAtOffset, eventFormat }),
          );
          const expected = (activeAt[activeAtOffset] ?? []).filter(
            (contract) =>
              (reader.any ||
                contract.stakeholders.some((party) =>
                  reader.named.some((name) => name === party),
                )) &&
              (!reader.onlyIou || contract.templateId === iouV1),
          );
          expect(idsOf(found)).to.deep.equal(expected.map((contract) => contract.contractId));
          await views.close();
        },
      ),
      { numRuns: 150 },
    );
  });

  it("come page by page without loss or repeat while others are archived meanwhile", async () => {
    const count = 700;
    const views = await memoryViews(
      Array.from({ length: count }, (_, i) =>
        transactionAt(i + 1, [createOf(0, `c${i + 1}`, ["alice"], { observers: ["bob"] })]),
      ),
    );
    const found: Array<string> = [];
    const query = { activeAtOffset: count, eventFormat: everythingFor("alice", "bob") };
    for await (const entry of views.queries(contextAt(count)).activeContracts(query)) {
      found.push(...idsOf([rightOf(entry)]));
      if (found.length === 10) {
        const archives = Array.from({ length: count }, (_, i) =>
          transactionAt(count + i + 1, [exerciseOf(0, `c${i + 1}`, ["alice", "bob"])]),
        );
        rightOf(await views.fold(entriesOf(archives, count + 1)));
      }
    }
    expect(found).to.deep.equal(Array.from({ length: count }, (_, i) => `c${i + 1}`));
    const later = { ...query, activeAtOffset: 2 * count };
    expect(await all(views.queries(contextAt(2 * count)).activeContracts(later))).to.deep.equal([]);
    await views.close();
  });

  it("are found at offsets far apart from their archival", async () => {
    const [far, farther] = [140_000, 280_000];
    const views = viewsOf({ file: ":memory:", thread: "main" });
    const foldFiller = async (first: number, last: number): Promise<void> => {
      const filler = Array.from({ length: last - first + 1 }, (_, i) => partyAt(first + i, "p"));
      rightOf(await views.fold(entriesOf(filler, first)));
    };
    const archive = (offset: number, contractId: string) =>
      entriesOf([transactionAt(offset, [exerciseOf(0, contractId, ["alice"])])], offset);
    const creates = ["old", "older", "kept"].map((id, i) => createOf(i, id, ["alice"]));
    rightOf(await views.fold(entriesOf([transactionAt(1, creates)])));
    await foldFiller(2, far - 1);
    rightOf(await views.fold(archive(far, "old")));
    await foldFiller(far + 1, farther - 1);
    rightOf(await views.fold(archive(farther, "older")));
    const at = async (activeAtOffset: number): Promise<ReadonlyArray<string>> => {
      const query = { activeAtOffset, eventFormat: everythingFor("alice") };
      return idsOf(await all(views.queries(contextAt(farther)).activeContracts(query)));
    };
    expect(await at(1)).to.deep.equal(["old", "older", "kept"]);
    expect(await at(far - 1)).to.deep.equal(["old", "older", "kept"]);
    expect(await at(far)).to.deep.equal(["older", "kept"]);
    expect(await at(farther - 1)).to.deep.equal(["older", "kept"]);
    expect(await at(farther)).to.deep.equal(["kept"]);
    await views.close();
  });

  it("carry workflow, synchronizer and witnesses in the wire form", async () => {
    const views = await memoryViews([
      transactionAt(1, [createOf(0, "c", ["alice"], { observers: ["bob", "carol"] })]),
    ]);
    const [entry] = await all(
      views.queries(contextAt(1)).activeContracts({
        activeAtOffset: 1,
        eventFormat: everythingFor("carol", "bob"),
      }),
    );
    const { createdEvent, ...contract } = entry?.contractEntry.JsActiveContract ?? {};
    expect(entry?.workflowId).to.equal("workflow-1");
    expect(contract).to.deep.equal({ synchronizerId, reassignmentCounter: 0 });
    expect(createdEvent).to.deep.include({
      contractId: idNamed("c"),
      offset: 1,
      witnessParties: ["bob", "carol"],
      acsDelta: true,
    });
    await views.close();
  });

  const errors = [
    { activeAtOffset: -1, code: "NEGATIVE_OFFSET", context: {} },
    { activeAtOffset: 0.5, code: "INVALID_ARGUMENT", context: {} },
    {
      activeAtOffset: 2,
      code: "OFFSET_AFTER_LEDGER_END",
      context: {},
    },
  ];
  for (const { activeAtOffset, code, context } of errors) {
    it(`at ${activeAtOffset} with a ledger end of 1 are refused with ${code}`, async () => {
      const views = await memoryViews([transactionAt(1, [createOf(0, "c", ["alice"])])]);
      const query = { activeAtOffset, eventFormat: everythingFor("alice") };
      const error = await onlyError(views.queries(contextAt(1)).activeContracts(query));
      expect(error.code).to.equal(code);
      expect(error.context).to.deep.equal(context);
      await views.close();
    });
  }
});
