import { type ValueError, valueError } from "../values/value-error.js";
import type { ContractId } from "../values/ids.js";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { getIn } from "../collections/persistent-map.js";
import type {
  Command,
  CompositeCommand,
  DeduplicationPeriod,
} from "../commands/composite-command.js";
import type {
  CommandRejected,
  SubmissionRecord,
  TransactionCommitted,
} from "../events/submission-event.js";
import type { CreateNode, ExerciseNode, TransactionNode } from "../events/transaction-node.js";
import type { LedgerState } from "./ledger-state.js";
import type { PreparedSubmission } from "./prepared-submission.js";

/**
 * The command of a submission's event, as far as decisions depend on it: deciding it on the state
 * before the event gives the same event. Left: why there is none.
 *
 * @param state before the event
 */
export const submissionOfEvent = (
  state: LedgerState,
  event: TransactionCommitted | CommandRejected,
): Either<ValueError, CompositeCommand> => {
  // a rejection is decided before its commands are read, so its event does not have them
  if (event.type === "CommandRejected") return right(compositeCommand(state, event, []));
  const commands = commandsOf(state, event);
  return isLeft(commands)
    ? commands
    : right({
        ...compositeCommand(state, event, commands.right),
        disclosedContracts: (event.disclosedContracts ?? []).flatMap(
          ({ contractId, blobDigest }) => {
            const contract = getIn(state.contracts, contractId);
            return contract === undefined ? [] : [{ contract: right(contract), blobDigest }];
          },
        ),
      });
};

/**
 * The prepared submission of an execution's event: its nodes and time. The event of a rejection has
 * nothing of it, but that an external party submitted it.
 *
 * @param state before the event
 */
export const preparedOfEvent = (
  { participant: { parties } }: LedgerState,
  event: TransactionCommitted | CommandRejected,
): PreparedSubmission | undefined => {
  if (event.type === "CommandRejected") {
    const isSigned = event.actAs.some((party) => getIn(parties, party)?.external !== undefined);
    return isSigned ? rejectedExecution(event) : undefined;
  }
  if (event.external === undefined) return undefined;
  const { external, seed, recordTime, effectiveAt, disclosedContracts = [] } = event;
  return {
    external,
    seed,
    preparationTime: recordTime,
    minLedgerTime: effectiveAt,
    maxLedgerTime: effectiveAt,
    maxRecordTime: undefined,
    inputs: new Set(disclosedContracts.map(({ contractId }) => contractId)),
    keySerials: new Map(),
    differs: () => undefined,
  };
};

/** The signed content is unknown, so rules that use it are not decided again. */
const rejectedExecution = ({ recordTime }: CommandRejected): PreparedSubmission => ({
  external: {
    hash: "",
    hashingScheme: "",
    transactionUuid: "",
    preparedTransaction: "",
    signatures: [],
  },
  seed: "",
  preparationTime: recordTime,
  minLedgerTime: undefined,
  maxLedgerTime: undefined,
  maxRecordTime: undefined,
  inputs: new Set(),
  keySerials: new Map(),
  differs: () => undefined,
});

const compositeCommand = (
  { participant }: LedgerState,
  event: SubmissionRecord,
  commands: ReadonlyArray<Command>,
): CompositeCommand => ({
  commands,
  commandId: event.commandId,
  actAs: event.actAs,
  userId: event.userId,
  readAs: event.readAs ?? [],
  workflowId: event.workflowId,
  deduplicationPeriod: periodOf(event),
  ...ledgerTimeOf(event),
  submissionId: event.submissionId,
  ...(event.traceParent === undefined ? {} : { traceParent: event.traceParent }),
  ...(event.traceState === undefined ? {} : { traceState: event.traceState }),
  disclosedContracts: [],
  synchronizerId: participant.synchronizerId,
  packageIdSelectionPreference: event.packagePreference ?? [],
  prefetchContractKeys: [],
  tapsMaxPasses: 1,
});

const periodOf = ({
  requestedDeduplicationPeriod: period,
}: SubmissionRecord): DeduplicationPeriod => {
  switch (period?.kind) {
    case undefined:
      return { kind: "empty" };
    case "offset":
      return { kind: "offset", offset: BigInt(period.offset) };
    case "duration":
      return { kind: "duration", durationMicros: BigInt(period.durationMicros) };
  }
};

const ledgerTimeOf = ({
  minLedgerTime: time,
}: SubmissionRecord): Pick<CompositeCommand, "minLedgerTimeAbs" | "minLedgerTimeRel"> => {
  if (time === undefined) return {};
  return time.kind === "absolute"
    ? { minLedgerTimeAbs: BigInt(time.micros) }
    : { minLedgerTimeRel: BigInt(time.micros) };
};

/** The root nodes, in order. */
const rootsOf = (nodes: ReadonlyArray<TransactionNode>): ReadonlyArray<TransactionNode> => {
  const roots: Array<TransactionNode> = [];
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at];
    if (node === undefined) break;
    roots.push(node);
    at = node.kind === "create" ? at + 1 : node.lastDescendantNodeId + 1;
  }
  return roots;
};

const commandsOf = (
  state: LedgerState,
  event: TransactionCommitted,
): Either<ValueError, ReadonlyArray<Command>> => {
  const roots = rootsOf(event.nodes);
  const forms = event.commandForms ?? roots.map(({ kind }) => kind);
  const commands: Array<Command> = [];
  let at = 0;
  for (const form of forms) {
    const [node, next] = [roots[at], roots[at + 1]];
    const command =
      form === "create"
        ? createCommand(node)
        : form === "createAndExercise"
          ? createAndExercise(node, next)
          : form === "exercise"
            ? exerciseCommand(node)
            : exerciseByKey(state, event, node);
    if (command === undefined)
      return valueError(`root node ${at} is not what a command "${form}" makes`);
    commands.push(command);
    at += form === "createAndExercise" ? 2 : 1;
  }
  return at === roots.length ? right(commands) : valueError(`no command makes root node ${at}`);
};

const createCommand = (node: TransactionNode | undefined): Command | undefined =>
  node?.kind !== "create"
    ? undefined
    : { kind: "CreateCommand", templateId: node.templateId, createArguments: node.payload };

const targetOf = ({ interfaceId, templateId }: ExerciseNode): string => interfaceId ?? templateId;

const exerciseCommand = (node: TransactionNode | undefined): Command | undefined =>
  node?.kind !== "exercise"
    ? undefined
    : {
        kind: "ExerciseCommand",
        templateId: targetOf(node),
        contractId: node.contractId,
        choice: node.choice,
        choiceArgument: node.argument,
      };

const createAndExercise = (
  created: TransactionNode | undefined,
  node: TransactionNode | undefined,
): Command | undefined =>
  created?.kind !== "create" || node?.kind !== "exercise"
    ? undefined
    : {
        kind: "CreateAndExerciseCommand",
        templateId: created.templateId,
        createArguments: created.payload,
        choice: node.choice,
        choiceArgument: node.argument,
      };

const exerciseByKey = (
  state: LedgerState,
  { nodes }: TransactionCommitted,
  node: TransactionNode | undefined,
): Command | undefined => {
  if (node?.kind !== "exercise") return undefined;
  const key =
    getIn(state.contracts, node.contractId)?.key ??
    nodes.find((each): each is CreateNode => isCreateOf(each, node.contractId))?.key;
  return key === undefined
    ? undefined
    : {
        kind: "ExerciseByKeyCommand",
        templateId: node.templateId,
        contractKey: key.value,
        choice: node.choice,
        choiceArgument: node.argument,
      };
};

const isCreateOf = (node: TransactionNode, contractId: ContractId): node is CreateNode =>
  node.kind === "create" && node.contractId === contractId;
