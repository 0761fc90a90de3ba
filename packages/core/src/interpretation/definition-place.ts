import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { OpenTransaction } from "../contracts/transaction.js";
import { checkedValue, reasonAt, type WrittenValue } from "../daml-types/checked-value.js";
import type { DamlType } from "../daml-types/daml-type.js";
import { interpretationError, notVetted } from "../errors/interpretation-error.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { CompiledCatalog, CompiledInterface, CompiledTemplate } from "../packages/catalog.js";
import type { TypedValue } from "../templates/program-effect.js";
import type { Interface, Template } from "../templates/template.js";
import type { TemplateId } from "../values/ids.js";

/** The vetted package a template or interface that a body names belongs to. */
export const placeOf = (
  { input }: OpenTransaction,
  of: Template<unknown> | Interface<unknown>,
): Either<LedgerError, CompiledTemplate | CompiledInterface> => {
  const { catalog } = input.view;
  return usablePlace(
    catalog,
    of,
    of.kind === "template" ? catalog.templateOf(of) : catalog.interfaceOf(of),
  );
};

export const templatePlace = (
  { input }: OpenTransaction,
  of: Template<unknown>,
): Either<LedgerError, CompiledTemplate> =>
  usablePlace(input.view.catalog, of, input.view.catalog.templateOf(of));

// choice bodies refer to the definition itself, so there is no version to choose
const usablePlace = <A extends CompiledTemplate | CompiledInterface>(
  catalog: CompiledCatalog,
  of: { readonly name: string },
  found: A | undefined,
): Either<LedgerError, A> => {
  if (found === undefined)
    return left(interpretationError(`${of.name} belongs to no package known to this node.`));
  const { packageId } = found.package;
  return catalog.isUsable(packageId) ? right(found) : left(notVetted(packageId));
};

/** The place of a template and a key of it that a body named. */
export const keyedPlace = (
  transaction: OpenTransaction,
  of: Template<unknown>,
  key: unknown,
): Either<LedgerError, { readonly template: CompiledTemplate; readonly key: unknown }> => {
  const place = templatePlace(transaction, of);
  if (isLeft(place)) return place;
  if (of.key === undefined) return left(interpretationError(`${of.name} has no key.`));
  const value = checkedValue(of.key.type, key, `The key of ${of.name}`);
  return isLeft(value) ? value : right({ template: place.right, key: value.right.value });
};

/** The vetted template or interface of an id in package-id form. */
export const placeOfId = (
  { input }: OpenTransaction,
  id: string,
): Either<LedgerError, CompiledTemplate | CompiledInterface> => {
  const { catalog } = input.view;
  return usablePlace(catalog, { name: id }, catalog.template(id) ?? catalog.interface(id));
};

export const templatePlaceOf = (
  { input }: OpenTransaction,
  id: TemplateId,
): Either<LedgerError, CompiledTemplate> =>
  usablePlace(input.view.catalog, { name: id }, input.view.catalog.template(id));

/** The place of a template that has a key, with a value of the key. */
export const keyedPlaceOf = (
  transaction: OpenTransaction,
  id: TemplateId,
  key: TypedValue,
): Either<LedgerError, { readonly template: CompiledTemplate; readonly key: unknown }> => {
  const place = templatePlaceOf(transaction, id);
  if (isLeft(place)) return place;
  const { key: definition } = place.right.definition;
  if (definition === undefined) return left(interpretationError(`${id} has no key.`));
  const value = valueAs(definition.type, key, `The key of ${id}`);
  return isLeft(value) ? value : right({ template: place.right, key: value.right.value });
};

/**
 * A value of a body as one of the type that the code behind an id has; another type reads it as
 * JSON. Left DAML_INTERPRETER_INVALID_ARGUMENT.
 *
 * @param what the value in words, at the beginning of a sentence
 */
export const valueAs = (
  type: DamlType<unknown>,
  given: TypedValue,
  what: string,
): Either<LedgerError, WrittenValue<unknown>> => {
  if (given.type === type) return checkedValue(type, given.value, what);
  const json = given.type.encode(given.value);
  const read = type.decode(json);
  return isLeft(read)
    ? left(
        ledgerError(
          "DAML_INTERPRETER_INVALID_ARGUMENT",
          `${what} is not of its type: ${reasonAt(read.left)}`,
        ),
      )
    : right({ value: read.right, json });
};
