import {
  invalidArgument,
  invalidField,
  isContractId,
  isLedgerString,
  isSynchronizerId,
  isUserIdString,
  type LedgerError,
  missingField,
  shortId,
  textSentence,
  uniqueIdentifierSentence,
} from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { Caller } from "../../auth/authenticator.js";
import type { RequiredRight } from "../../auth/required-right.js";
import type { ReassignmentCommandsWire } from "@tallystick/wire";

type ReassignmentCommands = TypeOf<typeof ReassignmentCommandsWire>;

const ledgerStringForm = "expected 1 to 255 letters, digits, spaces or any of ._:-#/";

/** The most reassignment commands of one submission. */
const maxReassignments = 1_000;

const textError = (
  field: string,
  text: string,
  isValid: (text: string) => boolean,
  form: string,
): LedgerError | undefined => {
  if (text === "") return missingField(field);
  return isValid(text) ? undefined : invalidField(field, form);
};

/** Ids of reassignments are bytes in hex. */
const isReassignmentId = (text: string): boolean => /^([0-9a-f]{2}){1,127}$/.test(text);

const envelopeError = (request: ReassignmentCommands): LedgerError | undefined => {
  const { workflowId, userId, commandId, submitter, submissionId, commands } = request;
  const party = textSentence("Party", submitter);
  if (party !== undefined) {
    return invalidField("submitter", "expected a party id of 1 to 255 characters", {
      sentence: party,
    });
  }
  if (workflowId !== "" && !isLedgerString(workflowId))
    return invalidArgument(ledgerStringForm, "workflowId");
  if (userId !== "" && !isUserIdString(userId))
    return invalidField("userId", "expected a user id of 1 to 128 characters");
  const error = textError("commandId", commandId, isLedgerString, ledgerStringForm);
  if (error !== undefined) return error;
  if (submissionId !== "" && !isLedgerString(submissionId))
    return invalidField("submissionId", ledgerStringForm);
  if (commands.length === 0) return missingField("commands", "at least one command");
  return commands.length > maxReassignments
    ? invalidArgument(`expected at most ${maxReassignments}, found ${commands.length}`, "commands")
    : undefined;
};

type ReassignmentCommand = ReassignmentCommands["commands"][number];

const synchronizerError = (field: string, text: string): LedgerError | undefined => {
  if (isSynchronizerId(text)) return undefined;
  const name = field.slice(field.lastIndexOf(".") + 1);
  return text === ""
    ? missingField(field, undefined, { name })
    : invalidField(field, "expected a synchronizer id <name>::<fingerprint>", {
        name,
        sentence: uniqueIdentifierSentence(text),
      });
};

/** Clients compare these texts. */
const sameSynchronizers = (command: NonNullable<ReassignmentCommand["command"]>): string =>
  "UnassignCommand" in command
    ? `Cannot unassign contracts \`${command.UnassignCommand.value.contractId}\`: source and target synchronizers are the same`
    : "expected another synchronizer than the source";

const commandError = ({ command }: ReassignmentCommand, at: string): LedgerError | undefined => {
  if (command === undefined || "Empty" in command) return missingField(`${at}.command`);
  const assigns = "AssignCommand" in command;
  const name = `${at}.command.${assigns ? "AssignCommand" : "UnassignCommand"}.value`;
  const { source, target } = assigns ? command.AssignCommand.value : command.UnassignCommand.value;
  const subject = assigns
    ? textError(
        `${name}.reassignmentId`,
        command.AssignCommand.value.reassignmentId,
        isReassignmentId,
        "expected bytes in lowercase hex",
      )
    : textError(
        `${name}.contractId`,
        command.UnassignCommand.value.contractId,
        isContractId,
        "expected a contract id in lowercase hex",
      );
  return (
    synchronizerError(`${name}.source`, source) ??
    synchronizerError(`${name}.target`, target) ??
    subject ??
    (source === target ? invalidArgument(sameSynchronizers(command), `${name}.target`) : undefined)
  );
};

/** What a request without reassignment commands is read as. */
const noCommands: ReassignmentCommands = {
  workflowId: "",
  userId: "",
  commandId: "",
  submitter: "",
  submissionId: "",
  commands: [],
};

/**
 * The reassignment commands of a request (ledger-api 2.3). Left: the first violated rule.
 */
export const validReassignment = (
  request: ReassignmentCommands = noCommands,
): Either<LedgerError, ReassignmentCommands> => {
  const error = envelopeError(request);
  if (error !== undefined) return left(error);
  for (const [index, command] of request.commands.entries()) {
    const found = commandError(command, `commands[${index}]`);
    if (found !== undefined) return left(found);
  }
  return right(request);
};

/** ActAs for the submitter, and the caller's own user (ledger-api 9.4). */
export const reassignmentRights = (
  { submitter, userId }: ReassignmentCommands,
  caller: Caller,
): ReadonlyArray<RequiredRight> => [
  { kind: "act-as", party: submitter },
  { kind: "same-user", userId: userId === "" ? caller.userId : userId },
];

/**
 * Why a valid reassignment fails: source and target differ, and this participant is connected to
 * one synchronizer, so at least one of the two is not connected.
 * @param synchronizerId the synchronizer this participant is connected to
 */
export const impossibleReassignment = (
  { commands }: ReassignmentCommands,
  synchronizerId: string,
): LedgerError => {
  const ends = commands.flatMap(({ command }) => {
    if (command === undefined || "Empty" in command) return [];
    const { source, target } =
      "AssignCommand" in command ? command.AssignCommand.value : command.UnassignCommand.value;
    return [source, target];
  });
  const unknown = ends.find((each) => each !== synchronizerId) ?? synchronizerId;
  return invalidArgument(
    `This participant is connected to ${synchronizerId} alone, so contracts cannot be moved from or to ${unknown}`,
    undefined,
    {
      sentence: `Unable to resolve ${shortId(unknown)} to a connected physical synchronizer id`,
    },
  );
};

export const reassignmentErrors = ["INVALID_ARGUMENT", "INVALID_FIELD", "MISSING_FIELD"] as const;
