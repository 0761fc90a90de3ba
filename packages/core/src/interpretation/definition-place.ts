import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { OpenTransaction } from "../contracts/transaction.js";
import { checkedValue } from "../daml-types/checked-value.js";
import { interpretationError, notVetted } from "../errors/interpretation-error.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { CompiledCatalog, CompiledInterface, CompiledTemplate } from "../packages/catalog.js";
import type { Interface, Template } from "../templates/template.js";

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

/** The same for a template. */
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
