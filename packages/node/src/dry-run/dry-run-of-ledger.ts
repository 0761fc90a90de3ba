import {
  authorizedNodes,
  type CompiledCatalog,
  type CompositeCommand,
  type DryRun,
  dryRun,
  encodeLedgerEvent,
  informeesOf,
  type LedgerError,
  type LedgerState,
  type Pausing,
  type Submission,
} from "@tallystick/core";
import {
  encodePreparedTransaction,
  physicalSynchronizerId,
  preparedOfInterpretation,
} from "@tallystick/signing";
import { type QueryContext, unreadableAt, wholeTransaction } from "@tallystick/views";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { DryRunAt, DryRunOutcome, DryRuns, StoppedAt, TriedNode } from "../ledger/dry-run.js";
import { commandsOfSteps } from "../contracts/commands-of-steps.js";
import { submissionOf } from "../contracts/contracts-of-ledger.js";
import type { Ids } from "../ledger/ledger.js";
import { sha256 } from "../ledger/sha256.js";
import { Slices } from "../pipeline/slices.js";
import { type HoldingSource, movedHoldings } from "./moved-holdings.js";
import type { PastStates } from "./past-states.js";
import { stoppedAt } from "./stopped-at.js";
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
  readonly past: PastStates;
  readonly context: QueryContext;
  readonly queries: HoldingSource["queries"];
  /** The packages of the ledger now. */
  readonly catalog: () => CompiledCatalog;
  readonly ids: Ids;
}

/** A command that was tried, with what of the state its outcome needs. */
interface Tried extends Pick<DryRunOutcome, "offset" | "packages"> {
  readonly stopped: StoppedAt | undefined;
  readonly run: DryRun;
  readonly catalog: CompiledCatalog;
}

/** Tries commands on the state of a ledger. */
export const dryRunsOfLedger = (parts: DryRunParts): DryRuns => ({
  dryRun: (submission, when) => dryRunIn(parts, submission, when),
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
  const command = parts.commandOf(submission);
  if (isLeft(command)) return command;
  const end = parts.context.ledgerEnd();
  const unreadable = at === undefined ? undefined : unreadableAt("at", at, parts.context);
  if (unreadable !== undefined) return left(unreadable);
  const tried =
    at === undefined || at === end
      ? await triedNow(parts, command.right, at)
      : await triedThen(parts, command.right, at);
  return isLeft(tried) ? tried : right(await outcomeOf(parts, command.right, tried.right));
};

/** At a named offset the clock says nothing: two runs there have the same outcome. */
const triedNow = (parts: DryRunParts, command: CompositeCommand, at: number | undefined) =>
  parts.working(function* (state): Pausing<Either<LedgerError, Tried>> {
    const now = at === undefined ? parts.clock() : state.recordTime;
    return right(yield* tryOn(state, command, now, parts.catalogNow(state)));
  });

const triedThen = (
  parts: DryRunParts,
  command: CompositeCommand,
  at: number,
): Promise<Either<LedgerError, Tried>> =>
  parts.past.with(at, (state) => {
    const slices = new Slices({ reading: (read) => right(read(state)) }, parts.timers);
    return slices.run(tryOn(state, command, state.recordTime, parts.catalogThen(state)));
  });

function* tryOn(
  state: LedgerState,
  command: CompositeCommand,
  now: number,
  catalog: CompiledCatalog,
): Pausing<Tried> {
  const run = yield* dryRun(state, command, { now, receivedAt: now, catalog, sha256 });
  const packages = packagesOf(run, catalog);
  return { run, offset: state.offset, catalog, packages, stopped: stoppedAt(state, run) };
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
  command: CompositeCommand,
  { run, offset, catalog, packages, stopped }: Tried,
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
