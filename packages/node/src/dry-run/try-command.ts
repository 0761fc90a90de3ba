import {
  authorizedNodes,
  type CompiledCatalog,
  type CompositeCommand,
  type DryRun,
  dryRun,
  encodeLedgerEvent,
  informeesOf,
  type LedgerError,
  ledgerError,
  type LedgerState,
  type Micros,
  type Pausing,
  Profile,
  submissionOfEvent,
  type TransactionCommitted,
} from "@tallystick/core";
import {
  encodePreparedTransaction,
  physicalSynchronizerId,
  preparedOfInterpretation,
} from "@tallystick/signing";
import type { Timers } from "@tallystick/background";
import { wholeTransaction } from "@tallystick/views";
import { type Either, flatten, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { DryRunOutcome, TriedNode } from "../ledger/dry-run.js";
import type { TraceOutcome } from "../ledger/trace.js";
import { sha256 } from "../ledger/sha256.js";
import { Slices } from "../pipeline/slices.js";
import {
  holdingAmounts,
  type HoldingChange,
  holdingChanges,
  holdingsIn,
} from "./moved-holdings.js";
import type { PastStates } from "./past-states.js";
import { stoppedAt } from "./stopped-at.js";
import { traceMoments, traceProfile } from "./trace-moments.js";
import { triedContracts } from "./tried-contracts.js";

/** What is tried. It and its result are plain data, which threads can exchange. */
export interface Trial {
  readonly of:
    | {
        readonly kind: "command";
        readonly command: CompositeCommand;
        /** When it is decided; undefined: at the record time of the state. */
        readonly now: Micros | undefined;
      }
    /** A transaction of the journal, interpreted again. */
    | { readonly kind: "update"; readonly event: TransactionCommitted };
  readonly isTraced: boolean;
}

/** A trial on the state after an offset. */
export interface PastTrial extends Trial {
  readonly offset: number;
}

/** What a trial did, without the balances that it changed. */
export interface Tried {
  readonly outcome: Omit<DryRunOutcome, "holdings">;
  readonly holdings: ReadonlyArray<HoldingChange>;
  /** Only where it was asked for. */
  readonly trace?: Omit<TraceOutcome, "outcome" | "updateId">;
}

/** The packages of a state; for a trace with code that counts what its definitions take. */
export type CatalogOf = (
  state: LedgerState,
  isTraced: boolean,
) => CompiledCatalog | Promise<CompiledCatalog>;

/** How long one trial may take, apart from folding its state; milliseconds. */
const longestMs = 60_000;

/** Tries commands on former states. Left: as of `PastStates`; it takes too long. */
export const tryInPast =
  (past: PastStates, catalogOf: CatalogOf, timers: Timers) =>
  (trial: PastTrial): Promise<Either<LedgerError, Tried>> =>
    past.with(trial.offset, async (state) => {
      const catalog = await catalogOf(state, trial.isTraced);
      const durable = { reading: <A>(read: (of: LedgerState) => A) => right(read(state)) };
      const slices = new Slices(durable, timers, longestMs);
      return flatten(await slices.run(tryOn(state, trial, catalog, timers)));
    });

const microsPerMs = 1_000;

/** Tries a command on a state. Left: it is of a transaction that cannot be interpreted again. */
export function* tryOn(
  state: LedgerState,
  { of, isTraced }: Trial,
  catalog: CompiledCatalog,
  timers: Timers,
): Pausing<Either<LedgerError, Tried>> {
  const found = of.kind === "update" ? submissionOfEvent(state, of.event) : right(of.command);
  if (isLeft(found)) return left(untraceable(found.left.reason));
  const command = found.right;
  // at a named offset the clock says nothing: two runs there have the same outcome
  const now = of.kind === "update" ? of.event.recordTime : (of.now ?? state.recordTime);
  const how = {
    ...(isTraced ? { profile: () => new Profile(() => timers.nowMs() * microsPerMs) } : {}),
    ...(of.kind === "update" ? { seed: of.event.seed } : {}),
  };
  const run = yield* dryRun(state, command, { now, receivedAt: now, catalog, sha256 }, how);
  run.taken?.profile.end();
  return right(triedOf(state, command, run, { catalog, isTraced }));
}

const untraceable = (reason: string): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", `The update cannot be traced: ${reason}.`);

const triedOf = (
  state: LedgerState,
  command: CompositeCommand,
  run: DryRun,
  { catalog, isTraced }: { readonly catalog: CompiledCatalog; readonly isTraced: boolean },
): Tried => {
  const found = holdingsIn(catalog, run);
  const amounts = holdingAmounts(found);
  const outcome = { ...outcomeOf(state, command, run, catalog), amounts };
  const holdings = holdingChanges(run, found);
  if (!isTraced) return { outcome, holdings };
  const moments = traceMoments(run, command.actAs, outcome.stopped);
  return { outcome, holdings, trace: { ...moments, profile: traceProfile(run) } };
};

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

const outcomeOf = (
  state: LedgerState,
  command: CompositeCommand,
  run: DryRun,
  catalog: CompiledCatalog,
): Omit<Tried["outcome"], "amounts"> => {
  const { event, error, recordTime } = run;
  const { offset, participant } = state;
  const { synchronizerId } = participant;
  const readers = new Set([...command.actAs, ...command.readAs]);
  const contracts = triedContracts(run, readers);
  const tried = { offset, recordTime, contracts, packages: packagesOf(run, catalog) };
  const transaction =
    event?.type === "TransactionCommitted"
      ? wholeTransaction(event, offset + 1, { synchronizerId, catalog })
      : undefined;
  if (event?.type !== "TransactionCommitted" || transaction === undefined) {
    const stopped = stoppedAt(state, run);
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
