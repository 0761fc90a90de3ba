import type { PackageError } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type AuditedJournal, eventsAfter } from "../log/audited-journal.js";
import { type RulesAudit, type RulesReport, RulesWalk } from "./rules-walk.js";

/**
 * Reads a journal from its beginning and checks each event by the rules of the ledger. The chain is
 * checked by the store that reads it.
 *
 * @returns Left when the packages cannot be used
 * @throws {AuditError} when the store does not give the events
 */
export const auditRules = async (
  journal: AuditedJournal,
  audit: RulesAudit,
): Promise<Either<PackageError, RulesReport>> => {
  const walk = RulesWalk.begin(audit);
  if (isLeft(walk)) return walk;
  const end = audit.to ?? Number.POSITIVE_INFINITY;
  for await (const event of eventsAfter(journal, 0)) {
    if (event.revision >= end) break;
    walk.right.take(event);
  }
  return right(walk.right.report());
};
