import type { PartyId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CompiledInterface, CompiledTemplate } from "../packages/catalog.js";
import type { Command } from "../commands/composite-command.js";
import { writtenLater } from "../daml-types/checked-value.js";
import type { DamlType } from "../daml-types/daml-type.js";
import { languageError } from "./language-error.js";
import { interpretCreate } from "./interpret-create.js";
import type { ChoiceCall } from "./interpret-exercise.js";
import { contractByKey } from "./interpret-key.js";
import { unknownChoice, unresolved, unsuffixedError } from "./refused-exercise.js";
import { unsuffixedIdOf } from "./unsuffixed-ids.js";
import {
  archiveThrough,
  isArchiveThrough,
  type WantedExercise,
  wantedExercise,
} from "./exercise-effects.js";
import { withCommand } from "./exercise-trace.js";
import type { Pausing } from "./pausing.js";
import { runExercise } from "./interpreter.js";
import { thrownHint } from "./thrown-hint.js";
import type { CommandPart, ErrorPlace } from "../errors/error-place.js";
import {
  errorOfChoice,
  EvaluationError,
  StoppedCommand,
  ThrownInChoice,
} from "../errors/choice-error.js";
import { illTypedValue } from "../errors/interpretation-error.js";
import { ledgerError, templateNotFound } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import { foundValue } from "../values/argument-error.js";
import type { Json } from "../values/json.js";
import type { TransactionNode } from "../events/transaction-node.js";
import type { Micros } from "../values/time.js";
import { setOfParties } from "../values/shared-text.js";
import {
  type InterpretationInput,
  type OnThrown,
  type OpenTransaction,
  openTransaction,
  type Scope,
  type TransactionTrace,
} from "../contracts/transaction.js";

/** What a composite command does, if it is committed. */
export interface Interpreted {
  readonly nodes: ReadonlyArray<TransactionNode>;
  /** See `TransactionCommitted.reads`. */
  readonly reads: ReadonlyArray<number> | undefined;
  /** The latest creation time of the contracts used; the ledger time must not lie before it. */
  readonly latestInput: Micros;
  /**
   * Digests of the blobs of disclosed contracts that were used and that no reader sees otherwise,
   * by contract id.
   */
  readonly disclosed: ReadonlyMap<string, string> | undefined;
  /** What the nodes do not contain; absent unless the input has a trace. */
  readonly trace?: TransactionTrace;
}

/**
 * Interprets the commands of one composite command, all or none: resolution, authorisation,
 * visibility, activeness, keys and choice bodies. Pure. A
 * JavaScript exception in a function of a template is the error UNHANDLED_EXCEPTION.
 */
export function* interpret(
  commands: ReadonlyArray<Command>,
  actAs: ReadonlyArray<PartyId>,
  input: InterpretationInput,
): Pausing<Either<LedgerError, Interpreted>> {
  const transaction = openTransaction(input);
  const scope = { authority: setOfParties(actAs), depth: 0, exercise: -1 };
  let performed: Command | undefined;
  try {
    let index = 0;
    for (const command of commands) {
      performed = command;
      const at = { index: index++, kind: command.kind };
      const done = yield* perform(transaction, scope, command, at);
      if (isLeft(done)) return done;
    }
    const { nodes, reads, latestInput, disclosed } = transaction;
    const { trace } = input;
    const interpreted = { nodes, reads, latestInput, disclosed };
    return right(trace === undefined ? interpreted : { ...interpreted, trace });
  } catch (thrown) {
    return left(unhandled(thrown, performed, input.onThrown));
  }
}

const unhandled = (
  thrown: unknown,
  command: Command | undefined,
  onThrown: OnThrown = () => undefined,
): LedgerError => {
  if (thrown instanceof StoppedCommand) return errorOfChoice(thrown.error);
  const inner = thrown instanceof ThrownInChoice ? thrown.thrown : thrown;
  if (inner instanceof EvaluationError) return inner.ledgerError();
  if (!(thrown instanceof ThrownInChoice)) {
    const place = command === undefined ? "a command" : placeOfCommand(command);
    onThrown(place, thrown);
    return exceptionError(thrown, place);
  }
  const { packageName, templateId, choice } = thrown.node;
  const template = templateId.slice(templateId.indexOf(":") + 1);
  const place = `choice ${choice} of #${packageName}:${template}`;
  onThrown(place, thrown.thrown);
  return exceptionError(thrown.thrown, place);
};

const placeOfCommand = (command: Command): string =>
  command.kind === "CreateCommand"
    ? `a create of ${command.templateId}`
    : `choice ${command.choice} of ${command.templateId}`;

/** A template may throw anything, also what cannot be shown. */
const shownThrown = (thrown: unknown): readonly [type: string, value: string] => {
  try {
    const hint = thrownHint(thrown);
    if (thrown instanceof Error) {
      return hint === undefined
        ? [String(thrown.name), String(thrown.message)]
        : ["ArgumentError", `${hint} (${thrown.message})`];
    }
    return ["unknown", typeof thrown === "string" ? thrown : foundValue(thrown)];
  } catch {
    return ["unknown", typeof thrown];
  }
};

const exceptionError = (thrown: unknown, place: string): LedgerError => {
  const [type, value] = shownThrown(thrown);
  return ledgerError(
    "UNHANDLED_EXCEPTION",
    `Interpretation failed with ${type}: ${value} (in ${place})`,
    {
      resources: [
        ["EXCEPTION_TYPE", type],
        ["EXCEPTION_VALUE", value],
      ],
    },
  );
};

/** The command, for error texts. */
interface CommandPlace {
  readonly index: number;
  readonly kind: Command["kind"];
}

const partOf = ({ index, kind }: CommandPlace, part: CommandPart) =>
  ({ of: "command", index, kind, part, path: [] }) satisfies ErrorPlace;

function* perform(
  transaction: OpenTransaction,
  scope: Scope,
  command: Command,
  at: CommandPlace,
): Pausing<Either<LedgerError, unknown>> {
  const { catalog } = transaction.input.view;
  const resolved = catalog.resolve(command.templateId, transaction.input.preference);
  if (isLeft(resolved))
    return left(unresolved(command, { ...resolved.left, place: partOf(at, "template") }, catalog));
  const target = resolved.right;
  const error = languageError(transaction.input, target.package);
  if (error !== undefined) return left(error);
  const id = target.kind === "template" ? target.templateId : target.interfaceId;
  const begun = beginOn(transaction, scope, command, target, at);
  const done =
    isLeft(begun) || begun.right === undefined
      ? begun
      : yield* runExercise(transaction, scope, begun.right);
  return withCommand(done, command, id);
}

/** Creates what a command creates. @returns what it exercises; undefined for nothing */
const beginOn = (
  transaction: OpenTransaction,
  scope: Scope,
  command: Command,
  target: CompiledTemplate | CompiledInterface,
  at: CommandPlace,
): Either<LedgerError, WantedExercise | undefined> => {
  if (command.kind === "ExerciseCommand") return exerciseById(transaction, command, target, at);
  if (target.kind === "interface") {
    if (command.kind !== "ExerciseByKeyCommand") {
      // what a public node looks at first is whether the arguments are those of the view
      const view = decodeAt(target.definition.view, command.createArguments, at, "payload");
      if (isLeft(view)) return view;
    }
    return left(
      ledgerError(
        "TEMPLATES_OR_INTERFACES_NOT_FOUND",
        `${command.templateId} is an interface; a ${command.kind} needs a template.`,
        { resources: [["TEMPLATE_ID", command.templateId]], place: partOf(at, "template") },
      ),
    );
  }
  if (command.kind === "ExerciseByKeyCommand")
    return exerciseByKeyCommand(transaction, command, target, at);
  const { payload: type } = target.definition;
  const payload = decodeAt(type, command.createArguments, at, "payload");
  if (isLeft(payload)) return payload;
  const written = writtenLater(type, payload.right);
  if (command.kind === "CreateCommand") {
    const created = interpretCreate(transaction, scope, target, written);
    return isLeft(created) ? created : right(undefined);
  }
  const call = callOf(target, command.choice, command.choiceArgument, at);
  if (isLeft(call)) return call;
  const contractId = interpretCreate(transaction, scope, target, written);
  if (isLeft(contractId)) return contractId;
  return wantedExercise(transaction, target, contractId.right, call.right);
};

const decodeAt = (
  type: DamlType<unknown>,
  value: Json,
  at: CommandPlace,
  part: CommandPart,
): Either<LedgerError, unknown> => {
  const decoded = type.decode(value);
  if (isLeft(decoded)) return left(illTypedValue(partOf(at, part), decoded.left));
  const illegal = unsuffixedError(unsuffixedIdOf(type, value, decoded.right));
  return illegal === undefined ? decoded : left({ ...illegal, place: partOf(at, part) });
};

/** The choice of that name with its argument read. */
const callOf = (
  target: CompiledTemplate | CompiledInterface,
  name: string,
  argument: Json,
  at: CommandPlace,
): Either<LedgerError, ChoiceCall> => {
  const choice = target.choices.get(name);
  if (choice === undefined) {
    const id = target.kind === "template" ? target.templateId : target.interfaceId;
    return left(unknownChoice(id, name, partOf(at, "choice")));
  }
  const read = decodeAt(choice.argument, argument, at, "argument");
  if (isLeft(read)) return read;
  const { right: value } = read;
  const call = { choice, argument: value, argumentJson: () => choice.argument.encode(value) };
  return right(target.kind === "template" ? call : { ...call, through: target });
};

const exerciseById = (
  transaction: OpenTransaction,
  command: Extract<Command, { kind: "ExerciseCommand" }>,
  target: CompiledTemplate | CompiledInterface,
  at: CommandPlace,
): Either<LedgerError, WantedExercise> => {
  const illegal = unsuffixedError(command.contractId);
  if (illegal !== undefined) return left(illegal);
  if (isArchiveThrough(target, command.choice)) {
    const callOn = (template: CompiledTemplate) =>
      callOf(template, command.choice, command.choiceArgument, at);
    return archiveThrough(transaction, target, command.contractId, callOn);
  }
  const call = callOf(target, command.choice, command.choiceArgument, at);
  if (isLeft(call)) return call;
  return wantedExercise(transaction, target, command.contractId, call.right);
};

const exerciseByKeyCommand = (
  transaction: OpenTransaction,
  command: Extract<Command, { kind: "ExerciseByKeyCommand" }>,
  target: CompiledTemplate,
  at: CommandPlace,
): Either<LedgerError, WantedExercise> => {
  const type = target.definition.key?.type;
  if (type === undefined) {
    return left({
      ...templateNotFound(target.templateId),
      cause: `The template ${target.templateId} has no contract key.`,
      place: partOf(at, "key"),
    });
  }
  const key = decodeAt(type, command.contractKey, at, "key");
  if (isLeft(key)) return key;
  const call = callOf(target, command.choice, command.choiceArgument, at);
  if (isLeft(call)) return call;
  const contractId = contractByKey(transaction, target, key.right);
  return isLeft(contractId)
    ? contractId
    : wantedExercise(transaction, target, contractId.right, { ...call.right, byKey: true });
};
