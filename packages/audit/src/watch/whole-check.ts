import type { EventStore } from "@tallystick/event-store";
import { auditJournal, softwareVersion, storeMessage } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { checkContents } from "../contents/check-contents.js";
import { AuditError } from "../log/audited-journal.js";
import { checkLog } from "../log/check-log.js";
import { LogFolder } from "../log/log-folder.js";
import type { AuditOutcome } from "../report/audit-outcome.js";

/**
 * Reads a journal whole, the files of its data folder and its log, and compares their hashes,
 * checksums, signatures and content: what an audit checks beside the rules of events.
 *
 * @param data the data folder; undefined when there is none
 * @param log the folder of the log; undefined when there is none
 * @throws {AuditError} when the store does not give the events
 */
export const checkWhole = async (
  journal: { readonly store: EventStore; readonly stream: string },
  data: string | undefined,
  log: string | undefined,
): Promise<AuditOutcome> => {
  const chain = await auditJournal(journal, data);
  if (isLeft(chain)) {
    const isAway = chain.left.kind === "unavailable";
    throw new AuditError(isAway ? "unavailable" : "unreadable", storeMessage(chain.left));
  }
  const { findings, journal: read } = chain.right;
  const isWhole = read.events > 0 && findings.every(({ where }) => where !== "journal");
  return {
    stream: journal.stream,
    level: "chain",
    tool: softwareVersion,
    chain: chain.right,
    contents:
      isWhole && data !== undefined ? await checkContents(journal, data, chain.right) : undefined,
    log: isWhole && log !== undefined ? await checkLog(journal, new LogFolder(log)) : undefined,
  };
};
