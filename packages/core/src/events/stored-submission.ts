import { type FieldsOf, optional, tagged, unless } from "./stored-fields.js";
import { type StoredPart, number, numberOf, ownText, recordOf } from "./stored-part.js";
import type { ReportedDeduplicationPeriod, SubmissionRecord } from "./submission-event.js";

/** The deduplication period that was reported. */
export const period: StoredPart<ReportedDeduplicationPeriod> = {
  write: (table, before, value) => {
    if (value.kind === "offset") table.raw(`${before}{"offset":${value.offset}}`);
    else if (value.kind === "empty") table.raw(`${before}{}`);
    else table.raw(`${before}{"durationMicros":${value.durationMicros}}`);
  },
  read: (stored) => {
    const { offset, durationMicros } = recordOf(stored);
    if (offset !== undefined) return { kind: "offset", offset: numberOf(offset) };
    return durationMicros === undefined
      ? { kind: "empty" }
      : { kind: "duration", durationMicros: numberOf(durationMicros) };
  },
};

const requestedPeriod = tagged("kind", {
  offset: { offset: ownText },
  duration: { durationMicros: ownText },
});

const requestedTime = tagged("kind", {
  absolute: { micros: ownText },
  relative: { micros: ownText, receivedAt: number },
});

/** How accepted and rejected submissions begin. */
export const submissionFields: FieldsOf<
  Omit<SubmissionRecord, "actAs" | "readAs" | "packagePreference">
> = {
  recordTime: number,
  userId: ownText,
  commandId: ownText,
  submissionId: ownText,
  deduplicationPeriod: period,
  workflowId: unless(() => "", ownText),
  requestedDeduplicationPeriod: optional(requestedPeriod),
  minLedgerTime: optional(requestedTime),
  traceParent: optional(ownText),
  traceState: optional(ownText),
};
