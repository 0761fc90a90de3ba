import { type Catalog, JsonText, ledgerError, type LedgerEvent } from "@tallystick/core";
import { expect } from "chai";
import type {
  ActiveContract,
  Event,
  EventFormat,
  FoundUpdate,
  IdentifierFilter,
  UpdateFormat,
  UpdateItem,
} from "@tallystick/wire";
import { viewsOf } from "../ledger-views.js";
import type { Queries, UpdatesPage, Views } from "../../src/interface/views.js";
import {
  all,
  catalog,
  contextAt,
  entriesOf,
  iouV1,
  leftOf,
  participantId,
  rightOf,
} from "../journal-fixture.js";
import { type Seen, naiveActive, naiveEvents } from "../naive-projection.js";
import { journalOf, parties, step } from "../random-journal.js";
import fc from "fast-check";
import { left, right } from "fp-ts/lib/Either.js";

// most formats have none: with blobs all is read with objects
const blob = fc.nat({ max: 5 }).map((drawn) => drawn === 0);
const filter: fc.Arbitrary<IdentifierFilter> = fc.oneof(
  fc.record({ kind: fc.constant("empty" as const) }),
  fc.record({ kind: fc.constant("wildcard" as const), includeCreatedEventBlob: blob }),
  fc.record({
    kind: fc.constant("template" as const),
    templateId: fc.constantFrom("#iou:Iou:Iou", "#iou:Note:Note"),
    includeCreatedEventBlob: blob,
  }),
  fc.record({
    kind: fc.constant("interface" as const),
    interfaceId: fc.constantFrom("#holding-api:Holding:Holding", "#holding-api:Meta:Meta"),
    includeInterfaceView: fc.boolean(),
    includeCreatedEventBlob: blob,
  }),
);
const filters = fc.record({ cumulative: fc.array(filter, { maxLength: 2 }) });
const format: fc.Arbitrary<EventFormat> = fc
  .record(
    {
      filtersByParty: fc.dictionary(fc.constantFrom(...parties), filters, { maxKeys: 2 }),
      filtersForAnyParty: filters,
    },
    { requiredKeys: ["filtersByParty"] },
  )
  .filter((f) => Object.keys(f.filtersByParty).length > 0 || f.filtersForAnyParty !== undefined);
const shape = fc.constantFrom("ACS_DELTA" as const, "LEDGER_EFFECTS" as const);
const steps = fc.array(step, { minLength: 1, maxLength: 8 });

const seen = (event: Event): Seen => {
  if ("CreatedEvent" in event) {
    const { nodeId, contractId, witnessParties, acsDelta, ...rest } = event.CreatedEvent;
    const views = rest.interfaceViews.map(({ interfaceId }) => interfaceId).sort();
    const hasBlob = rest.createdEventBlob !== "";
    const own = { acsDelta, hasBlob, views, interfaces: [], lastDescendant: undefined };
    return { kind: "created", nodeId, contractId, witnesses: witnessParties, ...own };
  }
  const isExercise = "ExercisedEvent" in event;
  const { nodeId, contractId, witnessParties, implementedInterfaces } = isExercise
    ? event.ExercisedEvent
    : event.ArchivedEvent;
  return {
    kind: isExercise ? "exercised" : "archived",
    nodeId,
    contractId,
    witnesses: witnessParties,
    acsDelta: isExercise ? event.ExercisedEvent.acsDelta : undefined,
    hasBlob: false,
    views: [],
    interfaces: [...implementedInterfaces].sort(),
    lastDescendant: isExercise ? event.ExercisedEvent.lastDescendantNodeId : undefined,
  };
};

const withViews = async (
  events: ReadonlyArray<LedgerEvent>,
  body: (views: Views) => Promise<void>,
): Promise<void> => {
  const views = viewsOf({ file: ":memory:", thread: "main" });
  try {
    rightOf(await views.fold(entriesOf(events)));
    await body(views);
  } finally {
    await views.close();
  }
};

/** A catalog in which another package makes all views, and some have come to fail or to succeed. */
const laterCatalog: Catalog = {
  ...catalog,
  viewPackage: () => "p3",
  interfaceView: (interfaceId, templateId, payload) =>
    templateId === iouV1
      ? left(ledgerError("UNHANDLED_EXCEPTION", "no view"))
      : right({ later: `"${interfaceId}"`, templateId, payload }),
};

/** The same views are read twice with each catalog, one after the other. */
const withEachCatalog = (
  events: ReadonlyArray<LedgerEvent>,
  body: (queries: Queries) => Promise<void>,
): Promise<void> =>
  withViews(events, async (views) => {
    for (const present of [catalog, catalog, laterCatalog, catalog])
      await body(views.queries({ ...contextAt(events.length), catalog: present }));
  });

const wanted = (
  eventFormat: EventFormat,
  transactionShape: "ACS_DELTA" | "LEDGER_EFFECTS",
): UpdateFormat => ({
  includeTransactions: { eventFormat, transactionShape: `TRANSACTION_SHAPE_${transactionShape}` },
  includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [] } },
});

const found = (items: ReadonlyArray<UpdateItem>): ReadonlyArray<FoundUpdate> =>
  items.flatMap(({ update }) => ("OffsetCheckpoint" in update ? [] : [{ update }]));

const offsetOf = ({ update }: FoundUpdate): number => {
  if ("Transaction" in update) return update.Transaction.value.offset;
  return "TopologyTransaction" in update ? update.TopologyTransaction.value.offset : Number.NaN;
};

const idOf = (each: ActiveContract): string =>
  each.contractEntry.JsActiveContract.createdEvent.contractId;

describe("What a requester reads", () => {
  it("is what a naive look at each node shows, in both shapes and for all kinds of filters", async () => {
    await fc.assert(
      fc.asyncProperty(steps, format, shape, async (played, eventFormat, transactionShape) => {
        const events = journalOf(played);
        await withViews(events, async (views) => {
          const updateFormat = wanted(eventFormat, transactionShape);
          const items = await all(
            views.queries(contextAt(events.length)).updates({ beginExclusive: 0, updateFormat }),
          );
          const shown = found(items).map((each) => {
            const { update } = each;
            if (!("Transaction" in update)) return { offset: offsetOf(each), events: "topology" };
            const { events: inside, commandId, offset } = update.Transaction.value;
            return { offset, events: inside.map(seen), hasCommand: commandId !== "" };
          });
          const expected = events.flatMap((event, index): ReadonlyArray<object> => {
            const offset = index + 1;
            if (event.type === "PartyAllocated") return [{ offset, events: "topology" }];
            if (event.type !== "TransactionCommitted") return [];
            const visible = naiveEvents(event, transactionShape, eventFormat);
            const hasCommand =
              eventFormat.filtersForAnyParty !== undefined ||
              event.actAs.some((party) => eventFormat.filtersByParty[party] !== undefined);
            return visible.length === 0 ? [] : [{ offset, events: visible, hasCommand }];
          });
          expect(shown).to.deep.equal(expected);
        });
      }),
      { numRuns: 150 },
    );
  });

  it("is the same update by update and page by page, in either order", async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        format,
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        async (played, eventFormat, maxPageSize, descendingOrder) => {
          const events = journalOf(played);
          await withViews(events, async (views) => {
            const context = contextAt(events.length);
            const updateFormat = wanted(eventFormat, "LEDGER_EFFECTS");
            const query = {
              updateFormat,
              maxPageSize,
              descendingOrder,
              endOffsetInclusive: events.length,
            };
            const whole = found(
              await all(views.queries(context).updates({ beginExclusive: 0, updateFormat })),
            );
            const paged: Array<FoundUpdate> = [];
            let page: UpdatesPage | undefined;
            do {
              const pageToken = page?.nextPageToken;
              const before = page;
              page = rightOf(await views.queries(context).updatesPage({ ...query, pageToken }));
              if (before !== undefined && descendingOrder)
                expect(page.highestPageOffsetInclusive).to.equal(before.lowestPageOffsetExclusive);
              else if (before !== undefined)
                expect(page.lowestPageOffsetExclusive).to.equal(before.highestPageOffsetInclusive);
              expect(page.updates.length).to.be.at.most(maxPageSize);
              paged.push(...page.updates);
            } while (page.nextPageToken !== "");
            expect(paged).to.deep.equal(descendingOrder ? [...whole].reverse() : whole);
            for (const each of whole) {
              const at = { offset: offsetOf(each) };
              expect(
                rightOf(await views.queries(context).update({ at, updateFormat })),
              ).to.deep.equal(each);
              const value = Object.values(each.update)[0]?.value;
              const byId = await views.queries(context).update({
                at: { updateId: value.updateId },
                updateFormat,
              });
              expect(rightOf(byId)).to.deep.equal(each);
            }
          });
        },
      ),
      { numRuns: 80 },
    );
  });

  it("has the same active contracts page by page, from any of their tokens on, and by a naive fold", async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        format,
        fc.integer({ min: 1, max: 3 }),
        fc.nat(),
        async (played, eventFormat, maxPageSize, at) => {
          const events = journalOf(played);
          await withViews(events, async (views) => {
            const context = contextAt(events.length);
            const activeAtOffset = at % (events.length + 1);
            const whole = await all(
              views.queries(context).activeContracts({ activeAtOffset, eventFormat }),
            );
            expect(whole.map(idOf)).to.deep.equal(naiveActive(events, activeAtOffset, eventFormat));
            const paged: Array<ActiveContract> = [];
            let pageToken = "";
            do {
              const query = { activeAtOffset, eventFormat, maxPageSize, pageToken };
              const page = rightOf(await views.queries(context).activeContractsPage(query));
              expect(page.activeAtOffset).to.equal(activeAtOffset);
              paged.push(...page.activeContracts);
              pageToken = page.nextPageToken;
            } while (pageToken !== "");
            const untold = whole.map((each) => ({ ...each, streamContinuationToken: "" }));
            expect(paged).to.deep.equal(untold);
            for (const [index, { streamContinuationToken: continuationToken }] of whole.entries()) {
              const rest = views.queries(context).activeContracts({
                activeAtOffset,
                eventFormat,
                continuationToken,
              });
              expect(await all(rest)).to.deep.equal(whole.slice(index + 1));
            }
          });
        },
      ),
      { numRuns: 80 },
    );
  });

  // views that were kept are read again, also after other packages have come to make them
  it("is the same as text, letter by letter", async () => {
    await fc.assert(
      fc.asyncProperty(steps, format, shape, async (played, eventFormat, transactionShape) => {
        const events = journalOf(played);
        await withEachCatalog(events, async (queries) => {
          const updateFormat = wanted(eventFormat, transactionShape);
          const range = { beginExclusive: 0, updateFormat };
          expect((await all(queries.updateTexts(range))).map(({ json }) => json)).to.deep.equal(
            (await all(queries.updates(range))).map((item) => JSON.stringify(item)),
          );
          const active = { activeAtOffset: events.length, eventFormat };
          expect(
            (await all(queries.activeContractTexts(active))).map(({ json }) => json),
          ).to.deep.equal(
            (await all(queries.activeContracts(active))).map((item) => JSON.stringify(item)),
          );
          const pageOf = async <A, End>(read: (take: (part: ReadonlyArray<A>) => void) => End) => {
            const parts: Array<string> = [];
            const end = await read((part) => {
              for (const each of part)
                parts.push(each instanceof JsonText ? each.json : JSON.stringify(each));
            });
            return { parts, end };
          };
          const page = { updateFormat, maxPageSize: 3 };
          expect(
            await pageOf<unknown, unknown>((take) => queries.updatesPageTexts(page, { take })),
          ).to.deep.equal(
            await pageOf<unknown, unknown>((take) => queries.updatesPageInParts(page, { take })),
          );
          const contracts = { eventFormat, maxPageSize: 3 };
          expect(
            await pageOf<unknown, unknown>((take) =>
              queries.activeContractsPageTexts(contracts, { take }),
            ),
          ).to.deep.equal(
            await pageOf<unknown, unknown>((take) =>
              queries.activeContractsPageInParts(contracts, { take }),
            ),
          );
        });
      }),
      { numRuns: 80 },
    );
  });

  it("has create and archival of every contract for its stakeholders, and of no one else", async () => {
    await fc.assert(
      fc.asyncProperty(steps, format, async (played, eventFormat) => {
        const events = journalOf(played);
        await withViews(events, async (views) => {
          const context = contextAt(events.length);
          const stays = new Set(
            naiveActive(events, events.length, {
              filtersByParty: {},
              filtersForAnyParty: { cumulative: [] },
            }),
          );
          for (const [index, event] of events.entries()) {
            if (event.type !== "TransactionCommitted") continue;
            for (const node of event.nodes) {
              if (node.kind !== "create") continue;
              const { contractId } = node;
              // alone, so that a contract which its transaction also archives is seen as any other
              const [expected] = naiveEvents({ ...event, nodes: [node] }, "ACS_DELTA", eventFormat);
              const answer = await views
                .queries(context)
                .contractEvents({ contractId, eventFormat });
              if (expected === undefined) {
                expect(leftOf(answer).code).to.equal("CONTRACT_EVENTS_NOT_FOUND");
                continue;
              }
              const { created, archived } = rightOf(answer);
              expect(created.createdEvent.offset).to.equal(index + 1);
              expect(created.createdEvent.witnessParties).to.deep.equal(expected.witnesses);
              expect(archived === null, contractId).to.equal(stays.has(contractId));
              const isTransient = archived?.archivedEvent.offset === index + 1;
              expect(created.createdEvent.acsDelta).to.equal(!isTransient);
              if (archived !== null) expect(archived.archivedEvent.contractId).to.equal(contractId);
            }
          }
        });
      }),
      { numRuns: 80 },
    );
  });

  it("names the participant in topology updates, which are the same at every replay", async () => {
    const events = journalOf([{ allocate: "alice" }, { allocate: "bob" }]);
    const read = async (): Promise<ReadonlyArray<FoundUpdate>> => {
      let items: ReadonlyArray<FoundUpdate> = [];
      await withViews(events, async (views) => {
        const includeParticipantAuthorizationEvents = { parties: ["bob"] };
        const updateFormat = { includeTopologyEvents: { includeParticipantAuthorizationEvents } };
        items = found(
          await all(views.queries(contextAt(2)).updates({ beginExclusive: 0, updateFormat })),
        );
      });
      return items;
    };
    const once = await read();
    expect(once).to.have.length(1);
    expect(await read()).to.deep.equal(once);
    const update = once[0]?.update;
    if (update === undefined || !("TopologyTransaction" in update))
      throw new Error("no topology update");
    const { updateId, offset, events: inside } = update.TopologyTransaction.value;
    expect(updateId).to.match(/^1220[0-9a-f]{64}$/);
    expect(offset).to.equal(2);
    expect(inside).to.deep.equal([
      {
        event: {
          ParticipantAuthorizationAdded: {
            value: {
              partyId: "bob",
              participantId,
              participantPermission: "PARTICIPANT_PERMISSION_SUBMISSION",
            },
          },
        },
      },
    ]);
  });
});
