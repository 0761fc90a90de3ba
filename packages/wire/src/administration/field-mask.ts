import { JsUnknownFieldSet } from "../commands/composite-command-codec.js";
import { type LedgerError, invalidArgument, missingField } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { wireArray, wireObject, wireString } from "../types/wire-type.js";
import { defaulted, optional } from "../types/wire-field.js";

/** The fields that a PATCH changes, as snake_case paths (ledger-api 2.1). */
export const FieldMask = wireObject("FieldMask", {
  paths: defaulted(wireArray(wireString), []),
  unknownFields: optional(JsUnknownFieldSet),
});

/** The content of a PATCH: the changed object and the mask. */
export interface Patch<A> {
  readonly value: A;
  readonly updateMask: ReadonlyArray<string>;
}

/** Where the parts of a PATCH are, and their names in errors. */
export interface PatchParts<A> {
  readonly pathId: string;
  /** Path of the id in the body. */
  readonly idField: string;
  readonly value: A | undefined;
  readonly idOf: (value: A) => string;
  /** The object's name and form in a public node's sentences. */
  readonly shownBody: (value: A | undefined) => string;
  readonly updateMask: TypeOf<typeof FieldMask> | undefined;
}

/**
 * The object and the mask of a PATCH. Left INVALID_ARGUMENT when the body is about another object
 * than the path, or about none, MISSING_FIELD when there is no mask (ledger-api 3.4).
 */
export const patchOf = <A>(parts: PatchParts<A>): Either<LedgerError, Patch<A>> => {
  const { value, updateMask, idField } = parts;
  const id = value === undefined ? undefined : parts.idOf(value);
  if (value === undefined || id !== parts.pathId)
    return left(otherThanPath(id, parts.pathId, idField, parts.shownBody(value)));
  return updateMask === undefined
    ? left(missingField("update_mask", "an object with the paths of the fields to change"))
    : right({ value, updateMask: updateMask.paths });
};

const shownIdLength = 128;

/**
 * INVALID_ARGUMENT for a body about another object than the path names (ledger-api 3.4).
 *
 * @param shownBody a public node's words for the body, after "does not match"
 */
export const otherThanPath = (
  bodyId: string | undefined,
  pathId: string,
  field: string,
  shownBody: string,
): LedgerError => ({
  ...invalidArgument(
    `found ${bodyId === undefined ? "nothing" : `"${bodyId.slice(0, shownIdLength)}"`}, expected "${pathId.slice(0, shownIdLength)}" as in the path`,
    field,
    { sentence: `${pathId} does not match ${shownBody}` },
  ),
  madeByInterface: true,
});
