import { entriesOf } from "@tallystick/core";
import { right } from "fp-ts/lib/Either.js";
import { archiveStore } from "../administration/archive-store.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import type { LedgerPart } from "./ledger-parts.js";

/** The archive store of a ledger, with its limits. */
export const archives: LedgerPart<"archives", "journal" | "pipeline"> = {
  open: ({ journal, pipeline, config, ids }) => {
    const { maxUploadedPackages: maxPackages, maxUploadedBytes: maxBytes } = config;
    const limits = { maxPackages, maxBytes };
    return right(
      archiveStore(
        journal.store,
        limits,
        () => packageIdsIn(pipeline),
        () => ids.eventId(),
      ),
    );
  },
};

function* packageIdsIn(pipeline: Pipeline): Generator<string> {
  for (const [packageId] of entriesOf(pipeline.committed().state.participant.packages))
    yield packageId;
}
