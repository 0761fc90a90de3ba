import { entriesOf } from "@tallystick/core";
import { right } from "fp-ts/lib/Either.js";
import { type ArchiveStore, archiveStore } from "../administration/archive-store.js";
import type { Journal } from "../journal/journal.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import type { Part } from "./startup.js";

/** The archives of a ledger's packages, within its limits. */
export const archives: Part<
  { readonly journal: Journal; readonly pipeline: Pipeline; readonly config: LedgerConfig },
  never,
  ArchiveStore
> = {
  open: ({ journal, pipeline, config }) => {
    const { maxUploadedPackages: maxPackages, maxUploadedBytes: maxBytes } = config;
    const limits = { maxPackages, maxBytes };
    return right(archiveStore(journal.store, limits, () => packageIdsIn(pipeline)));
  },
};

function* packageIdsIn(pipeline: Pipeline): Generator<string> {
  for (const [packageId] of entriesOf(pipeline.committed().state.participant.packages))
    yield packageId;
}
