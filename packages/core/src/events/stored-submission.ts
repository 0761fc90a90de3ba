import * as t from "io-ts";
import { type FieldsOf, always, optional, unless } from "./stored-fields.js";
import { type StoredPart, json, number, numberOf, ownText, recordOf } from "./stored-part.js";
import type { ReportedDeduplicationPeriod, SubmissionRecord } from "./submission-event.js";

const period: StoredPart<ReportedDeduplicationPeriod> = {
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

const requestedPeriod = t.union([
  t.type({ kind: t.literal("offset"), offset: t.string }),
  t.type({ kind: t.literal("duration"), durationMicros: t.string }),
]);

const requestedTime = t.union([
  t.type({ kind: t.literal("absolute"), micros: t.string }),
  t.type({ kind: t.literal("relative"), micros: t.string, receivedAt: t.number }),
]);

/** How accepted and rejected submissions begin. */
export const submissionFields: FieldsOf<
  Omit<SubmissionRecord, "actAs" | "readAs" | "packagePreference">
> = {
  recordTime: always(number),
  userId: always(ownText),
  commandId: always(ownText),
  submissionId: always(ownText),
  deduplicationPeriod: always(period),
  workflowId: unless(() => "", ownText),
  requestedDeduplicationPeriod: optional(json(requestedPeriod)),
  minLedgerTime: optional(json(requestedTime)),
  traceParent: optional(ownText),
  traceState: optional(ownText),
};
