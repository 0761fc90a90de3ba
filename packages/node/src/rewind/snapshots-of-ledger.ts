import { nextTurn } from "@tallystick/background";
import { invalidArgument, type LedgerError } from "@tallystick/core";
import { left, right } from "fp-ts/lib/Either.js";
import { type Folded, type Journal, timersOf } from "../journal/journal.js";
import type { LedgerSnapshot, Snapshots } from "../ledger/ledger-snapshot.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { notRunning } from "../pipeline/pipeline-errors.js";

/** Views that a ledger folds. */
interface Marked {
  readonly name: string;
  checkpoint(): number;
  mark?(): (() => void) | undefined;
  waitFor?(offset: number): Promise<unknown>;
}

/** What snapshots need of a ledger. */
export interface SnapshotParts {
  readonly journal: Journal;
  readonly pipeline: Pick<Pipeline, "alone">;
  readonly views: ReadonlyArray<Marked>;
  /** Whether the state is in memory alone. */
  readonly isInMemory: boolean;
}

/** How long views may take to fold what is in the journal. */
const maxWaitMs = 10_000;

/** Takes snapshots of a ledger in memory. */
export const snapshotsOfLedger = (parts: SnapshotParts): Snapshots => {
  /** The snapshots that the ledger can be reverted to, the earliest first. */
  const taken: Array<object> = [];
  return {
    snapshot: () =>
      parts.pipeline.alone(async (state) => {
        const late = await folded(parts, state.folded());
        if (late !== undefined) return left(late);
        const marks = markAll(parts);
        if (marks === undefined) return left(notInMemory());
        const id = {};
        taken.push(id);
        const before = state.folded();
        const snapshot: LedgerSnapshot = {
          offset: before.state.offset,
          revert: () =>
            parts.pipeline.alone(async (now) => {
              const place = taken.indexOf(id);
              if (place === -1) return left(gone(before));
              const behind = await folded(parts, now.folded());
              if (behind !== undefined) return left(behind);
              taken.length = place + 1;
              now.rewind(before);
              for (const back of marks) back();
              // views that went back look for later events, and find none before the next command
              await nextTurn(timersOf(parts.journal));
              return right(undefined);
            }),
        };
        return right(snapshot);
      }),
  };
};

const notInMemory = (): LedgerError =>
  invalidArgument(
    "only a ledger in memory takes snapshots: open it without a data folder, and without a store or views of your own that cannot go back",
    "snapshot",
  );

const gone = ({ state }: Folded): LedgerError =>
  invalidArgument(
    `the snapshot at offset ${state.offset} is gone: the ledger was reverted to an earlier one`,
    "snapshot",
  );

/** Marks of the journal and of all views; undefined when one of them cannot go back. */
const markAll = ({
  journal,
  views,
  isInMemory,
}: SnapshotParts): ReadonlyArray<() => void> | undefined => {
  const { mark } = journal.store.capabilities;
  if (mark === undefined || !isInMemory) return undefined;
  const marks = views.map((each) => each.mark?.());
  const known = marks.filter((each) => each !== undefined);
  return known.length < marks.length ? undefined : [mark(), ...known];
};

/** Why the views have not folded the journal; undefined when they have. */
const folded = async (
  { views, journal }: SnapshotParts,
  { state }: Folded,
): Promise<LedgerError | undefined> => {
  const timers = timersOf(journal);
  const latestMs = timers.nowMs() + maxWaitMs;
  for (const each of views) {
    // so that they are folded at once
    void each.waitFor?.(state.offset);
    while (each.checkpoint() < state.offset) {
      if (timers.nowMs() > latestMs) return notRunning(`${each.name} are behind the journal`);
      // a pause would not keep the process alive
      await nextTurn(timers);
    }
  }
  return undefined;
};
