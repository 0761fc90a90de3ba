import { type DamlType, optional, type OptionalType } from "@tallystick/core";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { LfError } from "../values/lf-error.js";
import { type LfValue, none, Some } from "../values/value.js";

/** A type of the ledger over values of a running program. */
export type LedgerType = DamlType<LfValue>;

/** A type of the ledger, with its values as a running program has them. */
export const adapted = <A>(
  type: DamlType<A>,
  read: (value: A) => LfValue,
  written: (value: LfValue) => A,
): LedgerType => ({
  model: type.model,
  optional: type.optional,
  decode: (json) => {
    const decoded = type.decode(json);
    return isLeft(decoded) ? decoded : right(read(decoded.right));
  },
  encode: (value) => type.encode(written(value)),
  show: (value, constructor) => type.show(written(value), constructor),
});

/** A Crash: the value is not of the type, or no value of the type is in a ledger. */
export const wrongType = (reason: string): LfError => new LfError({ kind: "Crash", reason });

/**
 * The type of those values that a guard lets through.
 *
 * @param read makes the value of a running program
 * @param is true for one
 * @param written what the ledger's type has for it
 */
export const scalarOf = <A, V extends LfValue>(
  type: DamlType<A>,
  read: (value: A) => V,
  is: (value: LfValue) => value is V,
  written: (value: V) => A,
): LedgerType =>
  adapted(type, read, (value) => {
    if (!is(value)) throw wrongType(`expected a ${JSON.stringify(type.model)}`);
    return written(value);
  });

const isOptionalType = (type: LedgerType): type is OptionalType<LfValue> & LedgerType =>
  "listForm" in type;

/** Optional; within another Optional it is written as a list (ledger-api 2.1). */
export const optionalType = (element: LedgerType): LedgerType => {
  if (isOptionalType(element)) {
    const nested = optional(element);
    return bothForms(
      nested,
      (value) => (value === undefined ? none : new Some(value.some ?? none)),
      (value) => (value instanceof Some ? { some: value.value } : undefined),
    );
  }
  return bothForms(
    optional(element),
    (value) => (value === undefined ? none : new Some(value)),
    (value) => (value instanceof Some ? value.value : undefined),
  );
};

const bothForms = <A>(
  type: OptionalType<A>,
  read: (value: A | undefined) => LfValue,
  written: (value: LfValue) => A | undefined,
): LedgerType => {
  const listed: { readonly listForm: LedgerType } = {
    listForm: adapted(type.listForm, read, written),
  };
  return { ...adapted(type, read, written), ...listed };
};
