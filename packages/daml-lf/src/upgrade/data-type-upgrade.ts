import type { DataType } from "../syntax/package.js";
import type { Field, Kind, Type } from "../syntax/type.js";
import { describeOrigin, type Origin, sameOrigin } from "./record-origin.js";
import {
  type Comparison,
  type Packages,
  positions,
  sameUpgradedType,
} from "./same-upgraded-type.js";
import { broken, firstOf, type Verdict } from "./upgrade-error.js";

function sameKind(left: Kind, right: Kind): boolean {
  const pending: Array<readonly [Kind, Kind]> = [[left, right]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [first, second] = pair;
    if (first.tag !== second.tag) return false;
    if (first.tag === "arrow" && second.tag === "arrow")
      pending.push([first.parameter, second.parameter], [first.result, second.result]);
  }
  return true;
}

function typesByName(fields: ReadonlyArray<Field>): ReadonlyMap<string, Type> {
  return new Map(fields.map((field) => [field.name, field.type]));
}

/** Whether the names of both are the same as far as both go. */
function sameOrder(past: ReadonlyArray<string>, present: ReadonlyArray<string>): boolean {
  return past.slice(0, present.length).every((name, index) => name === present[index]);
}

const namesOf = (fields: ReadonlyArray<Field>): ReadonlyArray<string> =>
  fields.map((field) => field.name);

function isOptional(type: Type): boolean {
  return (
    type.tag === "application" &&
    type.function.tag === "builtin" &&
    type.function.builtin === "Optional"
  );
}

/** Whether a field that both sides have is of another type now. */
function someTypeChanged(
  comparison: Comparison,
  past: ReadonlyArray<Field>,
  present: ReadonlyArray<Field>,
): boolean {
  const after = typesByName(present);
  return past.some((field) => {
    const type = after.get(field.name);
    return type !== undefined && !sameUpgradedType(comparison, field.type, type);
  });
}

interface Sides<T> {
  readonly past: ReadonlyArray<T>;
  readonly present: ReadonlyArray<T>;
}

function checkRecord(comparison: Comparison, origin: Origin, { past, present }: Sides<Field>) {
  const subject = `The upgraded ${describeOrigin(origin)}`;
  const before = typesByName(past);
  const after = typesByName(present);
  const added = present.filter((field) => !before.has(field.name));
  const ofConstructor = origin.role === "constructor";
  return firstOf([
    () =>
      broken(
        past.some((field) => !after.has(field.name)),
        "RecordFieldsMissing",
        `${subject} is missing some of its original fields.`,
      ),
    () =>
      broken(
        someTypeChanged(comparison, past, present),
        "RecordFieldsExistingChanged",
        `${subject} has changed the types of some of its original fields.`,
      ),
    () =>
      broken(
        added.some((field) => !isOptional(field.type)),
        ofConstructor ? "VariantAddedVariantField" : "RecordFieldsNewNonOptional",
        ofConstructor
          ? `${subject} has added a field.`
          : `${subject} has added new fields, but those fields are not Optional.`,
      ),
    () =>
      broken(
        !sameOrder(namesOf(past), namesOf(present)),
        "RecordFieldsOrderChanged",
        `${subject} has changed the order of its fields - any new fields must be added at the end of the record.`,
      ),
  ]);
}

function checkVariant(comparison: Comparison, origin: Origin, { past, present }: Sides<Field>) {
  const subject = `The upgraded ${describeOrigin(origin)}`;
  const after = typesByName(present);
  return firstOf([
    () =>
      broken(
        past.some((field) => !after.has(field.name)),
        "VariantRemovedVariant",
        `${subject} has removed an existing variant.`,
      ),
    () =>
      broken(
        someTypeChanged(comparison, past, present),
        "VariantChangedVariantType",
        `${subject} has changed the type of a variant.`,
      ),
    () =>
      broken(
        !sameOrder(namesOf(past), namesOf(present)),
        "VariantVariantsOrderChanged",
        `${subject} has changed the order of its variants - any new variant must be added at the end of the variant.`,
      ),
  ]);
}

function checkEnum(origin: Origin, { past, present }: Sides<string>): Verdict {
  const subject = `The upgraded ${describeOrigin(origin)}`;
  const after = new Set(present);
  return firstOf([
    () =>
      broken(
        past.some((name) => !after.has(name)),
        "EnumRemovedVariant",
        `${subject} has removed an existing variant.`,
      ),
    () =>
      broken(
        !sameOrder(past, present),
        "EnumVariantsOrderChanged",
        `${subject} has changed the order of its variants - any new variant must be added at the end of the enum.`,
      ),
  ]);
}

function checkConstructors(
  packages: Packages,
  origin: Origin,
  past: DataType,
  present: DataType,
): Verdict {
  const comparison: Comparison = {
    packages,
    past: positions(past.parameters),
    present: positions(present.parameters),
  };
  const [before, after] = [past.constructors, present.constructors];
  if (before.tag === "record" && after.tag === "record")
    return checkRecord(comparison, origin, { past: before.fields, present: after.fields });
  if (before.tag === "variant" && after.tag === "variant")
    return checkVariant(comparison, origin, { past: before.fields, present: after.fields });
  if (before.tag === "enum" && after.tag === "enum")
    return checkEnum(origin, { past: before.names, present: after.names });
  return broken(
    before.tag !== after.tag,
    "MismatchDataConsVariety",
    `The upgraded data type ${past.name} has changed from a ${before.tag} to a ${after.tag}. Datatypes cannot change variety via upgrades.`,
  );
}

/** A data type of both packages with its role in either. */
interface DataTypeUpgrade {
  readonly past: DataType;
  readonly present: DataType;
  readonly pastOrigin: Origin;
  readonly presentOrigin: Origin;
}

/** Checks a data type that both packages have; those that are not serializable are free. */
export function checkDataTypeUpgrade(packages: Packages, upgrade: DataTypeUpgrade): Verdict {
  const { past, present, pastOrigin, presentOrigin } = upgrade;
  const subject = `The upgraded ${describeOrigin(presentOrigin)}`;
  if (!past.serializable) return undefined;
  return firstOf([
    () =>
      broken(
        !present.serializable,
        "DatatypeBecameUnserializable",
        `${subject} was serializable and is now unserializable. Datatypes cannot change their serializability via upgrades.`,
      ),
    () =>
      broken(
        !sameOrigin(pastOrigin, presentOrigin),
        "RecordChangedOrigin",
        `The record ${past.name} has changed origin from ${describeOrigin(pastOrigin)} to ${describeOrigin(presentOrigin)}`,
      ),
    () =>
      broken(
        past.parameters.length !== present.parameters.length,
        "DifferentParamsCount",
        `${subject} has changed the number of type variables it has.`,
      ),
    () =>
      broken(
        past.parameters.some((parameter, index) => {
          const other = present.parameters[index];
          return other !== undefined && !sameKind(parameter.kind, other.kind);
        }),
        "DifferentParamsKinds",
        `${subject} has changed the kind of one of its type variables.`,
      ),
    () => checkConstructors(packages, presentOrigin, past, present),
  ]);
}
