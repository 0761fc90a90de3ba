import { type Json, typeIdOf, type ValuePlace } from "@tallystick/core";
import {
  choiceArgumentId,
  type Identifier,
  identifierOf,
  IllTypedValue,
  jsonOfValue,
  type RecordValue,
  type Value,
  valueOfJson,
} from "@tallystick/signing";
import type { FieldHooks, JsonFields } from "./message-types.js";
import { unreadable } from "@tallystick/protobuf";
import { misfitIn } from "./expected-kinds.js";
import { labelled, lacksLabels } from "./labels.js";

/** The model of a value's type; undefined where it is not known. */
type ModelAt = (place: ValuePlace) => Json | undefined;

// border: the fields of these names have been read as values
const valueIn = (field: unknown): Value | undefined => field as Value | undefined;
const recordIn = (field: unknown): Value | undefined =>
  // border: the same
  field === undefined ? undefined : { kind: "record", value: field as RecordValue };

/** A value of a request as JSON, if it fits its type; labels that were left out are those of it. */
const inJson = (
  value: Value | undefined,
  modelAt: ModelAt,
  place: ValuePlace,
): Json | undefined => {
  if (value === undefined) return undefined;
  const model = modelAt(place);
  if (model === undefined) return jsonOfValue(value);
  const misfit = misfitIn(value, model, place.part);
  if (misfit !== undefined) return unreadable("content", misfit);
  return jsonOfValue(lacksLabels(value) ? labelled(value, model) : value);
};

const named = (fields: JsonFields, key: string): string => {
  const name = fields[key];
  return typeof name === "string" ? name : "";
};

const argument = (fields: JsonFields): ValuePlace => ({
  id: named(fields, "templateId"),
  part: "argument",
  choice: named(fields, "choice"),
});

const part = (fields: JsonFields, of: "payload" | "key"): ValuePlace => ({
  id: named(fields, "templateId"),
  part: of,
});

/** How values of requests are read. */
const readHooks = (modelAt: ModelAt): Readonly<Record<string, FieldHooks["read"]>> => {
  const payload = (fields: JsonFields) => ({
    createArguments: inJson(recordIn(fields["createArguments"]), modelAt, part(fields, "payload")),
  });
  const key = (fields: JsonFields) => ({
    contractKey: inJson(valueIn(fields["contractKey"]), modelAt, part(fields, "key")),
  });
  const chosen = (fields: JsonFields) => ({
    choiceArgument: inJson(valueIn(fields["choiceArgument"]), modelAt, argument(fields)),
  });
  return {
    CreateCommand: (fields) => ({ ...fields, ...payload(fields) }),
    ExerciseCommand: (fields) => ({ ...fields, ...chosen(fields) }),
    ExerciseByKeyCommand: (fields) => ({ ...fields, ...key(fields), ...chosen(fields) }),
    CreateAndExerciseCommand: (fields) => ({ ...fields, ...payload(fields), ...chosen(fields) }),
    PrefetchContractKey: (fields) => ({ ...fields, ...key(fields) }),
  };
};

const contractId = (id: string): string => id;

const idOf = (model: Json): Identifier | undefined => {
  const id = typeIdOf(model);
  return id === undefined ? undefined : identifierOf(id);
};

const verbose = { contractId, idOf };
const brief = { contractId, isUnlabelled: true };

/** Writes values of answers by their types: with labels and ids of types, or without. */
class ValueWriting {
  readonly #modelAt: ModelAt;
  readonly #isVerbose: boolean;

  constructor(modelAt: ModelAt, isVerbose: boolean) {
    this.#modelAt = modelAt;
    this.#isVerbose = isVerbose;
  }

  value(json: unknown, place: ValuePlace, typeId?: string): Value | undefined {
    if (json === undefined || json === null) return undefined;
    return this.#typed(json, place, typeId);
  }

  /** A value that is there, even if it is `null`: a unit or None. */
  #typed(json: unknown, place: ValuePlace, typeId?: string): Value {
    const model = this.#modelAt(place);
    if (model === undefined) throw new IllTypedValue(`the type of ${place.part} of ${place.id}`);
    const form = this.#isVerbose ? verbose : brief;
    const id = typeId === undefined || !this.#isVerbose ? undefined : identifierOf(typeId);
    // border: answers are JSON
    return valueOfJson(model, json as Json, form, id);
  }

  result(json: unknown, place: ValuePlace): Value {
    return this.#typed(json, place);
  }

  record(json: unknown, place: ValuePlace, typeId?: string): RecordValue | undefined {
    const value = this.value(json, place, typeId);
    return value?.kind === "record" ? value.value : undefined;
  }

  argument(json: unknown, place: ValuePlace, choice: string): Value {
    const value = this.#typed(json, place);
    if (value.kind !== "record" || !this.#isVerbose) return value;
    const { recordId = choiceArgumentId(place.id, choice), fields } = value.value;
    return { kind: "record", value: { recordId, fields } };
  }
}

/** How values of answers are written. */
const writeHooks = (writing: ValueWriting): Readonly<Record<string, FieldHooks["write"]>> => ({
  CreatedEvent: (fields) => ({
    ...fields,
    createArgument: writing.record(
      fields["createArgument"],
      part(fields, "payload"),
      named(fields, "templateId"),
    ),
    contractKey: writing.value(fields["contractKey"], part(fields, "key")),
  }),
  InterfaceView: (fields) => ({
    ...fields,
    viewValue: writing.record(fields["viewValue"], {
      id: named(fields, "interfaceId"),
      part: "view",
    }),
  }),
  ExercisedEvent: (fields) => {
    const { interfaceId } = fields;
    const id = typeof interfaceId === "string" ? interfaceId : named(fields, "templateId");
    const choice = named(fields, "choice");
    const { choiceArgument, exerciseResult } = fields;
    return {
      ...fields,
      choiceArgument: writing.argument(choiceArgument, { id, part: "argument", choice }, choice),
      exerciseResult: writing.result(exerciseResult, { id, part: "result", choice }),
    };
  },
});

/**
 * How Daml values of requests become JSON, and those of answers values with their types.
 *
 * @param isVerbose whether values of answers have labels and ids
 */
export const damlHooks = (
  modelAt: ModelAt,
  isVerbose: boolean,
): Readonly<Record<string, FieldHooks>> => {
  const hooks: Record<string, FieldHooks> = {};
  for (const [name, read] of Object.entries(readHooks(modelAt))) if (read) hooks[name] = { read };
  for (const [name, write] of Object.entries(writeHooks(new ValueWriting(modelAt, isVerbose))))
    if (write) hooks[name] = { write };
  return hooks;
};
