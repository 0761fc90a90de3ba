import { type Command, decodeLedgerEvent, witnessesOf } from "@tallystick/core";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { type Ledger, openLedger } from "@tallystick/node";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import {
  activeContracts,
  checkChain,
  hasItsHash,
  readTransaction,
  type StoredEvent,
} from "../src/journal-reader.js";

const stream = "participant-participant";
const template = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

const rightOf = <E, A>(either: Either<E, A>): A => {
  if (isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

const eventsOf = async (store: EventStore): Promise<ReadonlyArray<StoredEvent>> => {
  const events: Array<StoredEvent> = [];
  for await (const page of store.readStream(stream)) events.push(...rightOf(page));
  return events;
};

/** A ledger on which two parties sent pings, of which some were answered. */
const history = async () => {
  const store = inMemoryStore();
  const ledger: Ledger = rightOf(await openLedger({ store }));
  const { party: alice } = rightOf(await ledger.allocateParty({ partyIdHint: "alice" }));
  const { party: bob } = rightOf(await ledger.allocateParty({ partyIdHint: "bob" }));
  const submit = async (id: string, actAs: string, command: Command): Promise<void> => {
    const submission = { commandId: id, actAs: [actAs], userId: "user", commands: [command] };
    rightOf(await ledger.submitAndWait(submission));
  };
  for (const id of ["one", "two", "three"]) {
    await submit(id, alice, {
      kind: "CreateCommand",
      templateId: template,
      createArguments: { id, initiator: alice, responder: bob },
    });
  }
  const pings = [...activeContracts(await eventsOf(store))];
  await submit("answer", bob, {
    kind: "ExerciseCommand",
    templateId: template,
    contractId: pings[0] ?? "",
    choice: "Respond",
    choiceArgument: {},
  });
  await submit("at once", alice, {
    kind: "CreateAndExerciseCommand",
    templateId: template,
    createArguments: { id: "four", initiator: alice, responder: bob },
    choice: "AbortPing",
    choiceArgument: { anyone: alice },
  });
  const events = await eventsOf(store);
  rightOf(await ledger.allocateParty({ partyIdHint: "carol" }));
  rightOf(await ledger.prune(events.length));
  let pruned = await eventsOf(store);
  while (pruned.every(({ erased }) => erased === undefined)) {
    await new Promise<void>((resume) => setTimeout(resume, 10));
    pruned = await eventsOf(store);
  }
  await ledger.close();
  return { events, pings, pruned };
};

describe("the journal reader", () => {
  let read: Awaited<ReturnType<typeof history>>;
  before(async () => {
    read = await history();
  });

  it("finds the chain whole, and broken when a letter of an event is another", () => {
    const { events } = read;
    expect(() => checkChain(stream, events)).to.not.throw();
    const changed = events.map((event, at) =>
      at === 3 ? { ...event, data: event.data.replace("{", "{ ") } : event,
    );
    expect(() => checkChain(stream, changed)).to.throw("broken at revision 3");
    expect(() => checkChain(stream, events.slice(1))).to.throw("revision 0 is missing");
  });

  it("reads every transaction as the ledger does, with those who see its nodes", () => {
    let transactions = 0;
    for (const { type, data, revision } of read.events) {
      if (type !== "TransactionCommitted") continue;
      transactions++;
      const own = readTransaction(data, revision + 1);
      const event = rightOf(decodeLedgerEvent(type, data, revision + 1));
      if (event.type !== "TransactionCommitted") throw new Error(event.type);
      expect(own).to.deep.include({ updateId: event.updateId, effectiveAt: event.effectiveAt });
      const witnesses = witnessesOf(event.nodes);
      for (const [at, node] of event.nodes.entries())
        expect(own.nodes[at]).to.deep.include({ ...node, witnesses: witnesses[at] });
    }
    expect(transactions).to.equal(5);
  });

  it("finds the content of each contract to be what its id commits to", () => {
    for (const { type, data, revision } of read.events) {
      if (type !== "TransactionCommitted") continue;
      const { nodes, effectiveAt } = readTransaction(data, revision + 1);
      for (const node of nodes) {
        if (node["kind"] !== "create") continue;
        expect(hasItsHash(node, effectiveAt)).to.equal(true);
        expect(hasItsHash({ ...node, payload: {} }, effectiveAt)).to.equal(false);
      }
    }
  });

  it("finds the same in a journal that was pruned", () => {
    const { pruned, events } = read;
    const erased = pruned.filter((event) => event.erased !== undefined);
    expect(erased.map(({ revision }) => revision + 1)).to.deep.equal([
      events.length - 4,
      events.length - 1,
      events.length,
    ]);
    expect(() => checkChain(stream, pruned)).to.not.throw();
    expect([...activeContracts(pruned)]).to.deep.equal([...activeContracts(events)]);
  });

  it("finds the contracts that are active", () => {
    const [, ...others] = read.pings;
    expect([...activeContracts(read.events)]).to.deep.equal(others);
  });
});
