import { GENESIS_HASH, type StoreError } from "@tallystick/event-store";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { AcknowledgedHead, Evidence } from "./acknowledged-head.js";
import { allCursor } from "../reading/read-all-pages.js";
import type { Reader } from "../reading/reader.js";
import { damagedAt } from "../reading/stored-event.js";

/** Events at the end of the journal whose chain is checked at opening: a few milliseconds. */
export const TAIL_CHECK_EVENTS = 1_000;

/** Acknowledged events that are missing. */
export interface LostTail {
  /** Position of the last event that was acknowledged, as recorded in the sidecar. */
  readonly acknowledgedPosition: number;
  /** Last position up to which the journal may still be what was acknowledged. */
  readonly foundPosition: number;
}

/** The result of the checks at opening. */
export interface OpeningReport {
  /** Events at the end whose chain was checked. */
  readonly checkedEvents: number;
  /** "head": the record of the last acknowledged event was compared. Otherwise there was none. */
  readonly evidence: Evidence["kind"];
  /** Set only when the store was opened with `acceptLostTail` nevertheless. */
  readonly lostTail: LostTail | undefined;
}

export const headOfJournal = (reader: Reader): AcknowledgedHead => {
  const position = reader.lastPosition();
  return { position, hash: reader.hashAtPosition(position) ?? GENESIS_HASH };
};

const checkTail = (reader: Reader, tailEvents: number): Either<StoreError, number> => {
  const first = Math.max(reader.lastPosition() - tailEvents + 1, 1);
  const cursor = allCursor(reader, true, "forwards", first);
  const ids = new Map<string, number>();
  for (let checked = 0; ; ) {
    const { events, damage } = cursor.nextPage(tailEvents);
    if (damage !== undefined) return left(damage);
    if (events.length === 0) return right(checked);
    for (const { id, stream, revision, position } of events) {
      const key = `${stream} ${id}`;
      const before = ids.get(key);
      // so that a repeated append still gets the same answer
      if (before !== undefined)
        return left(damagedAt(stream, revision, position, twice(id, before)));
      ids.set(key, position);
    }
    checked += events.length;
  }
};

const twice = (id: string, position: number): string =>
  `its id ${id} is that of the event at position ${position}: it was appended twice`;

const findLostTail = (reader: Reader, evidence: Evidence): LostTail | undefined => {
  if (evidence.kind !== "head" || evidence.head.position === 0) return undefined;
  const { position: acknowledgedPosition, hash } = evidence.head;
  const foundPosition = reader.lastPosition();
  if (foundPosition < acknowledgedPosition) return { acknowledgedPosition, foundPosition };
  return reader.hashAtPosition(acknowledgedPosition) === hash
    ? undefined
    : { acknowledgedPosition, foundPosition: acknowledgedPosition - 1 };
};

const lostTailError = (lost: LostTail, foundPosition: number): StoreError => ({
  kind: "lost-tail",
  ...lost,
  reason:
    foundPosition < lost.acknowledgedPosition
      ? `events up to position ${lost.acknowledgedPosition} were acknowledged, the journal ends at ${foundPosition}: it was truncated, or restored from an older copy`
      : `the event at position ${lost.acknowledgedPosition} is not the one that was acknowledged: the journal was replaced by another copy`,
});

/**
 * Checks a journal before use: the chain of its last events must hold, and the last acknowledged
 * event must exist. `verifyStream` checks the whole chain.
 *
 * @param acceptLostTail open although acknowledged events are missing; the report names them
 */
export const checkOpening = (
  reader: Reader,
  evidence: Evidence,
  tailEvents: number,
  acceptLostTail: boolean,
): Either<StoreError, OpeningReport> => {
  const checked = checkTail(reader, tailEvents);
  if (isLeft(checked)) return checked;
  const lostTail = findLostTail(reader, evidence);
  if (lostTail !== undefined && !acceptLostTail)
    return left(lostTailError(lostTail, reader.lastPosition()));
  return right({ checkedEvents: checked.right, evidence: evidence.kind, lostTail });
};
