import {
  type CompiledCatalog,
  type CompositeCommand,
  type LedgerError,
  ledgerError,
  type LedgerState,
  type Pausing,
  type Submission,
  type TransactionCommitted,
  updateNotFound,
} from "@tallystick/core";
import type { Timers } from "@tallystick/background";
import type { TransactionFormat } from "@tallystick/wire";
import { type Queries, type QueryContext, unreadableAt } from "@tallystick/views";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { DryRunAt, DryRunOutcome, DryRuns } from "../ledger/dry-run.js";
import { commandsOfSteps } from "../contracts/commands-of-steps.js";
import { submissionOf } from "../contracts/contracts-of-ledger.js";
import type { Ids, Ledger } from "../ledger/ledger.js";
import type { TraceOutcome, Traces } from "../ledger/trace.js";
import { type HoldingSource, movedHoldings } from "./moved-holdings.js";
import type { PastStates } from "./past-states.js";
import type { TrialThread } from "./trial-thread.js";
import { type CatalogOf, type PastTrial, type Tried, tryInPast, tryOn } from "./try-command.js";

/** What dry runs need of a ledger. */
export interface DryRunParts {
  readonly commandOf: (
    given: Submission | CompositeCommand,
  ) => Either<LedgerError, CompositeCommand>;
  /** Microseconds since the Unix epoch. */
  readonly clock: () => number;
  readonly timers: Timers;
  /** Works on the durable state in its turn. */
  readonly working: <A>(
    work: (state: LedgerState) => Pausing<Either<LedgerError, A>>,
  ) => Promise<Either<LedgerError, A>>;
  readonly catalogNow: (state: LedgerState, isTraced: boolean) => CompiledCatalog;
  readonly catalogThen: CatalogOf;
  /** The transaction at an offset; see `Ledger.transactionAt`. */
  readonly transactionAt: Ledger["transactionAt"];
  /** Undefined: there is none, and all is tried in this thread. */
  readonly thread: TrialThread | undefined;
  readonly past: PastStates;
  readonly context: QueryContext;
  readonly queries: HoldingSource["queries"] & Pick<Queries, "transaction">;
  /** The packages of the ledger now. */
  readonly catalog: () => CompiledCatalog;
  readonly ids: Ids;
}

/** Tries commands on the state of a ledger. */
export const dryRunsOfLedger = (parts: DryRunParts): DryRuns & Traces => ({
  dryRun: (submission, when) => dryRunIn(parts, submission, when),
  trace: async (submission, { at } = {}) => {
    const tried = await triedIn(parts, submission, at, true);
    return isLeft(tried) ? tried : tracedIn(parts, tried.right);
  },
  traceUpdate: async (updateId, isShown) => {
    const tried = await updateTriedIn(parts, updateId, isShown);
    return isLeft(tried) ? tried : tracedIn(parts, tried.right, updateId);
  },
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
  const now = at === undefined ? parts.clock() : undefined;
  const of = { kind: "command", command: command.right, now } as const;
  const trial: PastTrial = { of, isTraced, offset: at ?? end };
  const isNow = trial.offset === end;
  return isNow && (!isTraced || parts.thread === undefined)
    ? parts.working((state) => tryOn(state, trial, parts.catalogNow(state, isTraced), parts.timers))
    : triedThen(parts, trial);
};

/** In a thread, where there is one: nobody waits for it, and folding takes none of this one. */
const triedThen = (
  { thread, past, catalogThen, timers }: DryRunParts,
  trial: PastTrial,
): Promise<Either<LedgerError, Tried>> =>
  thread === undefined ? tryInPast(past, catalogThen, timers)(trial) : thread.tried(trial);

const updateTriedIn = async (
  parts: DryRunParts,
  updateId: string,
  isShown: (event: TransactionCommitted) => boolean = () => true,
): Promise<Either<LedgerError, Tried>> => {
  const found = await parts.queries.transaction({
    at: { updateId },
    transactionFormat: wholeFormat,
  });
  if (isLeft(found)) return found;
  const { offset } = found.right;
  const read = await parts.transactionAt(offset);
  if (isLeft(read)) return read;
  const { right: event } = read;
  if (event === undefined || !isShown(event)) return left(updateNotFound("UPDATE_ID", updateId));
  const unreadable = unreadableAt("offset", offset - 1, parts.context);
  if (unreadable !== undefined) return left(unreadable);
  const of = { kind: "update", event } as const;
  return triedThen(parts, { of, isTraced: true, offset: offset - 1 });
};

const wholeFormat: TransactionFormat = {
  transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  eventFormat: { filtersByParty: {}, filtersForAnyParty: { cumulative: [] } },
};

const tracedIn = async (
  parts: DryRunParts,
  tried: Tried,
  updateId?: string,
): Promise<Either<LedgerError, TraceOutcome>> => {
  const { trace } = tried;
  if (trace === undefined)
    return left(ledgerError("LEDGER_API_INTERNAL_ERROR", "Nothing was traced."));
  const outcome = await outcomeOf(parts, tried);
  return right({ outcome, ...(updateId === undefined ? {} : { updateId }), ...trace });
};

const outcomeOf = async (
  { catalog, queries }: DryRunParts,
  { outcome, holdings }: Tried,
): Promise<DryRunOutcome> => ({
  ...outcome,
  holdings: await movedHoldings({ catalog: catalog(), queries }, holdings, outcome.offset),
});
