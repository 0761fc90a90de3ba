import { valueError } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { LedgerType } from "../ledger-types/adapted-type.js";
import { LfError } from "../values/lf-error.js";
import { errorOf } from "./failure-error.js";
import { type StoredError, storedError } from "./stored-value.js";

/**
 * The type of a whole value that is stored on the ledger: a payload, an argument, a result, a key
 * or a view. Programs were type checked, so their values are of it; what nests too deeply, or holds
 * text that cannot be stored, throws an `LfError` when it is written.
 */
export const storedType = (type: LedgerType): LedgerType => ({
  ...type,
  isTrusted: true,
  decode: (json) => {
    const value = type.decode(json);
    const error = isLeft(value) ? undefined : storedError(value.right);
    return error === undefined ? value : valueError(error.reason);
  },
  encode: (value) => {
    const error = storedError(value);
    if (error !== undefined) throw answeredError(error);
    return type.encode(value);
  },
});

const answeredError = (failure: StoredError): LfError => {
  const error = new LfError(failure);
  error.answer = () => errorOf(failure);
  return error;
};
