import {
  type Choice,
  type Command,
  type CompiledCatalog,
  type DamlType,
  givenValue,
  type Interface,
  invalidArgument,
  type Json,
  type LedgerError,
  plainValue,
  type Template,
} from "@tallystick/core";
import {
  bindTo,
  bind,
  type Either,
  isLeft,
  left,
  map,
  right,
  traverseArrayWithIndex,
} from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import type { Step } from "../ledger/step.js";

/** The command of a step, and how to read its answers. */
export interface StepCommand {
  readonly command: Command;
  /** Reads the answers of its root nodes, in order. */
  readonly answer: (results: Iterator<Json>) => unknown;
}

/**
 * The commands of steps. Left INVALID_ARGUMENT with the step and field, what was found and what is
 * expected.
 */
export const commandsOfSteps = (
  catalog: CompiledCatalog,
  steps: ReadonlyArray<Step<unknown>>,
): Either<LedgerError, ReadonlyArray<StepCommand>> =>
  isSteps(steps)
    ? pipe(
        steps,
        traverseArrayWithIndex((at, each) =>
          readableOf({ catalog, at: steps.length === 1 ? "" : `steps[${at}].` }, each),
        ),
      )
    : left(invalidArgument("expected an array of steps", "steps"));

// callers without a type checker pass anything
const isSteps = (given: unknown): given is ReadonlyArray<Step<unknown>> => Array.isArray(given);

interface Reading {
  readonly catalog: CompiledCatalog;
  /** Prefix of the names of its fields. */
  readonly at: string;
}

const readableOf = (reading: Reading, given: Step<unknown>): Either<LedgerError, StepCommand> => {
  try {
    return commandOf(reading, given);
  } catch {
    // a getter or a proxy of the caller
    return left(unreadable(`${reading.at}step`));
  }
};

const unreadable = (field: string): LedgerError =>
  invalidArgument("throws when it is read, expected plain data", field);

const commandOf = (reading: Reading, given: Step<unknown>): Either<LedgerError, StepCommand> => {
  switch (given?.kind) {
    case "create":
      return pipe(
        created(reading, given),
        map((parts) => ({ command: { kind: "CreateCommand", ...parts }, answer: contractIdOf })),
      );
    case "exercise":
      return exercised(reading, given);
    case "exerciseByKey":
      return exercisedByKey(reading, given);
    case "createAndExercise":
      return pipe(
        created(reading, given),
        bindTo("parts"),
        bind("call", () => callOf(reading, given.choice, given.argument)),
        map(({ parts, call }) => ({
          command: { kind: "CreateAndExerciseCommand", ...parts, ...call },
          answer: (results) => ({ ...contractIdOf(results), ...resultOf(given.choice)(results) }),
        })),
      );
    default:
      return left(
        invalidArgument("expected a result of step.create or step.exercise", `${reading.at}step`),
      );
  }
};

const exercised = (
  reading: Reading,
  { choice, contractId, argument }: Extract<Step<unknown>, { kind: "exercise" }>,
): Either<LedgerError, StepCommand> => {
  if (typeof contractId !== "string") {
    const reason = `expected a contract id, found ${typeof contractId}`;
    return left(invalidArgument(reason, `${reading.at}contractId`));
  }
  return pipe(
    callOf(reading, choice, argument),
    bindTo("call"),
    bind("templateId", () => placeOf(reading, choice.on)),
    map(({ call, templateId }) => ({
      command: { kind: "ExerciseCommand", templateId, contractId, ...call },
      answer: resultOf(choice),
    })),
  );
};

const exercisedByKey = (
  reading: Reading,
  { template, choice, key, argument }: Extract<Step<unknown>, { kind: "exerciseByKey" }>,
): Either<LedgerError, StepCommand> =>
  pipe(
    placeOf(reading, template),
    bindTo("templateId"),
    bind("contractKey", () =>
      template.key === undefined
        ? left(invalidArgument(`${template.name} has no key`, `${reading.at}template`))
        : valueOf(reading, template.key.type, key, "key"),
    ),
    bind("call", () => callOf(reading, choice, argument)),
    map(({ templateId, contractKey, call }) => ({
      command: { kind: "ExerciseByKeyCommand", templateId, contractKey, ...call },
      answer: resultOf(choice),
    })),
  );

const created = (
  reading: Reading,
  { template, payload }: { readonly template: Template<unknown>; readonly payload: unknown },
) =>
  pipe(
    placeOf(reading, template),
    bindTo("templateId"),
    bind("createArguments", () => valueOf(reading, template.payload, payload, "payload")),
  );

const callOf = (reading: Reading, choice: Choice<unknown, unknown>, argument: unknown) =>
  choice?.kind === "choice"
    ? pipe(
        valueOf(reading, choice.argument, argument, "argument"),
        map((choiceArgument) => ({ choice: choice.name, choiceArgument })),
      )
    : left(invalidArgument("expected a choice, as `choice(...)` makes it", `${reading.at}choice`));

/** The id of a template or interface in the package that its definition belongs to. */
export const placeOf = (
  { catalog, at }: Reading,
  of: Template<unknown> | Interface<unknown>,
): Either<LedgerError, string> => {
  const isKnown = of?.kind === "template" || of?.kind === "interface";
  if (!isKnown) {
    return left(
      invalidArgument("expected a template, as `template(...)` makes it", `${at}template`),
    );
  }
  const id =
    of.kind === "template"
      ? catalog.templateOf(of)?.templateId
      : catalog.interfaceOf(of)?.interfaceId;
  return id === undefined
    ? left(
        invalidArgument(
          `${of.name} belongs to no package of this ledger; expected one of the packages it was opened with`,
          `${at}template`,
        ),
      )
    : right(id);
};

const valueOf = (
  { at }: Reading,
  type: DamlType<unknown>,
  value: unknown,
  name: string,
): Either<LedgerError, Json> => {
  try {
    const json = givenValue(type, value);
    return isLeft(json)
      ? left(invalidArgument(json.left.reason, `${at}${[name, ...json.left.path].join(".")}`))
      : json;
  } catch {
    // a getter or a proxy of the caller
    return left(unreadable(`${at}${name}`));
  }
};

const answered = (results: Iterator<Json>): Json => {
  const next = results.next();
  return next.done === true ? null : next.value;
};

const contractIdOf = (results: Iterator<Json>): { readonly contractId: Json } => ({
  contractId: answered(results),
});

const resultOf =
  ({ name, result }: Choice<unknown, unknown>) =>
  (results: Iterator<Json>): { readonly result: unknown } => {
    const read = plainValue(result, answered(results));
    // committed values were checked against the type before
    if (isLeft(read)) throw new Error(`the result of ${name} is not of its type`);
    return { result: read.right };
  };
