// Grows the ledger of a data folder: contracts of one command each, so that there are as many
// change ids. The folder and the number of contracts are arguments. The events are decided and
// encoded as a node does it, and appended many at a time: views and snapshot are left to the first
// start.
import { randomBytes, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type CompositeCommand,
  compilePackages,
  decide,
  decodeLedgerEvent,
  emptyLedger,
  encodeLedgerEvent,
  evolve,
  type LedgerCatalog,
  ledgerCatalog,
  type LedgerState,
  pingPackage,
} from "@tallystick/core";
import type { EventStore, NewEvent } from "@tallystick/event-store";
import { defaultLedgerConfig, openLedger, openStore, sha256 } from "@tallystick/node";
import { type Either, isLeft } from "fp-ts/lib/Either.js";

const [data = "", wanted = "0"] = process.argv.slice(2);

/** Events of one append. */
const perAppend = 2_000;

const rightOf = <E, A>(either: Either<E, A>): A => {
  if (isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

/** Gives the folder a ledger with one party. */
const begun = async (): Promise<string> => {
  const ledger = rightOf(await openLedger({ data }));
  const { party } = rightOf(await ledger.allocateParty({ partyIdHint: "alice" }));
  await ledger.close();
  // it would be folded on from there, event by event
  await rm(join(data, "snapshot"), { recursive: true });
  return party;
};

const stream = `participant-${defaultLedgerConfig.participantName}`;

const stateOf = async (store: EventStore): Promise<LedgerState> => {
  let state = emptyLedger({ hashSeed: 1 });
  for await (const page of store.readStream(stream)) {
    for (const { type, data: text, revision } of rightOf(page))
      state = evolve(state, rightOf(decodeLedgerEvent(type, text, revision + 1)));
  }
  return state;
};

const pingBy = (party: string, commandId: string): CompositeCommand => ({
  commands: [
    {
      kind: "CreateCommand",
      templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
      createArguments: { id: commandId, initiator: party, responder: party },
    },
  ],
  commandId,
  actAs: [party],
  userId: "grower",
  readAs: [],
  workflowId: "",
  deduplicationPeriod: { kind: "empty" },
  submissionId: "",
  disclosedContracts: [],
  synchronizerId: "",
  packageIdSelectionPreference: [],
  prefetchContractKeys: [],
  tapsMaxPasses: 0,
});

/** What a node appends for a command that creates a contract. */
const createdAt = (
  state: LedgerState,
  catalog: LedgerCatalog,
  command: CompositeCommand,
): ReadonlyArray<NewEvent> => {
  const now = Date.now() * 1_000;
  const seed = randomBytes(28).toString("hex");
  const decided = decide(
    state,
    { kind: "Submit", command },
    {
      now,
      receivedAt: now,
      seed,
      submissionId: randomUUID(),
      freshName: seed.slice(0, 32),
      catalog: catalog(state.participant.packages),
      sha256,
    },
  );
  return rightOf(decided).map((event) => {
    if (event.type !== "TransactionCommitted") throw new Error(JSON.stringify(event));
    const { type, data: text } = encodeLedgerEvent(event, state.offset + 1);
    return { id: randomUUID(), type, data: text, metadata: "" };
  });
};

const party = await begun();
const store = rightOf(await openStore({ data, stores: [], config: defaultLedgerConfig }));
const catalog = ledgerCatalog(rightOf(compilePackages([pingPackage], sha256)));
// no command depends on another, so that the state but for its offset stays as it is
let state = await stateOf(store);
for (let made = 0; made < Number(wanted); ) {
  const events: Array<NewEvent> = [];
  const before = state.offset;
  for (; events.length < perAppend && made < Number(wanted); made++) {
    const [event] = createdAt(state, catalog, pingBy(party, `grown-${made}`));
    if (event !== undefined) events.push(event);
    state = { ...state, offset: state.offset + 1 };
  }
  rightOf(await store.append(stream, before - 1, events));
}
await store.close();
