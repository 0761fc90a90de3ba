import type { Update } from "../syntax/expression.js";
import type { Reference, Type } from "../syntax/type.js";
import { applied, argumentOf, arrow, builtin, constructorType } from "./build-type.js";
import { interfaceChoice, interfaceOf, keyOf, templateChoice, templateOf } from "./definitions.js";
import { checkType } from "./kinds.js";
import { bind, type Scope, unbind } from "./scope.js";
import { asForm, expect, type Typing } from "./typing.js";

const tuple2: Type = constructorType({
  packageId: "5aee9b21b8e9a4c4975b5f4c4198e6e6e8469df49e2010820e792f393db870f4",
  module: "DA.Types",
  name: "Tuple2",
});

type Of<Tag extends Update["tag"]> = Extract<Update, { tag: Tag }>;

const updateOf = (type: Type): Type => builtin("Update", type);
const contractIdOf = (of: Reference): Type => builtin("ContractId", constructorType(of));

function* typeOfBlock(scope: Scope, update: Of<"block">): Typing {
  for (const { binder, bound } of update.bindings) {
    checkType(scope, binder.type);
    yield* expect(scope, bound, updateOf(binder.type));
    bind(scope, binder.name, binder.type);
  }
  const type = yield update.body;
  for (const { binder } of update.bindings) unbind(scope, binder.name);
  return asForm(scope, type, "an update", (each) =>
    argumentOf(each, "Update") === undefined ? undefined : each,
  );
}

function* typeOfTryCatch(scope: Scope, update: Of<"tryCatch">): Typing {
  checkType(scope, update.type);
  const type = updateOf(update.type);
  yield* expect(scope, update.body, type);
  bind(scope, update.binder, builtin("AnyException"));
  yield* expect(scope, update.handler, builtin("Optional", type));
  unbind(scope, update.binder);
  return type;
}

function* typeOfExercise(scope: Scope, update: Of<"exercise">): Typing {
  const choice = templateChoice(scope.packages, update.template, update.choice);
  yield* expect(scope, update.contractId, contractIdOf(update.template));
  yield* expect(scope, update.argument, choice.argument.type);
  return updateOf(choice.resultType);
}

function* typeOfExerciseInterface(scope: Scope, update: Of<"exerciseInterface">): Typing {
  yield* expect(scope, update.contractId, contractIdOf(update.interface));
  const choice = interfaceChoice(scope.packages, update.interface, update.choice);
  yield* expect(scope, update.argument, choice.argument.type);
  return updateOf(choice.resultType);
}

function* typeOfExerciseByKey(scope: Scope, update: Of<"exerciseByKey">): Typing {
  yield* expect(scope, update.key, keyOf(scope.packages, update.template).type);
  const choice = templateChoice(scope.packages, update.template, update.choice);
  yield* expect(scope, update.argument, choice.argument.type);
  return updateOf(choice.resultType);
}

function* typeOfSimple(
  scope: Scope,
  update: Exclude<Update, Of<"block" | "tryCatch" | "fetchByKey" | "queryByKey">>,
): Typing {
  switch (update.tag) {
    case "pure":
      checkType(scope, update.type);
      yield* expect(scope, update.value, update.type);
      return updateOf(update.type);
    case "create":
      templateOf(scope.packages, update.template);
      yield* expect(scope, update.payload, constructorType(update.template));
      return updateOf(contractIdOf(update.template));
    case "createInterface":
      interfaceOf(scope.packages, update.interface);
      yield* expect(scope, update.payload, constructorType(update.interface));
      return updateOf(contractIdOf(update.interface));
    case "exercise":
      return yield* typeOfExercise(scope, update);
    case "exerciseInterface":
      return yield* typeOfExerciseInterface(scope, update);
    case "exerciseByKey":
      return yield* typeOfExerciseByKey(scope, update);
    case "fetch":
      templateOf(scope.packages, update.template);
      yield* expect(scope, update.contractId, contractIdOf(update.template));
      return updateOf(constructorType(update.template));
    case "fetchInterface":
      interfaceOf(scope.packages, update.interface);
      yield* expect(scope, update.contractId, contractIdOf(update.interface));
      return updateOf(constructorType(update.interface));
    case "getTime":
      return updateOf(builtin("Timestamp"));
    case "ledgerTimeLess":
      yield* expect(scope, update.time, builtin("Timestamp"));
      return updateOf(builtin("Bool"));
    case "embed":
      yield* expect(scope, update.body, updateOf(update.type));
      return updateOf(update.type);
  }
}

function keyed(scope: Scope, update: Of<"fetchByKey" | "queryByKey">): Type {
  const key = keyOf(scope.packages, update.template).type;
  const entry = applied(tuple2, [contractIdOf(update.template), constructorType(update.template)]);
  return update.tag === "fetchByKey"
    ? arrow(key, updateOf(entry))
    : arrow(builtin("Int64"), key, updateOf(builtin("Optional", builtin("List", entry))));
}

/** The type of an update (daml-lf B.3). */
export function* typeOfUpdate(scope: Scope, update: Update): Typing {
  switch (update.tag) {
    case "block":
      return yield* typeOfBlock(scope, update);
    case "tryCatch":
      return yield* typeOfTryCatch(scope, update);
    case "fetchByKey":
    case "queryByKey":
      return keyed(scope, update);
    default:
      return yield* typeOfSimple(scope, update);
  }
}
