import { entriesOf } from "@tallystick/core";
import { right } from "fp-ts/lib/Either.js";
import { withCopies } from "../administration/archive-copies.js";
import { archiveStore } from "../administration/archive-store.js";
import { darReader } from "../administration/dar-reader.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import type { LedgerPart } from "./ledger-parts.js";

/** The archive store of a ledger, with its limits; the code of uploaded packages is read. */
export const archives: LedgerPart<"archives", "journal" | "pipeline"> = {
  open: async ({ journal, pipeline, config, ids, uploaded, data }) => {
    const { maxUploadedPackages: maxPackages, maxUploadedBytes: maxBytes } = config;
    const limits = { maxPackages, maxBytes };
    const inJournal = archiveStore(
      journal.store,
      limits,
      () => packageIdsIn(pipeline),
      () => ids.eventId(),
    );
    const store = data === undefined ? inJournal : withCopies(inJournal, data);
    await uploaded.catchUp(() => pipeline.committed().state.participant.packages, store);
    return right(store);
  },
};

export const uploadedDars: LedgerPart<"darReader"> = {
  open: ({ timers }) => right(darReader(timers)),
  close: (reader) => reader.close(),
};

function* packageIdsIn(pipeline: Pipeline): Generator<string> {
  for (const [packageId] of entriesOf(pipeline.committed().state.participant.packages))
    yield packageId;
}
