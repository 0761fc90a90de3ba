import {
  type Contract,
  contractIdParts,
  decodeLedgerEvent,
  emptyLedger,
  entriesOf,
  evolve,
  type LedgerState,
  newLongEdit,
  type PastEvent,
  settledState,
  stakeholdersOf,
  checkArgument,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  AuditError,
  type AuditedJournal,
  emptyJournal,
  eventsAfter,
  checkJournal,
} from "../log/audited-journal.js";

/** A moment of a journal: an offset, or a record time in microseconds since 1970. */
export type Moment = { readonly offset: number } | { readonly time: number };

/** The ledger as it was after an event. */
export interface PastState {
  /** The last event at or before the moment. */
  readonly offset: number;
  readonly recordTime: number;
  readonly state: LedgerState;
}

/**
 * Folds a journal up to a moment.
 *
 * @param seen is called with each event that is folded and the state before it
 * @throws {AuditError} when the journal ends before the offset, begins after the time, or was
 * pruned beyond the moment
 */
export const stateAt = async (
  journal: AuditedJournal,
  moment: Moment,
  seen?: (event: PastEvent, before: LedgerState) => void,
): Promise<PastState> => {
  checkJournal(journal);
  checkArgument("moment", moment, "object");
  let state = emptyLedger();
  const edit = newLongEdit();
  let hasErased = false;
  let isPast = false;
  let isEmpty = true;
  for await (const { type, data, revision } of eventsAfter(journal, 0)) {
    isEmpty = false;
    const offset = revision + 1;
    // behind the moment only a pruning matters, and it only where something was erased
    if (isPast && type !== "JournalPruned") continue;
    const event = decodeLedgerEvent(type, data, offset);
    if (isLeft(event)) throw new AuditError("unreadable", `offset ${offset}: ${event.left.reason}`);
    if (event.right.type === "JournalPruned" && hasErased && event.right.offset > state.offset) {
      throw new AuditError(
        "missing",
        `the journal was pruned up to offset ${event.right.offset}; earlier states are unknown`,
      );
    }
    if (isPast) continue;
    if (isAfter(event.right, offset, moment)) {
      isPast = true;
      if (!hasErased) break;
      continue;
    }
    hasErased ||= event.right.type === "SubmissionPruned";
    seen?.(event.right, state);
    state = evolve(state, event.right, edit);
  }
  if (isEmpty) throw emptyJournal(journal);
  checkReached(state, moment);
  return { offset: state.offset, recordTime: state.recordTime, state: settledState(state) };
};

const isAfter = (event: PastEvent, offset: number, moment: Moment): boolean =>
  "offset" in moment ? offset > moment.offset : event.recordTime > moment.time;

const checkReached = (state: LedgerState, moment: Moment): void => {
  if (state.offset === 0)
    throw new AuditError("missing", "the journal has no event at or before that time");
  if ("offset" in moment && state.offset < moment.offset)
    throw new AuditError("missing", `the journal ends at offset ${state.offset}`);
};

/** Active contracts, the oldest first. */
export const contractsOf = (
  { state }: PastState,
  {
    party,
    template,
  }: { readonly party?: string | undefined; readonly template?: string | undefined },
): ReadonlyArray<Contract> =>
  [...entriesOf(state.contracts)]
    .map(([, contract]) => contract)
    .filter((contract) => party === undefined || stakeholdersOf(contract).includes(party))
    .filter(
      ({ templateId }) =>
        template === undefined || templateId === template || templateId.endsWith(`:${template}`),
    )
    .sort(byAge);

/** The oldest first, by the place where each was created. */
export const byAge = (a: Contract, b: Contract): number => {
  const [one, other] = [contractIdParts(a.contractId), contractIdParts(b.contractId)];
  return (
    (one?.offset ?? 0) - (other?.offset ?? 0) ||
    (one?.nodeId ?? 0) - (other?.nodeId ?? 0) ||
    (a.contractId < b.contractId ? -1 : 1)
  );
};
