import type { LedgerSettings } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { eventAt, type Journal } from "../journal/journal.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import { closeRuns, readSnapshot, type ReadSnapshot } from "./snapshot-file.js";

/** The stored state of the data folder. */
export interface FoundState {
  /** The snapshot, whether it fits the journal or not. */
  readonly found: ReadSnapshot | undefined;
  /** The snapshot, if the journal has the event it was taken after. */
  readonly trusted: ReadSnapshot | undefined;
  readonly settings: LedgerSettings;
}

/**
 * Finds the snapshot of a data folder, and whether it fits the journal.
 *
 * @param data undefined: there is none
 * @param hashSeed of the hashes of keys
 */
export const findState = async (
  journal: Journal,
  data: string | undefined,
  hashSeed: number,
  notice: (notice: LedgerNotice) => void,
): Promise<FoundState> => {
  const settings: LedgerSettings = { hashSeed };
  const unread = (reason: string): void =>
    notice({
      kind: "snapshot-unread",
      message: `the snapshot is not used: ${reason}; the state is folded from the journal`,
    });
  const found =
    data === undefined ? undefined : await readSnapshot(data, journal.stream, settings, unread);
  const trusted = found !== undefined && (await isOf(journal, found)) ? found : undefined;
  if (found !== undefined && trusted === undefined) {
    unread(`the journal does not contain its last event, at offset ${found.state.offset}`);
    closeRuns(found.runs);
  }
  return { found, trusted, settings };
};

const isOf = async (journal: Journal, { state, hash }: ReadSnapshot): Promise<boolean> => {
  const event = await eventAt(journal, state.offset);
  return !isLeft(event) && event.right?.hash === hash;
};
