import type { LedgerConfiguration } from "../src/events/journal-event.js";
import { defaultConfiguration } from "../src/ledger/ledger-configuration.js";
import { createHash } from "node:crypto";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { Contract } from "../src/contracts/contract.js";
import type { CompiledCatalog } from "../src/packages/catalog.js";
import { compileCatalog } from "../src/packages/compile-catalog.js";
import type { Sha256 } from "../src/values/sha256.js";
import type {
  Command,
  CompositeCommand,
  DisclosedContract,
} from "../src/commands/composite-command.js";
import { type DecisionContext, decide, type LedgerCommand } from "../src/ledger/decide.js";
import type { Json } from "../src/values/json.js";
import type { LedgerError } from "../src/errors/ledger-error.js";
import type { CommandRejected, TransactionCommitted } from "../src/events/submission-event.js";
import type { CreateNode, ExerciseNode } from "../src/events/transaction-node.js";
import type { LedgerEvent } from "../src/events/ledger-event.js";
import { emptyLedger, evolveAll, type LedgerState } from "../src/ledger/ledger-state.js";
import type { Package } from "../src/templates/template.js";
import { samplePackage } from "./sample-package.js";

/** SHA-256 as lowercase hex. */
export const sha256: Sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** The seed of a transaction, made of a text. */
export const seedOf = (text: string): string => sha256(text).slice(0, 56);

/** The event of a configuration that is the default but for some changes. */
export const configured = (changes: Partial<LedgerConfiguration>): LedgerEvent => ({
  type: "ConfigurationApplied",
  ...defaultConfiguration,
  ...changes,
  recordTime: start,
});

/** The catalogue of packages that are in order. */
export const catalogOf = (...packages: ReadonlyArray<Package>): CompiledCatalog => {
  const compiled = compileCatalog(packages, sha256);
  if (isLeft(compiled)) throw new Error(compiled.left.message);
  return compiled.right;
};

/** The namespace of every party here. */
export const fingerprint = `1220${"ab".repeat(32)}`;

/** The full id of a party. */
export const partyOf = (hint: string): string => `${hint}::${fingerprint}`;

/** Parties hosted in every test. */
export const [bank, alice, bob, carol] = [
  partyOf("bank"),
  partyOf("alice"),
  partyOf("bob"),
  partyOf("carol"),
];

/** The synchronizer of every test. */
export const synchronizerId = `local::${fingerprint}`;

/** 2026-01-01T00:00:00Z. */
export const start = 1_767_225_600_000_000;

/** Time, ids and packages of a decision; `seed` and the times differ from decision to decision. */
export const contextOf = (changes: Partial<DecisionContext> = {}): DecisionContext => ({
  now: start,
  receivedAt: start,
  seed: seedOf("seed"),
  submissionId: "generated-submission",
  freshName: "fresh",
  catalog: catalogOf(samplePackage),
  sha256,
  ...changes,
});

/** A composite command of `alice` with nothing special. */
export const commandOf = (changes: Partial<CompositeCommand> = {}): CompositeCommand => ({
  commands: [],
  commandId: "command",
  actAs: [alice],
  userId: "user",
  readAs: [],
  workflowId: "",
  deduplicationPeriod: { kind: "empty" },
  submissionId: "",
  disclosedContracts: [],
  synchronizerId: "",
  packageIdSelectionPreference: [],
  prefetchContractKeys: [],
  tapsMaxPasses: 3,
  ...changes,
});

/** A template or interface of the sample package in package-name form. */
export const idOf = ({ name }: { readonly name: string }): string => `#sample:${name}`;

/** A create command. */
export const creates = (of: { readonly name: string }, createArguments: Json): Command => ({
  kind: "CreateCommand",
  templateId: idOf(of),
  createArguments,
});

interface NamedChoice {
  readonly on: { readonly name: string };
  readonly name: string;
}

/** A contract as a command discloses it. */
export const disclosed = (contract: Contract, blobDigest = sha256("blob")): DisclosedContract => ({
  contract: right(contract),
  blobDigest,
});

/** An exercise command. */
export const exercises = (
  { on, name }: NamedChoice,
  contractId: string,
  choiceArgument: Json = {},
): Command => ({
  kind: "ExerciseCommand",
  templateId: idOf(on),
  contractId,
  choice: name,
  choiceArgument,
});

/** An exercise-by-key command. */
export const exercisesByKey = (
  { on, name }: NamedChoice,
  contractKey: Json,
  choiceArgument: Json = {},
): Command => ({
  kind: "ExerciseByKeyCommand",
  templateId: idOf(on),
  contractKey,
  choice: name,
  choiceArgument,
});

/** A create-and-exercise command. */
export const createsAndExercises = (
  { on, name }: NamedChoice,
  createArguments: Json,
  choiceArgument: Json = {},
): Command => ({
  kind: "CreateAndExerciseCommand",
  templateId: idOf(on),
  createArguments,
  choice: name,
  choiceArgument,
});

/** The arguments of a debt of the bank to alice. */
export const iou = (changes: Readonly<Record<string, Json>> = {}) => ({
  issuer: bank,
  owner: alice,
  reference: "r1",
  amount: "10.0000000000",
  observers: [],
  ...changes,
});

/** The key of that debt. */
export const iouKey = (reference = "r1") => ({ issuer: bank, reference });

/** What every journal here begins with: an identity and four parties. */
export const foundation: ReadonlyArray<LedgerEvent> = [
  {
    type: "LedgerInitialized",
    participantId: `node::${fingerprint}`,
    synchronizerId,
    recordTime: start,
  },
  ...[bank, alice, bob, carol].map(
    (party): LedgerEvent => ({
      type: "PartyAllocated",
      party,
      annotations: {},
      identityProviderId: "",
      recordTime: start,
    }),
  ),
];

/** A ledger that remembers its state and journal, for tests that need a history. */
export class TestLedger {
  state: LedgerState;
  readonly journal: Array<LedgerEvent> = [];
  context: DecisionContext;

  constructor(changes: Partial<DecisionContext> = {}, initial: LedgerState = emptyLedger()) {
    this.context = contextOf(changes);
    this.state = initial;
    this.take(foundation);
  }

  private take(events: ReadonlyArray<LedgerEvent>): void {
    this.journal.push(...events);
    this.state = evolveAll(this.state, events);
  }

  /** Applies a configuration that is the default but for some changes. */
  configure(changes: Partial<LedgerConfiguration>): void {
    this.take([configured(changes)]);
  }

  /** Decides a command and, when it is accepted, folds its events. */
  decide(command: LedgerCommand): ReturnType<typeof decide> {
    const seed = seedOf(`seed ${this.journal.length} ${JSON.stringify(command, bigintText)}`);
    const decision = decide(this.state, command, { ...this.context, seed });
    if (!isLeft(decision)) this.take(decision.right);
    return decision;
  }

  /** Submits commands under a command id of their own. */
  submit(
    actAs: ReadonlyArray<string>,
    commands: ReadonlyArray<Command>,
    changes: Partial<CompositeCommand> = {},
  ): ReturnType<typeof decide> {
    const commandId = `command-${this.journal.length}`;
    const command = commandOf({ commandId, actAs: [...actAs].sort(), commands, ...changes });
    return this.decide({ kind: "Submit", command });
  }

  /** The transaction of commands that must be accepted. */
  commit(
    actAs: ReadonlyArray<string>,
    commands: ReadonlyArray<Command>,
    changes: Partial<CompositeCommand> = {},
  ): TransactionCommitted {
    const decision = this.submit(actAs, commands, changes);
    if (isLeft(decision)) throw new Error(`${decision.left.code}: ${decision.left.cause}`);
    const event = decision.right[0];
    if (event?.type === "TransactionCommitted") return event;
    throw new Error(`not committed: ${JSON.stringify(event)}`);
  }

  /** The error of commands that must be refused. */
  refuse(
    actAs: ReadonlyArray<string>,
    commands: ReadonlyArray<Command>,
    changes: Partial<CompositeCommand> = {},
  ): LedgerError {
    const before = this.state;
    const decision = this.submit(actAs, commands, changes);
    if (!isLeft(decision)) throw new Error(`accepted: ${JSON.stringify(decision.right)}`);
    if (this.state !== before) throw new Error("a refused command changed the state");
    return decision.left;
  }

  /** The rejection of commands that must reach the ledger and fail there. */
  reject(
    actAs: ReadonlyArray<string>,
    commands: ReadonlyArray<Command>,
    changes: Partial<CompositeCommand> = {},
  ): CommandRejected {
    const decision = this.submit(actAs, commands, changes);
    if (isLeft(decision)) throw new Error(`refused: ${decision.left.code}`);
    const event = decision.right[0];
    if (event?.type === "CommandRejected") return event;
    throw new Error("accepted");
  }

  /** Creates a contract and returns its id. */
  create(actAs: ReadonlyArray<string>, of: { readonly name: string }, payload: Json): string {
    return createdIn(this.commit(actAs, [creates(of, payload)]))[0]?.contractId ?? "";
  }
}

const bigintText = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? `${value}n` : value;

/** The create nodes of a transaction. */
export const createdIn = ({ nodes }: TransactionCommitted): ReadonlyArray<CreateNode> =>
  nodes.filter((node) => node.kind === "create");

/** The exercise nodes of a transaction. */
export const exercisedIn = ({ nodes }: TransactionCommitted): ReadonlyArray<ExerciseNode> =>
  nodes.filter((node) => node.kind === "exercise");

/** The code of a decision's error, or what it was instead. */
export const codeOf = (decision: ReturnType<typeof decide>): string =>
  isLeft(decision)
    ? decision.left.code
    : `accepted: ${decision.right.map(({ type }) => type).join()}`;
