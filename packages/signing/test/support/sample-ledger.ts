import { createHash } from "node:crypto";
import {
  archive,
  type Command,
  type CompiledCatalog,
  compileCatalog,
  type CompositeCommand,
  choice,
  contractId,
  create,
  decide,
  defineInterface,
  definePackage,
  emptyLedger,
  evolveAll,
  exercise,
  fetch,
  fetchView,
  int64,
  instance,
  interfaceChoice,
  type LedgerEvent,
  type LedgerState,
  ledgerTime,
  list,
  lookupByKey,
  numeric,
  optional,
  party,
  prepare,
  withoutPause,
  record,
  template,
  text,
  timestamp,
  unit,
} from "@tallystick/core";
import type { InterpretedCommand } from "../../src/ledger/prepared-of-interpretation.js";
import { expectRight } from "./expect-right.js";

/** SHA-256 as lowercase hex. */
const sha256 = (content: string): string => createHash("sha256").update(content).digest("hex");

const fingerprint = `1220${"ab".repeat(32)}`;
export const [alice, bob] = [`alice::${fingerprint}`, `bob::${fingerprint}`];
const synchronizerId = `local::${fingerprint}`;

/** 2026-01-01T00:00:00Z. */
const start = 1_767_225_600_000_000;

const NoteKey = record({ owner: party, name: text });

/** Something with a key and an observer. */
export const Note = template("Sample.Note:Note", {
  payload: record({
    owner: party,
    name: text,
    size: numeric,
    reader: optional(party),
    counts: list(int64),
  }),
  signatories: ({ owner }) => [owner],
  observers: ({ reader }) => (reader === undefined ? [] : [reader]),
  key: {
    type: NoteKey,
    of: ({ owner, name }) => ({ owner, name }),
    maintainers: ({ owner }) => [owner],
  },
});

/** Something without a key. */
export const Desk = template("Sample.Desk:Desk", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});

/** What has an owner. */
export const Owned = defineInterface<{ readonly owner: string }>(
  "Sample.Owned:Owned",
  record({ owner: party }),
);

const byOwner = { controllers: ({ owner }: { readonly owner: string }) => [owner] };

/** Shows who owns something. */
const Show = interfaceChoice(Owned, "Show", {
  argument: record({}),
  result: party,
  consuming: false,
  ...byOwner,
  *body({ self }) {
    return (yield* fetchView(Owned, self)).owner;
  },
});

const move = choice(Desk, "Move", {
  argument: record({}),
  result: contractId,
  ...byOwner,
  *body({ payload }) {
    return yield* create(Desk, payload);
  },
});

const look = choice(Desk, "Look", {
  argument: record({ note: contractId, name: text }),
  result: optional(contractId),
  consuming: false,
  ...byOwner,
  *body({ payload }, { note, name }) {
    yield* fetch(Note, note);
    return yield* lookupByKey(Note, { owner: payload.owner, name });
  },
});

const tidy = choice(Desk, "Tidy", {
  argument: record({ note: contractId, to: party }),
  result: list(contractId),
  consuming: false,
  ...byOwner,
  observers: (_payload, { to }) => [to],
  *body({ payload }, { note, to }) {
    const old = yield* fetch(Note, note);
    yield* archive(Note, note);
    const moved = yield* create(Desk, payload);
    const other = yield* exercise(move, moved, {});
    return [other, yield* create(Note, { ...old, reader: to })];
  },
});

const wait = choice(Desk, "Wait", {
  argument: record({}),
  result: timestamp,
  consuming: false,
  ...byOwner,
  *body() {
    return yield* ledgerTime();
  },
});

const clear = choice(Desk, "Clear", {
  argument: record({}),
  result: unit,
  ...byOwner,
  *body() {
    return {};
  },
});

const samplePackage = definePackage({
  name: "sample",
  version: "1.0.0",
  templates: [Note, Desk],
  interfaces: [Owned],
  choices: [Show, move, look, tidy, wait, clear],
  instances: [instance(Desk, Owned, { view: ({ owner }) => ({ owner }), methods: () => ({}) })],
});

/** The packages that all commands here are interpreted with. */
export const catalog: CompiledCatalog = expectRight(compileCatalog([samplePackage], sha256));

/** The id of a template in package-name form. */
export const idOf = ({ name }: { readonly name: string }): string => `#sample:${name}`;

const commandOf = (actAs: string, command: Command): CompositeCommand => ({
  commands: [command],
  commandId: sha256(JSON.stringify(command)),
  actAs: [actAs],
  userId: "user",
  readAs: [],
  workflowId: "",
  deduplicationPeriod: { kind: "empty" },
  submissionId: "submission",
  disclosedContracts: [],
  synchronizerId: "",
  packageIdSelectionPreference: [],
  prefetchContractKeys: [],
  tapsMaxPasses: 3,
});

const contextOf = (seed: string) => ({
  now: start,
  receivedAt: start,
  seed: sha256(seed).slice(0, 56),
  submissionId: "submission",
  freshName: "fresh",
  catalog,
  sha256,
});

/** A ledger on which commands take effect, or are only prepared. */
export class SampleLedger {
  state: LedgerState;

  constructor() {
    const allocated = [alice, bob].map(
      (each): LedgerEvent => ({
        type: "PartyAllocated",
        party: each,
        annotations: {},
        identityProviderId: "",
        recordTime: start,
      }),
    );
    const participantId = `node::${fingerprint}`;
    this.state = evolveAll(emptyLedger(), [
      { type: "LedgerInitialized", participantId, synchronizerId, recordTime: start },
      ...allocated,
    ]);
  }

  /** Commits a command of alice; gives the ids of the contracts it created. */
  commit(command: Command): ReadonlyArray<string> {
    const submit = { kind: "Submit" as const, command: commandOf(alice, command) };
    const events = expectRight(decide(this.state, submit, contextOf(JSON.stringify(command))));
    this.state = evolveAll(this.state, events);
    return events.flatMap((event) =>
      event.type === "TransactionCommitted"
        ? event.nodes.flatMap((node) => (node.kind === "create" ? [node.contractId] : []))
        : [],
    );
  }

  /** What a command of alice would do. */
  prepare(command: Command): InterpretedCommand {
    const work = prepare(this.state, commandOf(alice, command), contextOf("prepared"));
    return expectRight(withoutPause(work));
  }
}
