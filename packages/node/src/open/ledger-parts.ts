import type { EventStore } from "@tallystick/event-store";
import type { Views } from "@tallystick/views";
import type { ArchiveStore } from "../administration/archive-store.js";
import type { DarReader } from "../administration/dar-reader.js";
import type { TrialThread } from "../dry-run/trial-thread.js";
import type { Scrubber } from "../audit/scrubber.js";
import type { Folded, Journal } from "../journal/journal.js";
import type { JournalHealth } from "../journal/journal-health.js";
import type { OpenError } from "../ledger/ledger.js";
import type { Following } from "../journal/keep-subscribed.js";
import type { OffsetWaits } from "../pipeline/offset-waits.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import type { Projector } from "../pipeline/projector.js";
import type { Pruner } from "../pruning/pruner.js";
import type { SnapshotSharing } from "../snapshot/shared-snapshot.js";
import type { StateKeeper } from "../snapshot/state-keeper.js";
import type { AppendTurns } from "../writer/append-turns.js";
import type { WriterLease } from "../writer/writer-lease.js";
import type { AcceptedLoss } from "./journal/journal-end.js";
import type { LedgerOpening } from "./ledger-opening.js";
import type { FoundState } from "../snapshot/found-state.js";
import type { SnapshotLock } from "./journal/snapshot-lock.js";
import type { Part } from "./startup.js";

/** The parts of a ledger by their names; each is described where it is opened. */
export interface LedgerParts {
  readonly folder: void;
  readonly store: EventStore;
  readonly health: JournalHealth;
  readonly journal: Journal;
  readonly stateLock: SnapshotLock;
  readonly firstHash: string | undefined;
  readonly found: FoundState;
  readonly keeper: StateKeeper | undefined;
  readonly lost: AcceptedLoss | undefined;
  readonly start: Folded;
  readonly turns: AppendTurns;
  readonly pipeline: Pipeline;
  readonly journalId: string;
  readonly lease: WriterLease;
  readonly snapshots: SnapshotSharing | undefined;
  readonly views: Views;
  readonly projectors: ReadonlyArray<Projector>;
  readonly pruning: Pruning;
  readonly scrubber: Scrubber | undefined;
  readonly archives: ArchiveStore;
  readonly trials: TrialThread | undefined;
  readonly darReader: DarReader;
  readonly waits: OffsetWaits;
  readonly fileWatch: () => void;
  readonly incoming: Following | undefined;
  readonly dars: void;
}

/** The pruner, and the function that ends pruning by age. */
export interface Pruning {
  readonly pruner: Pruner;
  readonly stopAging: (() => void) | undefined;
}

export type After<Names extends keyof LedgerParts> = LedgerOpening & Pick<LedgerParts, Names>;

/** One part of a ledger, which is opened after others. */
export type LedgerPart<
  Name extends keyof LedgerParts,
  Names extends keyof LedgerParts = never,
> = Part<After<Names>, OpenError, LedgerParts[Name]>;
