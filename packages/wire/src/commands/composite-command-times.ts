import {
  type CompositeCommand,
  type DeduplicationPeriod,
  durationToMicros,
  invalidArgument,
  invalidField,
  type LedgerError,
  ledgerError,
  type Submission,
  type SubmittedDeduplication,
  zonedMicrosFromText,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { shownValue } from "../types/wire-type.js";

/** The lower bound of ledger time: at most one of the two may be given (specification 2.1). */
export const validateMinLedgerTime = (
  submission: Pick<Submission, "minLedgerTimeAbs" | "minLedgerTimeRel">,
): Either<LedgerError, Pick<CompositeCommand, "minLedgerTimeAbs" | "minLedgerTimeRel">> => {
  const { minLedgerTimeAbs, minLedgerTimeRel } = submission;
  if (minLedgerTimeAbs !== undefined && minLedgerTimeRel !== undefined) {
    return left(
      invalidArgument("found minLedgerTimeRel too, expected only one of them", "minLedgerTimeAbs", {
        sentence: "min_ledger_time_abs cannot be specified at the same time as min_ledger_time_rel",
      }),
    );
  }
  if (minLedgerTimeAbs !== undefined) {
    // a lower bound in nanoseconds admits the same microseconds as the next whole one
    const micros = zonedMicrosFromText(minLedgerTimeAbs, "ceiling");
    return isLeft(micros)
      ? left(
          invalidArgument(
            `found ${shownValue(minLedgerTimeAbs)}, ${micros.left.reason}`,
            "minLedgerTimeAbs",
          ),
        )
      : right({ minLedgerTimeAbs: micros.right });
  }
  if (minLedgerTimeRel !== undefined) {
    const micros = durationToMicros(minLedgerTimeRel);
    return isLeft(micros)
      ? left(invalidField("minLedgerTimeRel", micros.left.reason))
      : right({ minLedgerTimeRel: micros.right });
  }
  return right({});
};

const durationPath = "deduplicationPeriod.DeduplicationDuration.value";
const offsetPath = "deduplicationPeriod.DeduplicationOffset.value";

/** The deduplication period: neither negative nor out of range (specification 2.1). */
export const validateDeduplicationPeriod = (
  period: SubmittedDeduplication = { kind: "empty" },
): Either<LedgerError, DeduplicationPeriod> => {
  if (period.kind === "empty") return right(period);
  if (period.kind === "offset") {
    const offset = BigInt(period.offset);
    return offset < 0n
      ? left(
          ledgerError(
            "NEGATIVE_OFFSET",
            `Offset ${offset} in ${offsetPath} is a negative integer, expected 0 or more`,
            {
              publicCause: `Offset ${offset} in deduplication_period is a negative integer: the deduplication offset has to be a non-negative integer and not ${offset}`,
              field: offsetPath,
              invalidRequest: true,
            },
          ),
        )
      : right({ kind: "offset", offset });
  }
  const micros = durationToMicros(period.duration);
  if (isLeft(micros)) return left(invalidField(durationPath, micros.left.reason));
  // a negative part below a microsecond rounds to zero, so the parts decide the sign
  const { seconds, nanos } = period.duration;
  return seconds < 0 || nanos < 0
    ? left(
        invalidField(durationPath, "found a negative duration, expected zero or more", {
          sentence: "Duration must be positive",
        }),
      )
    : right({ kind: "duration", durationMicros: micros.right });
};
