import {
  type CompiledPackages,
  decodeLedgerEvent,
  definitionMismatch,
  emptyLedger,
  getIn,
} from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { foldKept, type Folded, type Journal } from "../../journal/journal.js";
import type { OpenError } from "../../ledger/ledger.js";
import type { FoundState } from "../../snapshot/found-state.js";
import type { StateKeeper } from "../../snapshot/state-keeper.js";
import type { LedgerNotice } from "../../ledger/ledger-observer.js";
import { journalOpenError } from "./open-error.js";

/**
 * Reads the state from the snapshot and the events after it; Left also when the packages differ
 * from those the journal registered.
 */
export const readState = async (
  journal: Journal,
  { trusted, settings }: FoundState,
  keeper: StateKeeper | undefined,
  packages: CompiledPackages,
  notice: (notice: LedgerNotice) => void,
): Promise<Either<OpenError, Folded>> => {
  const folded = await foldKept(
    journal,
    trusted ?? { state: emptyLedger(settings), hash: "" },
    keeper,
    (events) => events.forEach((event) => nameUnread(event, notice)),
  );
  if (isLeft(folded)) return left(journalOpenError(folded.left));
  const registered = folded.right.state.participant.packages;
  const mismatch = definitionMismatch(packages, (packageId) => getIn(registered, packageId));
  return mismatch === undefined ? folded : left({ kind: "packages", message: mismatch });
};

/** Submissions are never passed over, and need not be read twice. */
const nameUnread = (
  { type, data, revision }: RecordedEvent,
  notice: (notice: LedgerNotice) => void,
): void => {
  if (type === "TransactionCommitted" || type === "CommandRejected") return;
  const event = decodeLedgerEvent(type, data, revision + 1);
  if (isLeft(event) || event.right.type !== "EventUnread") return;
  notice({
    kind: "journal",
    message: `offset ${revision + 1} of the journal is skipped: ${event.right.reason}; repeat the call that made it (docs/troubleshooting.md)`,
  });
};
