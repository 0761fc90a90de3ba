import type { AuditedJournal } from "./audited-journal.js";

/** The first part of the name of a log unless its operator has a domain. */
export const defaultDomain = "localhost";

const domainForm = /^[\w.:-]{1,200}$/;

/** True of what the name of a log may begin with: a domain, with a port or not. */
export const isLogDomain = (text: string): boolean => domainForm.test(text);

/**
 * The name of a log: of whom, of which participant, and of which of its journals.
 *
 * @param domain see `isLogDomain`
 * @param incarnation see `JournalLog.incarnation`
 */
export const originOf = (
  { stream }: Pick<AuditedJournal, "stream">,
  domain: string,
  incarnation: string,
): string =>
  `${domain}/${stream.replace(/^participant-/, "").replaceAll(/[\s+]/g, "-")}/${incarnation}`;
