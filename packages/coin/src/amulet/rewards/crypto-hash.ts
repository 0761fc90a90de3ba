import { record, type Static, text } from "@tallystick/core";
import { sha256 } from "../../model/sha256.js";

/** A hash as contracts name it: lowercase hex. */
export const Hash = record({ value: text }, "Hash");
export type Hash = Static<typeof Hash>;

/** The hash of a text. */
export const hashText = (of: string): Hash => ({ value: sha256(of) });

/** The hash of a list, or of the fields of a record. */
export const hashList = (of: ReadonlyArray<Hash>): Hash =>
  hashText([of.length.toString(), ...of.map(({ value }) => value)].join("|"));

/** The hash of a constructor with its fields. */
export const hashVariant = (tag: string, fields: ReadonlyArray<Hash>): Hash =>
  hashText([tag, fields.length.toString(), ...fields.map(({ value }) => value)].join("|"));
