import type { CompositeCommand } from "../commands/composite-command.js";
import { interpretationErrors } from "../errors/error-catalogue-execution.js";
import type { LedgerError } from "../errors/ledger-error.js";
import { durationToText } from "../values/duration.js";
import { timestampToText } from "../values/time.js";
import type { SubmissionPlace } from "./submission-events.js";

/** Errors that only interpretation finds, though they are in other groups of the catalogue. */
const others: ReadonlySet<string> = new Set([
  "COMMAND_PREPROCESSING_FAILED",
  "CONTRACT_NOT_FOUND",
  "DUPLICATE_CONTRACT_KEY",
  "INCONSISTENT_CONTRACT_KEY",
]);

const isOfInterpretation = ({ code, madeByInterface }: LedgerError): boolean =>
  madeByInterface !== true && (code in interpretationErrors || others.has(code));

const quoted = (text: string): string => (text === "" ? "" : `'${text}'`);

const listOf = (texts: ReadonlyArray<string>): string => `[${texts.map(quoted).join(", ")}]`;

const periodOf = (
  { deduplicationPeriod: period }: CompositeCommand,
  windowMicros: number,
): string => {
  switch (period.kind) {
    case "empty":
      return `duration: ${quoted(durationToText(BigInt(windowMicros)))}`;
    case "duration":
      return `duration: ${quoted(durationToText(period.durationMicros))}`;
    case "offset":
      return `offset: ${quoted(String(period.offset))}`;
  }
};

/**
 * An error of interpretation with a description of its composite command, as in the errors of a
 * public node; other errors stay as they are.
 *
 * @param place of the submission; without a submission id it is only prepared
 * @param windowMicros how long a change id is kept where the command does not say it
 */
export const withDescribedCommand = (
  error: LedgerError,
  command: CompositeCommand,
  { submissionId, receivedAt }: Pick<SubmissionPlace, "submissionId" | "receivedAt">,
  windowMicros: number,
): LedgerError => {
  if (!isOfInterpretation(error)) return error;
  const { readAs, actAs, commandId, userId, workflowId } = command;
  const period = periodOf(command, submissionId === "" ? 0 : windowMicros);
  const described =
    `{readAs: ${listOf(readAs)}, deduplicationPeriod: {${period}}, ` +
    `submittedAt: ${quoted(timestampToText(receivedAt))}, submissionId: ${quoted(submissionId)}, ` +
    `actAs: ${listOf(actAs)}, commandId: ${quoted(commandId)}, userId: ${quoted(userId)}, ` +
    `workflowId: ${quoted(workflowId)}}`;
  return { ...error, context: { ...error.context, commands: described } };
};
