import { type LedgerCatalog, presentCatalog } from "@tallystick/core";
import type { QueryContext, Views } from "@tallystick/views";
import { administration } from "../administration/administer.js";
import type { ArchiveStore } from "../administration/archive-store.js";
import type { Journal } from "../journal/journal.js";
import type { JournalHealth } from "../journal/journal-health.js";
import type { Ledger, LedgerOptions } from "../ledger/ledger.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import type { OffsetWaits } from "../pipeline/offset-waits.js";
import type { Projector } from "../pipeline/projector.js";
import type { Scrubber } from "../audit/scrubber.js";
import type { Pruner } from "../pruning/pruner.js";
import type { WriterLease } from "../writer/writer-lease.js";
import { ledgerSubmissions } from "./ledger-submissions.js";
import type { Opened } from "./startup.js";
import { transactionAt } from "./transaction-at.js";

/** The parts of a ledger that is up. */
export interface LedgerParts {
  readonly journal: Journal;
  readonly pipeline: Pipeline;
  readonly catalog: LedgerCatalog;
  readonly config: LedgerConfig;
  readonly views: Views;
  readonly projectors: ReadonlyArray<Projector>;
  readonly options: LedgerOptions;
  readonly archives: ArchiveStore;
  readonly pruning: { readonly pruner: Pruner };
  /** Undefined when nothing is scrubbed. */
  readonly scrubber: Scrubber | undefined;
  readonly waits: OffsetWaits;
  readonly lease: WriterLease;
  readonly health: JournalHealth;
}

/** The ledger over its parts: commands go to the pipeline, questions to the views. */
export const runningLedger = ({ parts, close }: Opened<LedgerParts>): Ledger => {
  const { pipeline, config, views, waits, lease } = parts;
  const catalog = presentCatalog(() =>
    parts.catalog(pipeline.committed().state.participant.packages),
  );
  const { participantId, synchronizerId } = pipeline.committed().state.participant;
  const ledgerEnd = (): number => pipeline.committed().state.offset;
  const prunedUpTo = (): number => pipeline.committed().state.pruning.upTo;
  const context: QueryContext = { ledgerEnd, prunedUpTo, participantId, synchronizerId, catalog };
  let isClosed = false;
  const unreadyReason = (): string | undefined => {
    if (isClosed) return "the ledger is closed";
    const ofViews = parts.projectors.map((each) => each.error());
    return [parts.health.error(), pipeline.error(), ...ofViews].find(
      (reason) => reason !== undefined,
    );
  };
  return {
    participantId,
    synchronizerId,
    catalog,
    config,
    ...ledgerSubmissions(pipeline, config, parts.options.observer),
    ledgerEnd,
    prunedUpTo,
    prune: (upTo) => parts.pruning.pruner.prune(upTo),
    queries: views.queries(context),
    ...administration(pipeline, config, parts.archives),
    transactionAt: (offset) => transactionAt(parts.journal, offset),
    waitForOffset: (offset, timeoutMs) => waits.until(offset, timeoutMs),
    isPreferredWriter: () => lease.isHeld(),
    onPreferredWriter: (listener) => lease.onHeld(listener),
    findings: () => parts.scrubber?.findings() ?? [],
    ready: () => unreadyReason() === undefined,
    unreadyReason,
    warnings: () => {
      const problem = lease.problem();
      return problem === undefined ? [] : [problem];
    },
    close: () => {
      isClosed = true;
      return close();
    },
  };
};
