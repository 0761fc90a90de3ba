import {
  base64Decode,
  base64Encode,
  type Contract,
  contractOfNode,
  type CreateNode,
  type Micros,
  type ValueError,
  valueError,
} from "@tallystick/core";
import { chainW, type Either, isLeft, right, toError, tryCatch } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { parse } from "fp-ts/lib/Json.js";
import * as t from "io-ts";

const blobVersion = 1;

/**
 * The opaque blob of a created event: Base64 of the contract, from which a disclosed contract is
 * read.
 */
export const createdEventBlobOf = (node: CreateNode, createdAt: Micros): string =>
  base64Encode(
    new TextEncoder().encode(
      JSON.stringify({ v: blobVersion, ...contractOfNode(node, createdAt) }),
    ),
  );

const utf8 = new TextDecoder("utf-8", { fatal: true });

const BlobContent = t.intersection([
  t.type({
    v: t.literal(blobVersion),
    contractId: t.string,
    templateId: t.string,
    packageName: t.string,
    payload: t.UnknownRecord,
    signatories: t.array(t.string),
    observers: t.array(t.string),
    createdAt: t.number,
  }),
  t.partial({ key: t.type({ value: t.unknown, maintainers: t.array(t.string) }) }),
]);

/**
 * Reads a created event blob. Left: why it is not one. Does not check that the contract is
 * authentic, see `isAuthentic`.
 */
export const contractOfBlob = (blob: string): Either<ValueError, Contract> => {
  const bytes = base64Decode(blob);
  if (isLeft(bytes)) return valueError("it is not standard Base64");
  const content = pipe(
    tryCatch(() => utf8.decode(bytes.right), toError),
    chainW(parse),
    chainW(BlobContent.decode),
  );
  if (isLeft(content)) return valueError("it contains no contract");
  const { v: _version, ...contract } = content.right;
  // border: the codec has checked every field; the rest is JSON because it was parsed from text
  return right(contract as Contract);
};
