import { entriesOf } from "@tallystick/core";
import { type ArchiveStore, archiveStore } from "../administration/archive-store.js";
import type { Journal } from "../journal/journal.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { Pipeline } from "../pipeline/pipeline.js";

/** A ledger that has archives. */
export interface ArchivesParts {
  readonly journal: Journal;
  readonly pipeline: Pipeline;
  readonly config: LedgerConfig;
}

/** The archives of a ledger's packages, within its limits. */
export const archivesOf = ({ journal, pipeline, config }: ArchivesParts): ArchiveStore => {
  const { maxUploadedPackages: maxPackages, maxUploadedBytes: maxBytes } = config;
  return archiveStore(journal.store, { maxPackages, maxBytes }, () => packageIdsIn(pipeline));
};

function* packageIdsIn(pipeline: Pipeline): Generator<string> {
  for (const [packageId] of entriesOf(pipeline.committed().state.participant.packages))
    yield packageId;
}
