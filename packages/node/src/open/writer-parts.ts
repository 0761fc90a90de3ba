import { right } from "fp-ts/lib/Either.js";
import { sharedPlace, shareSnapshots } from "../snapshot/shared-snapshot.js";
import { appendTurns, everyTurn } from "../writer/append-turns.js";
import { turnRoster } from "../writer/turn-roster.js";
import { keepLease, neverWriter, soleWriter } from "../writer/writer-lease.js";
import type { LedgerPart } from "./ledger-parts.js";

/** The turns of this node's appends, if others append too. */
export const turnsToAppend: LedgerPart<"turns", "journal"> = {
  open: ({ journal, ids, timers, config: { participantName, sharedJournal, follow } }) => {
    if (!sharedJournal || follow) return right(everyTurn);
    const stream = `turns-${participantName}`;
    const newId = (): string => ids.eventId();
    const roster = turnRoster({ store: journal.store, stream, timers, newId });
    return right(appendTurns({ node: newId(), roster, timers }));
  },
  close: (turns) => turns.stop(),
};

/** The lease of the journal's preferred writer. */
export const writerLease: LedgerPart<"lease", "journal"> = {
  open: ({ journal: { store }, config, notice, timers, ids }) => {
    const { participantName, sharedJournal, follow, writerBeatMs, writerSilenceMs } = config;
    if (follow) return right(neverWriter);
    if (!sharedJournal) return right(soleWriter);
    const stream = `writer-${participantName}`;
    const warn = (message: string): void => notice({ kind: "rights-missing", message });
    const times = { beatMs: writerBeatMs, silenceMs: writerSilenceMs };
    return right(keepLease({ store, stream, ...times, warn, timers, newId: () => ids.eventId() }));
  },
  close: (lease) => lease.stop(),
};

/** How often to look for a newer snapshot to share; milliseconds. */
const shareEveryMs = 30_000;

/** Shares snapshots; closing shares the last one. */
export const snapshots: LedgerPart<
  "snapshots",
  "journal" | "journalId" | "keeper" | "pipeline" | "lease"
> = {
  open: (opening) => {
    const { data, config, journal, journalId, keeper, lease, timers } = opening;
    const { snapshotFolder, follow } = config;
    const keeps = data !== undefined && keeper !== undefined;
    if (snapshotFolder === "" || !keeps || follow) return right(undefined);
    const place = sharedPlace(snapshotFolder, journal.stream, journalId);
    return right(shareSnapshots(data, place, shareEveryMs, () => lease.isHeld(), timers));
  },
  close: async (sharing, { keeper, pipeline, lease }) => {
    await keeper?.close(pipeline.committed());
    if (lease.isHeld()) await sharing?.share();
    await sharing?.stop();
  },
};
