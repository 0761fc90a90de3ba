import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type CompositeCommand,
  invalidArgument,
  invalidField,
  isLedgerString,
  isPackageIdString,
  isPartyIdString,
  type LedgerError,
  ledgerError,
  missingField,
  shortId,
  textSentence,
  type Sha256,
  type PackageId,
  type PartyId,
  type UserId,
  type Submission,
} from "@tallystick/core";
import {
  commandError,
  foundInstead,
  maxCommands,
  synchronizerError,
  validatePrefetchKeys,
  withinCount,
} from "./composite-command-parts.js";
import { validateDeduplicationPeriod, validateMinLedgerTime } from "./composite-command-times.js";
import { maxDisclosedContracts, readDisclosedContract } from "./disclosed-contract.js";
import { validateUserId } from "./submitting-user.js";

/** Default passes of package selection (specification 2.1, ledger-api 7). */
export const defaultTapsMaxPasses = 3;

/** Most passes of package selection a submitter may ask for (specification 2.1, ledger-api 7). */
export const defaultTapsMaxPassesLimit = 4;

/** Most parties in actAs and readAs together. */
export const maxParties = 1_000;

/** Most package ids in the selection preference. */
export const maxPackagePreferences = 10_000;

/** The participant's and the caller's data for validation. */
export interface CommandValidationSettings {
  /** The user of the token; absent when the caller has no user token. */
  readonly userId?: UserId;
  readonly tapsMaxPassesDefault: number;
  readonly tapsMaxPassesLimit: number;
  /** The synchronizer this participant is connected to. */
  readonly synchronizerId: string;
  readonly sha256: Sha256;
}

const ledgerStringForm = "1 to 255 letters, digits, spaces or any of ._:-#/";
const partyForm = "a party id of 1 to 255 letters, digits, spaces or any of :-_";

/**
 * Checks every rule of specification 2.1 in the order of ledger-api 3.3; the first error wins. The
 * error names the field by its path as the client wrote it and is marked `invalidRequest`, but for
 * two that depend on the caller and the participant: another user than the token's
 * (PERMISSION_DENIED) and a synchronizer this participant is not connected to
 * (INVALID_PRESCRIBED_SYNCHRONIZER_ID, only when nothing else is wrong). A submission id that was
 * given becomes the error's correlation id (ledger-api 4.1).
 */
export const validateSubmission = (
  submission: Submission,
  settings: CommandValidationSettings,
): Either<LedgerError, CompositeCommand> => {
  const checked = checkSubmission(submission, settings);
  const correlationId = submission.submissionId ?? "";
  return isLeft(checked) && isLedgerString(correlationId)
    ? left({ ...checked.left, correlationId })
    : checked;
};

const checkSubmission = (
  submission: Submission,
  settings: CommandValidationSettings,
): Either<LedgerError, CompositeCommand> => {
  const envelope = validateEnvelope(submission, settings);
  if (isLeft(envelope)) return envelope;
  const error = firstError(submission.commands, commandError);
  if (error !== undefined) return left(error);
  const minLedgerTime = validateMinLedgerTime(submission);
  if (isLeft(minLedgerTime)) return minLedgerTime;
  const deduplicationPeriod = validateDeduplicationPeriod(submission.deduplicationPeriod);
  if (isLeft(deduplicationPeriod)) return deduplicationPeriod;
  const hints = validateHints(submission, settings);
  if (isLeft(hints)) return hints;
  const synchronizerId = submission.synchronizerId ?? "";
  if (synchronizerId !== "" && synchronizerId !== settings.synchronizerId)
    return left(otherSynchronizer(synchronizerId, settings.synchronizerId));
  return right({
    commands: submission.commands,
    commandId: submission.commandId,
    ...envelope.right,
    workflowId: submission.workflowId ?? "",
    deduplicationPeriod: deduplicationPeriod.right,
    ...minLedgerTime.right,
    submissionId: submission.submissionId ?? "",
    synchronizerId,
    ...hints.right,
  });
};

const otherSynchronizer = (found: string, expected: string): LedgerError => {
  const shown = shortId(found);
  const reason = `cannot resolve to physical synchronizer; ensure the node is connected to ${shown}`;
  return ledgerError(
    "INVALID_PRESCRIBED_SYNCHRONIZER_ID",
    `synchronizerId: ${foundInstead(found, `${expected}, the only synchronizer of this participant`)}`,
    {
      publicCause: `Cannot submit transaction to prescribed synchronizer \`${shown}\` because: ${reason}`,
      context: { synchronizerId: shown, reason },
      field: "synchronizerId",
    },
  );
};

const firstError = <A>(
  items: ReadonlyArray<A>,
  errorOf: (item: A, index: number) => LedgerError | undefined,
): LedgerError | undefined => {
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const error = item === undefined ? undefined : errorOf(item, index);
    if (error !== undefined) return error;
  }
  return undefined;
};

const validateEach = <A, B>(
  items: ReadonlyArray<A>,
  validate: (item: A, index: number) => Either<LedgerError, B>,
): Either<LedgerError, ReadonlyArray<B>> => {
  const valid: Array<B> = [];
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (item === undefined) continue;
    const result = validate(item, index);
    if (isLeft(result)) return result;
    valid.push(result.right);
  }
  return right(valid);
};

/** Checks the submitters and the texts that identify the submission. */
const validateEnvelope = (
  submission: Submission,
  settings: CommandValidationSettings,
): Either<LedgerError, Pick<CompositeCommand, "userId" | "actAs" | "readAs">> => {
  const { workflowId = "", submissionId = "", synchronizerId = "" } = submission;
  if (workflowId !== "" && !isLedgerString(workflowId)) {
    return left(
      invalidArgument(foundInstead(workflowId, ledgerStringForm), "workflowId", {
        sentence: textSentence("Ledger String", workflowId),
      }),
    );
  }
  const userId = validateUserId(submission.userId ?? "", settings.userId);
  if (isLeft(userId)) return userId;
  if (submission.commandId === "") return left(missingField("commandId", ledgerStringForm));
  if (!isLedgerString(submission.commandId))
    return left(ledgerStringError("commandId", submission.commandId));
  if (submissionId !== "" && !isLedgerString(submissionId))
    return left(ledgerStringError("submissionId", submissionId));
  const parties = validateParties(submission.actAs, submission.readAs ?? []);
  if (isLeft(parties)) return parties;
  const error =
    (synchronizerId === "" ? undefined : synchronizerError("synchronizerId", synchronizerId)) ??
    (submission.commands.length === 0
      ? missingField("commands", "at least one command")
      : withinCount("commands", submission.commands.length, maxCommands));
  return error === undefined ? right({ userId: userId.right, ...parties.right }) : left(error);
};

const ledgerStringError = (field: string, text: string): LedgerError =>
  invalidField(field, foundInstead(text, ledgerStringForm), {
    sentence: textSentence("Ledger String", text),
  });

const validateParties = (
  actAs: ReadonlyArray<PartyId>,
  readAs: ReadonlyArray<PartyId>,
): Either<LedgerError, Pick<CompositeCommand, "actAs" | "readAs">> => {
  if (actAs.length === 0)
    return left(missingField("actAs", "at least one party", { name: "act_as/actAs" }));
  const error =
    withinCount("actAs", actAs.length, maxParties) ??
    withinCount("readAs", readAs.length, maxParties - actAs.length) ??
    partyError("actAs", actAs) ??
    partyError("readAs", readAs);
  if (error !== undefined) return left(error);
  const actors = sortedSet(actAs);
  const readers = readAs.length === 0 ? readAs : sortedSet(readAs);
  return right({
    actAs: actors,
    readAs: readers.length === 0 ? readers : readers.filter((party) => !actors.includes(party)),
  });
};

const partyError = (field: string, parties: ReadonlyArray<PartyId>): LedgerError | undefined => {
  const index = parties.findIndex((party) => !isPartyIdString(party));
  const party = parties[index];
  if (party === undefined) return undefined;
  const sentence = textSentence("Party", party);
  return invalidArgument(foundInstead(party, partyForm), `${field}[${index}]`, {
    sentence: field === "actAs" ? `Invalid party in actAs/act_as: ${sentence}` : sentence,
  });
};

const sortedSet = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.length < 2 ? texts : [...new Set(texts)].sort();

type Hints = Pick<
  CompositeCommand,
  "disclosedContracts" | "packageIdSelectionPreference" | "prefetchContractKeys" | "tapsMaxPasses"
>;

/** Checks the hints for the interpretation of the commands. */
const validateHints = (
  submission: Submission,
  settings: CommandValidationSettings,
): Either<LedgerError, Hints> => {
  const { disclosedContracts: disclosed = [], packageIdSelectionPreference = [] } = submission;
  const tooMany = withinCount("disclosedContracts", disclosed.length, maxDisclosedContracts);
  if (tooMany !== undefined) return left(tooMany);
  const disclosedContracts = validateEach(disclosed, (blob, index) =>
    readDisclosedContract(blob, index, settings),
  );
  if (isLeft(disclosedContracts)) return disclosedContracts;
  const error = packagePreferenceError(packageIdSelectionPreference);
  if (error !== undefined) return left(error);
  const prefetchContractKeys = validatePrefetchKeys(submission.prefetchContractKeys ?? []);
  if (isLeft(prefetchContractKeys)) return prefetchContractKeys;
  const tapsMaxPasses = submission.tapsMaxPasses ?? settings.tapsMaxPassesDefault;
  return tapsMaxPasses < 1 || tapsMaxPasses > settings.tapsMaxPassesLimit
    ? left(
        invalidArgument(
          `found ${tapsMaxPasses}, expected 1 to ${settings.tapsMaxPassesLimit}, the limit of this participant`,
          "tapsMaxPasses",
          tapsMaxPasses < 1
            ? { sentence: `taps_max_passes must be strictly positive, but got ${tapsMaxPasses}.` }
            : {},
        ),
      )
    : right({
        disclosedContracts: disclosedContracts.right,
        packageIdSelectionPreference,
        prefetchContractKeys: prefetchContractKeys.right,
        tapsMaxPasses,
      });
};

const preferenceField = "packageIdSelectionPreference";

const packagePreferenceError = (packageIds: ReadonlyArray<PackageId>): LedgerError | undefined => {
  const index = packageIds.findIndex((packageId) => !isPackageIdString(packageId));
  const malformed = packageIds[index];
  return malformed === undefined
    ? withinCount(preferenceField, packageIds.length, maxPackagePreferences)
    : invalidArgument(foundInstead(malformed, "a package id"), `${preferenceField}[${index}]`, {
        sentence: `packageIdSelectionPreferences: ${textSentence("Package ID", malformed)}`,
      });
};
