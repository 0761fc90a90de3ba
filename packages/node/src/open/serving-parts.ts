import type { Views } from "@tallystick/views";
import { right } from "fp-ts/lib/Either.js";
import type { Scrubber } from "../audit/scrubber.js";
import type { Journal } from "../journal/journal.js";
import type { JournalHealth } from "../journal/journal-health.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import { followStore, type Following } from "../pipeline/follow-store.js";
import { type OffsetWaits, offsetWaits } from "../pipeline/offset-waits.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import type { Projector } from "../pipeline/projector.js";
import type { LedgerOpening } from "./ledger-opening.js";
import type { Part } from "./startup.js";
import { watchDataFolder } from "./watch-files.js";

interface Taking extends LedgerOpening {
  readonly pipeline: Pipeline;
  readonly health: JournalHealth;
  readonly views: Views;
  readonly projectors: ReadonlyArray<Projector>;
  readonly scrubber: Scrubber | undefined;
  readonly waits: OffsetWaits;
}

/** Callers that wait for an offset. */
export const waitingCallers: Part<{ readonly pipeline: Pipeline }, never, OffsetWaits> = {
  open: ({ pipeline }) => right(offsetWaits(() => pipeline.committed().state.offset)),
  close: (waits) => waits.endAll(),
};

/** Commands are taken from here on; closing finishes what was accepted. */
export const takenCommands: Part<Taking, never, void> = {
  open: ({ options, pipeline, health, views, projectors, scrubber, waits }) => {
    pipeline.onCommitted((entries) => {
      for (const projector of projectors) projector.offer(entries);
      waits.advanced();
    });
    options.observer?.opened({
      ledgerEnd: () => pipeline.committed().state.offset,
      viewsEnd: () => views.checkpoint(),
      waiting: () => pipeline.waiting(),
      findings: () => scrubber?.findings().length ?? 0,
      store: () => health.status(),
    });
    return right(undefined);
  },
  close: (_, { pipeline }) => pipeline.close(),
};

/** What takes in the events of other nodes, where there are any. */
export const othersEvents: Part<
  { readonly config: LedgerConfig; readonly journal: Journal; readonly pipeline: Pipeline },
  never,
  Following | undefined
> = {
  open: ({ config, journal, pipeline }) =>
    right(config.sharedJournal ? followStore(journal, pipeline) : undefined),
  close: (following) => following?.stop(),
};

/** What says which files of the data folder were removed while they are used. */
export const fileWatch: Part<LedgerOpening & { readonly journalId: string }, never, () => void> = {
  open: ({ data, stream, journalId, notice }) =>
    right(watchDataFolder(data, { stream, journalId }, notice)),
  close: (unwatch) => unwatch(),
};
