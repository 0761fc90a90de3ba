import { type LedgerError, fieldNameOf, invalidArgument } from "@tallystick/core";
import type { TypeOf } from "io-ts";
import { wireObject, wireString } from "../types/wire-type.js";
import { defaulted } from "../types/wire-field.js";
import { wireMapNamed } from "../types/wire-kinds.js";

/** Annotations and version of a user or party (ledger-api 2.2). */
export const ObjectMeta = wireObject("ObjectMeta", {
  resourceVersion: defaulted(wireString, ""),
  annotations: defaulted(wireMapNamed("Map_String", wireString), {}),
});

/** The decoded form of `ObjectMeta`. */
export type ObjectMeta = TypeOf<typeof ObjectMeta>;

/** Metadata that are absent or hidden. */
export const noMetadata: ObjectMeta = { resourceVersion: "", annotations: {} };

/** The metadata of a stored object; versions are texts on the wire. */
export const metadataOf = (held: {
  readonly resourceVersion: number;
  readonly annotations: Readonly<Record<string, string>>;
}): ObjectMeta => ({
  resourceVersion: String(held.resourceVersion),
  annotations: held.annotations,
});

/**
 * INVALID_ARGUMENT for a version of an object that is created (ledger-api 3.4).
 * @param field path of the metadata in the request
 */
export const versionBeforeCreation = (
  metadata: ObjectMeta | undefined,
  field: string,
): LedgerError | undefined =>
  metadata === undefined || metadata.resourceVersion === ""
    ? undefined
    : {
        ...invalidArgument(`field ${fieldNameOf(`${field}.resourceVersion`)} must be not set`),
        field: `${field}.resourceVersion`,
      };
