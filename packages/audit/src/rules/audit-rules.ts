import type { PackageError } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type AuditedJournal, pagesAfter } from "../log/audited-journal.js";
import { auditByThreads, type ThreadLimits, usualThreadLimits } from "./audit-by-threads.js";
import { type RulesAudit, type RulesReport, RulesWalk, walkOver } from "./rules-walk.js";

/**
 * Reads a journal from its beginning and checks each event by the rules of the ledger; a long one
 * in as many threads as there are processors. The chain is checked by the store that reads it.
 *
 * @returns Left when the packages cannot be used
 * @throws {AuditError} when the store does not give the events
 */
export const auditRules = async (
  journal: AuditedJournal,
  audit: RulesAudit,
  limits: ThreadLimits = usualThreadLimits,
): Promise<Either<PackageError, RulesReport>> => {
  const walk = RulesWalk.begin(audit);
  if (isLeft(walk)) return walk;
  const byThreads = await auditByThreads(journal, audit, limits);
  if (byThreads !== undefined) return right(byThreads);
  return right(await walkOver(walk.right, journal, pagesAfter(journal, 0)));
};
