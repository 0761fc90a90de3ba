import { randomUUID } from "node:crypto";
import { right } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { sharedPlace, shareSnapshots, type SnapshotSharing } from "../snapshot/shared-snapshot.js";
import type { StateKeeper } from "../snapshot/state-keeper.js";
import { type AppendTurns, appendTurns, everyTurn } from "../writer/append-turns.js";
import { turnRoster } from "../writer/turn-roster.js";
import { keepLease, neverWriter, soleWriter, type WriterLease } from "../writer/writer-lease.js";
import type { LedgerOpening } from "./ledger-opening.js";
import type { Part } from "./startup.js";

interface Writing {
  readonly journal: Journal;
  readonly config: LedgerConfig;
}

/** When this node appends, where others append too. */
export const turnsToAppend: Part<Writing, never, AppendTurns> = {
  open: ({ journal, config: { participantName, sharedJournal, follow } }) => {
    if (!sharedJournal || follow) return right(everyTurn);
    const roster = turnRoster(journal.store, `turns-${participantName}`);
    return right(appendTurns({ node: randomUUID(), roster }));
  },
  close: (turns) => turns.stop(),
};

/** Who is the preferred writer of the journal, as far as this node is concerned. */
export const writerLease: Part<LedgerOpening & Writing, never, WriterLease> = {
  open: ({ journal: { store }, config, notice }) => {
    const { participantName, sharedJournal, follow, writerBeatMs, writerSilenceMs } = config;
    if (follow) return right(neverWriter);
    if (!sharedJournal) return right(soleWriter);
    const stream = `writer-${participantName}`;
    const warn = (message: string): void => notice({ kind: "rights-missing", message });
    const times = { beatMs: writerBeatMs, silenceMs: writerSilenceMs };
    return right(keepLease({ store, stream, ...times, warn }));
  },
  close: (lease) => lease.stop(),
};

/** How often a newer snapshot is looked for, to share it; milliseconds. */
const shareEveryMs = 30_000;

/** The snapshots: the last one is written at the end, and the preferred writer shares them. */
export const snapshots: Part<
  LedgerOpening &
    Writing & {
      readonly journalId: string;
      readonly keeper: StateKeeper | undefined;
      readonly pipeline: Pipeline;
      readonly lease: WriterLease;
    },
  never,
  SnapshotSharing | undefined
> = {
  open: ({ data, config: { snapshotFolder, follow }, journal, journalId, keeper, lease }) => {
    const keeps = data !== undefined && keeper !== undefined;
    if (snapshotFolder === "" || !keeps || follow) return right(undefined);
    const place = sharedPlace(snapshotFolder, journal.stream, journalId);
    return right(shareSnapshots(data, place, shareEveryMs, () => lease.isHeld()));
  },
  close: async (sharing, { keeper, pipeline, lease }) => {
    await keeper?.close(pipeline.committed());
    if (lease.isHeld()) await sharing?.share();
    await sharing?.stop();
  },
};
