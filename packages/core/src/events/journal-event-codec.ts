import * as t from "io-ts";
import type { JournalEvent } from "./journal-event.js";

/** The fields of each event about the journal itself. */
export const journalEventCodecs: Readonly<Record<JournalEvent["type"], t.Mixed>> = {
  ConfigurationApplied: t.type({
    deduplicationWindowMicros: t.number,
    ledgerTimeSkewMicros: t.number,
    maxRightsPerUser: t.number,
    maxIdentityProviders: t.number,
    softwareVersion: t.string,
    packageCode: t.array(t.type({ packageId: t.string, codeVersion: t.string })),
    recordTime: t.number,
  }),
  JournalForked: t.type({
    offset: t.number,
    hash: t.string,
    reason: t.string,
    recordTime: t.number,
  }),
  JournalRestored: t.intersection([
    t.type({ offset: t.number, hash: t.string, reason: t.string, recordTime: t.number }),
    t.partial({ lostOffset: t.number }),
  ]),
  SigningKeyPublished: t.type({ publicKey: t.string, recordTime: t.number }),
  JournalPruned: t.type({
    offset: t.number,
    hash: t.string,
    erased: t.number,
    kept: t.number,
    residue: t.string,
    lastErased: t.number,
    forgottenUpTo: t.number,
    signature: t.string,
    recordTime: t.number,
  }),
  DisclosureKeyDrawn: t.type({ key: t.string, recordTime: t.number }),
};
