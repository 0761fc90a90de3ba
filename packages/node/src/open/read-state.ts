import { randomInt } from "node:crypto";
import {
  type CompiledPackages,
  definitionMismatch,
  emptyLedger,
  getIn,
  type LedgerSettings,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { eventAt, type Folded, foldJournal, type Journal } from "../journal/journal.js";
import type { OpenError } from "../ledger/ledger.js";
import { readSnapshot, type ReadSnapshot } from "../snapshot/snapshot-file.js";
import { journalOpenError } from "./open-error.js";

/** The state at the end of a journal. */
export interface ReadState {
  readonly folded: Folded;
  /** Offset of the snapshot it was read from; 0 when it was read from the journal alone. */
  readonly snapshotOffset: number;
  /** The snapshot in the data folder, whether it fits the journal or not. */
  readonly found: ReadSnapshot | undefined;
}

/**
 * Reads the state from the snapshot, where there is one of this journal, and the events after it;
 * Left also when the packages are not those the journal registered.
 */
export const readState = async (
  journal: Journal,
  data: string | undefined,
  packages: CompiledPackages,
): Promise<Either<OpenError, ReadState>> => {
  const settings: LedgerSettings = { hashSeed: randomInt(2 ** 31) };
  const found = data === undefined ? undefined : await readSnapshot(data, journal.stream, settings);
  const trusted = found === undefined ? undefined : await trustedSnapshot(journal, found);
  const beginning: Folded = { state: emptyLedger(settings), hash: "" };
  const attempt = await foldJournal(journal, trusted ?? beginning);
  // what was pruned after the snapshot cannot be folded onto it
  const isTooOld = isLeft(attempt) && attempt.left.kind === "pruned";
  const cached = isTooOld ? undefined : trusted;
  const folded = isTooOld ? await foldJournal(journal, beginning) : attempt;
  if (isLeft(folded)) return left(journalOpenError(folded.left));
  const registered = folded.right.state.participant.packages;
  const mismatch = definitionMismatch(packages, (packageId) => getIn(registered, packageId));
  return mismatch === undefined
    ? right({
        folded: folded.right,
        snapshotOffset: cached?.state.offset ?? 0,
        found,
      })
    : left({ kind: "packages", message: mismatch });
};

/** The snapshot, provided the journal has the very event it was taken after. */
const trustedSnapshot = async (
  journal: Journal,
  found: ReadSnapshot,
): Promise<Folded | undefined> => {
  const event = await eventAt(journal, found.state.offset);
  return !isLeft(event) && event.right?.hash === found.hash ? found : undefined;
};
