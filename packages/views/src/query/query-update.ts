import {
  invalidField,
  isBase64,
  type LedgerError,
  missingField,
  updateNotFound,
  invalidArgument,
} from "@tallystick/core";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import type { CheckpointWatch } from "../fold/checkpoint-watch.js";
import { positive } from "./offset-rules.js";
import type { Found } from "./offset-scan.js";
import { catchUpAlone, prunedUpTo } from "./query-error.js";
import { resolveTransactionFormat } from "../format/resolved-format.js";
import {
  type ResolvedUpdateFormat,
  resolveUpdateFormat,
  transactionsOnly,
} from "../format/resolved-update-format.js";
import { updateLookup } from "./update-reader.js";
import type { Reading } from "./reading.js";
import type {
  QueryContext,
  TransactionQuery,
  UpdatePlace,
  UpdateQuery,
} from "../interface/views.js";
import type { Transaction, FoundUpdate } from "@tallystick/wire";

/** A SHA-256 multihash in hexadecimal; anything else is malformed (ledger-api 3.4). */
const updateIdForm = /^1220[0-9a-f]{64}$/i;

const placeError = (at: UpdatePlace): LedgerError | undefined => {
  if ("offset" in at) return positive("offset", at.offset);
  if ("transactionHash" in at) {
    if (at.transactionHash === "") return missingField("transaction_hash");
    return isBase64(at.transactionHash)
      ? undefined
      : invalidField("transaction_hash", "expected standard Base64 with padding");
  }
  if (at.updateId === "") return missingField("update_id");
  return updateIdForm.test(at.updateId)
    ? undefined
    : invalidArgument(
        `"${at.updateId.slice(0, 300)}" is not an update id; expected 1220 and 64 hexadecimal digits`,
        "update_id",
        { sentence: `Failed to parse hex string: ${at.updateId.slice(0, 300)}` },
      );
};

const notFound = (at: UpdatePlace): LedgerError => {
  if ("offset" in at) return updateNotFound("OFFSET", String(at.offset));
  return "updateId" in at
    ? updateNotFound("UPDATE_ID", at.updateId)
    : updateNotFound("TRANSACTION_HASH", at.transactionHash);
};

const hexOfBase64 = (base64: string): string => Buffer.from(base64, "base64").toString("hex");

/**
 * The update id of an externally signed transaction: its hash as a multihash. Only such
 * transactions have this form.
 */
const updateIdOfHash = (transactionHash: string): string => `1220${hexOfBase64(transactionHash)}`;

/** False when the update was looked up by another hash than the one its parties signed. */
const isOfHash = (found: FoundUpdate, at: UpdatePlace): boolean =>
  !("transactionHash" in at) ||
  ("Transaction" in found.update &&
    found.update.Transaction.value.externalTransactionHash === hexOfBase64(at.transactionHash));

const lookup = async (
  reader: Reading,
  watch: CheckpointWatch,
  context: QueryContext,
  at: UpdatePlace,
  format: ResolvedUpdateFormat,
): Promise<Either<LedgerError, FoundUpdate>> => {
  const ledgerEnd = context.ledgerEnd();
  if ("offset" in at && (at.offset > ledgerEnd || at.offset <= prunedUpTo(context)))
    return left(notFound(at));
  const target = "offset" in at ? at.offset : ledgerEnd;
  const error = await catchUpAlone(watch, context, target);
  if (error !== undefined) return left(error);
  const { updateAt, updateOf } = updateLookup(reader, context, format);
  const found =
    "offset" in at
      ? map(({ item }: Found<FoundUpdate>) => item)(updateAt(at.offset))
      : updateOf("updateId" in at ? at.updateId.toLowerCase() : updateIdOfHash(at.transactionHash));
  if (isLeft(found)) return found;
  return found.right === undefined || !isOfHash(found.right, at)
    ? left(notFound(at))
    : right(found.right);
};

export const queryUpdate = async (
  reader: Reading,
  watch: CheckpointWatch,
  context: QueryContext,
  { at, updateFormat }: UpdateQuery,
): Promise<Either<LedgerError, FoundUpdate>> => {
  const error = placeError(at);
  if (error !== undefined) return left(error);
  const format = resolveUpdateFormat(updateFormat, context.catalog);
  if (isLeft(format)) return format;
  return lookup(reader, watch, context, at, format.right);
};

/** One transaction; see `Queries.transaction`. */
export const queryTransaction = async (
  reader: Reading,
  watch: CheckpointWatch,
  context: QueryContext,
  { at, transactionFormat }: TransactionQuery,
): Promise<Either<LedgerError, Transaction>> => {
  const error = placeError(at);
  if (error !== undefined) return left(error);
  const wanted = resolveTransactionFormat(transactionFormat, context.catalog);
  if (isLeft(wanted)) return wanted;
  const found = await lookup(reader, watch, context, at, transactionsOnly(wanted.right));
  if (isLeft(found)) return found;
  const { update } = found.right;
  return "Transaction" in update ? right(update.Transaction.value) : left(notFound(at));
};
