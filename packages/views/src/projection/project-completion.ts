import type {
  CommandRejected,
  ReportedDeduplicationPeriod,
  TransactionCommitted,
  PartyId,
  UserId,
} from "@tallystick/core";
import {
  toStatus,
  okStatus,
  type Completion,
  type CompletionDeduplicationPeriod,
} from "@tallystick/wire";
import { textOfTime } from "./timestamp-text.js";
import { traceOfSubmission } from "./trace-context.js";

const microsPerSecond = 1_000_000;
const nanosPerMicro = 1_000;

const deduplicationPeriod = (
  period: ReportedDeduplicationPeriod,
): CompletionDeduplicationPeriod => {
  switch (period.kind) {
    case "empty":
      return { Empty: {} };
    case "offset":
      return { DeduplicationOffset: { value: period.offset } };
    case "duration":
      return {
        DeduplicationDuration: {
          value: {
            seconds: Math.floor(period.durationMicros / microsPerSecond),
            nanos: (period.durationMicros % microsPerSecond) * nanosPerMicro,
            unknownFields: { fields: {} },
          },
        },
      };
  }
};

/** The user and parties of requested completions. */
interface CompletionFilter {
  /** undefined: all users. */
  readonly userId: UserId | undefined;
  /** undefined: all parties. */
  readonly parties: ReadonlySet<PartyId> | undefined;
}

/**
 * The completion of a submission, or undefined when it is another user's or none of its actAs
 * parties is requested (ledger-api 6).
 */
export const projectCompletion = (
  event: TransactionCommitted | CommandRejected,
  offset: number,
  filter: CompletionFilter,
  synchronizerId: string,
): Completion | undefined => {
  const { userId, parties } = filter;
  if (userId !== undefined && event.userId !== userId) return undefined;
  const actAs =
    parties === undefined ? event.actAs : event.actAs.filter((party) => parties.has(party));
  if (actAs.length === 0) return undefined;
  return {
    commandId: event.commandId,
    status:
      event.type === "CommandRejected"
        ? toStatus(event.error, { correlationId: event.submissionId })
        : okStatus,
    updateId: event.type === "CommandRejected" ? "" : event.updateId,
    userId: event.userId,
    actAs,
    submissionId: event.submissionId,
    deduplicationPeriod: deduplicationPeriod(event.deduplicationPeriod),
    traceContext: traceOfSubmission(event, offset),
    offset,
    synchronizerTime: { synchronizerId, recordTime: textOfTime(event.recordTime) },
    paidTrafficCost: 0,
  };
};
