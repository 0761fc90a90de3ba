import {
  authorizedNodes,
  type CompiledCatalog,
  type CompositeCommand,
  type DryRun,
  dryRun,
  type DryRunWith,
  encodeLedgerEvent,
  informeesOf,
  type LedgerError,
  ledgerError,
  type LedgerState,
  type Pausing,
  Profile,
  type Submission,
  submissionOfEvent,
  updateNotFound,
} from "@tallystick/core";
import {
  encodePreparedTransaction,
  physicalSynchronizerId,
  preparedOfInterpretation,
} from "@tallystick/signing";
import type { TransactionFormat } from "@tallystick/wire";
import { type Queries, type QueryContext, unreadableAt, wholeTransaction } from "@tallystick/views";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { DryRunAt, DryRunOutcome, DryRuns, StoppedAt, TriedNode } from "../ledger/dry-run.js";
import { commandsOfSteps } from "../contracts/commands-of-steps.js";
import { submissionOf } from "../contracts/contracts-of-ledger.js";
import type { Ids, Ledger } from "../ledger/ledger.js";
import type { TraceOutcome, Traces } from "../ledger/trace.js";
import { sha256 } from "../ledger/sha256.js";
import { Slices } from "../pipeline/slices.js";
import { type HoldingSource, movedHoldings } from "./moved-holdings.js";
import type { PastStates } from "./past-states.js";
import { stoppedAt } from "./stopped-at.js";
import { traceMoments, traceProfile } from "./trace-moments.js";
import { triedContracts } from "./tried-contracts.js";

/** What dry runs need of a ledger. */
export interface DryRunParts {
  readonly commandOf: (
    given: Submission | CompositeCommand,
  ) => Either<LedgerError, CompositeCommand>;
  /** Microseconds since the Unix epoch. */
  readonly clock: () => number;
  readonly timers: ConstructorParameters<typeof Slices>[1];
  /** Works on the durable state in its turn. */
  readonly working: <A>(
    work: (state: LedgerState) => Pausing<Either<LedgerError, A>>,
  ) => Promise<Either<LedgerError, A>>;
  readonly catalogNow: (state: LedgerState) => CompiledCatalog;
  readonly catalogThen: (state: LedgerState) => CompiledCatalog;
  /** With code that counts what its definitions take. */
  readonly profiledCatalog: (state: LedgerState) => CompiledCatalog;
  /** The transaction at an offset; see `Ledger.transactionAt`. */
  readonly transactionAt: Ledger["transactionAt"];
  readonly past: PastStates;
  readonly context: QueryContext;
  readonly queries: HoldingSource["queries"] & Pick<Queries, "transaction">;
  /** The packages of the ledger now. */
  readonly catalog: () => CompiledCatalog;
  readonly ids: Ids;
}

/** A command that was tried, with what of the state its outcome needs. */
interface Tried extends Pick<DryRunOutcome, "offset" | "packages"> {
  readonly command: CompositeCommand;
  readonly stopped: StoppedAt | undefined;
  readonly run: DryRun;
  readonly catalog: CompiledCatalog;
}

/** Tries commands on the state of a ledger. */
export const dryRunsOfLedger = (parts: DryRunParts): DryRuns & Traces => ({
  dryRun: (submission, when) => dryRunIn(parts, submission, when),
  trace: async (submission, { at } = {}) => {
    const tried = await triedIn(parts, submission, at, true);
    return isLeft(tried) ? tried : right(await traceOf(parts, tried.right));
  },
  traceUpdate: (updateId) => traceUpdateIn(parts, updateId),
  tryOut: async (steps, as, when) => {
    const commands = commandsOfSteps(parts.catalog(), steps);
    if (isLeft(commands)) return commands;
    return dryRunIn(parts, submissionOf(commands.right, as, parts.ids), when);
  },
});

const dryRunIn = async (
  parts: DryRunParts,
  submission: Submission | CompositeCommand,
  { at }: DryRunAt = {},
): Promise<Either<LedgerError, DryRunOutcome>> => {
  const tried = await triedIn(parts, submission, at, false);
  return isLeft(tried) ? tried : right(await outcomeOf(parts, tried.right));
};

const triedIn = async (
  parts: DryRunParts,
  submission: Submission | CompositeCommand,
  at: number | undefined,
  isTraced: boolean,
): Promise<Either<LedgerError, Tried>> => {
  const command = parts.commandOf(submission);
  if (isLeft(command)) return command;
  const end = parts.context.ledgerEnd();
  const unreadable = at === undefined ? undefined : unreadableAt("at", at, parts.context);
  if (unreadable !== undefined) return left(unreadable);
  const isNow = at === undefined || at === end;
  const usual = isNow ? parts.catalogNow : parts.catalogThen;
  const trying = (state: LedgerState): Pausing<Tried> =>
    tryOn(
      state,
      command.right,
      // at a named offset the clock says nothing: two runs there have the same outcome
      at === undefined ? parts.clock() : state.recordTime,
      isTraced ? parts.profiledCatalog(state) : usual(state),
      isTraced ? profiling(parts) : {},
    );
  if (!isNow) return parts.past.with(at, (state) => inSlices(parts, state, trying(state)));
  return parts.working(function* (state): Pausing<Either<LedgerError, Tried>> {
    return right(yield* trying(state));
  });
};

const inSlices = (
  { timers }: DryRunParts,
  state: LedgerState,
  work: Pausing<Tried>,
): Promise<Either<LedgerError, Tried>> =>
  new Slices({ reading: (read) => right(read(state)) }, timers).run(work);

const microsPerMs = 1_000;

const profiling = ({ timers }: DryRunParts): DryRunWith => ({
  profile: () => new Profile(() => timers.nowMs() * microsPerMs),
});

const traceUpdateIn = async (
  parts: DryRunParts,
  updateId: string,
): Promise<Either<LedgerError, TraceOutcome>> => {
  const found = await parts.queries.transaction({
    at: { updateId },
    transactionFormat: wholeFormat,
  });
  if (isLeft(found)) return found;
  const { offset } = found.right;
  const unreadable = unreadableAt("offset", offset - 1, parts.context);
  if (unreadable !== undefined) return left(unreadable);
  const event = await parts.transactionAt(offset);
  if (isLeft(event)) return event;
  const { right: committed } = event;
  if (committed === undefined) return left(updateNotFound("UPDATE_ID", updateId));
  const tried = await parts.past.with(offset - 1, async (state) => {
    const command = submissionOfEvent(state, committed);
    if (isLeft(command)) return left(untraceable(command.left.reason));
    const how = { ...profiling(parts), seed: committed.seed };
    const { recordTime } = committed;
    const catalog = parts.profiledCatalog(state);
    return inSlices(parts, state, tryOn(state, command.right, recordTime, catalog, how));
  });
  return isLeft(tried) ? tried : right({ ...(await traceOf(parts, tried.right)), updateId });
};

const wholeFormat: TransactionFormat = {
  transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  eventFormat: { filtersByParty: {}, filtersForAnyParty: { cumulative: [] } },
};

const untraceable = (reason: string): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", `The update cannot be traced: ${reason}.`);

const traceOf = async (parts: DryRunParts, tried: Tried): Promise<TraceOutcome> => ({
  outcome: await outcomeOf(parts, tried),
  ...traceMoments(tried.run, tried.command.actAs, tried.stopped),
  profile: traceProfile(tried.run),
});

function* tryOn(
  state: LedgerState,
  command: CompositeCommand,
  now: number,
  catalog: CompiledCatalog,
  how: DryRunWith,
): Pausing<Tried> {
  const run = yield* dryRun(state, command, { now, receivedAt: now, catalog, sha256 }, how);
  run.taken?.profile.end();
  const packages = packagesOf(run, catalog);
  const stopped = stoppedAt(state, run);
  return { command, run, offset: state.offset, catalog, packages, stopped };
}

const packagesOf = ({ steps }: DryRun, catalog: CompiledCatalog): DryRunOutcome["packages"] => {
  const ids = new Set<string>();
  for (const step of steps) {
    const templateId =
      step.kind === "create" || step.kind === "exercise" ? step.node.templateId : undefined;
    if (templateId !== undefined) ids.add(templateId.slice(0, templateId.indexOf(":")));
  }
  return [...ids].map((packageId) => {
    const { name = "", version = "" } = catalog.packageInfo(packageId) ?? {};
    return { packageId, name, version };
  });
};

const outcomeOf = async (
  { context, queries }: DryRunParts,
  { command, run, offset, catalog, packages, stopped }: Tried,
): Promise<DryRunOutcome> => {
  const { event, error, recordTime } = run;
  const { synchronizerId } = context;
  const readers = new Set([...command.actAs, ...command.readAs]);
  const tried = {
    offset,
    recordTime,
    contracts: triedContracts(run, readers),
    packages,
    holdings: await movedHoldings({ catalog, queries }, run, offset),
  };
  const transaction =
    event?.type === "TransactionCommitted"
      ? wholeTransaction(event, offset + 1, { synchronizerId, catalog })
      : undefined;
  if (event?.type !== "TransactionCommitted" || transaction === undefined) {
    return {
      ...tried,
      verdict: "rejected",
      nodes: [],
      eventBytes: 0,
      trafficCost: 0,
      ...(error === undefined ? {} : { error }),
      ...(stopped === undefined ? {} : { stopped }),
    };
  }
  return {
    ...tried,
    verdict: "accepted",
    transaction,
    nodes: authorizedNodes(event).map(
      ({ node, nodeId, depth, authority, witnesses }): TriedNode => ({
        nodeId: shownIdOf(transaction.events[nodeId]) ?? nodeId,
        depth,
        authorizers: authority,
        informees: informeesOf(node),
        witnesses,
      }),
    ),
    eventBytes: Buffer.byteLength(encodeLedgerEvent(event, offset + 1).data),
    trafficCost: trafficOf(run, command, catalog, synchronizerId),
  };
};

type ShownEvent = NonNullable<DryRunOutcome["transaction"]>["events"][number];

const shownIdOf = (event: ShownEvent | undefined): number | undefined => {
  if (event === undefined) return undefined;
  if ("CreatedEvent" in event) return event.CreatedEvent.nodeId;
  return "ExercisedEvent" in event ? event.ExercisedEvent.nodeId : event.ArchivedEvent.nodeId;
};

const seedBytes = 32;

/** The size of the transaction as it is prepared for signing (interactive-submission 7). */
const trafficOf = (
  { event, trace, recordTime }: DryRun,
  { actAs, commandId }: CompositeCommand,
  catalog: CompiledCatalog,
  synchronizerId: string,
): number => {
  if (event?.type !== "TransactionCommitted") return 0;
  const prepared = preparedOfInterpretation(
    catalog,
    { nodes: event.nodes, trace },
    {
      actAs,
      commandId,
      synchronizerId: physicalSynchronizerId(synchronizerId),
      transactionUuid: "00000000-0000-0000-0000-000000000000",
      preparationTime: BigInt(recordTime),
      maxRecordTime: undefined,
      seed: new Uint8Array(seedBytes),
    },
  );
  return isLeft(prepared) ? 0 : encodePreparedTransaction(prepared.right).length;
};
