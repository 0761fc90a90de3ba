import type { LedgerType } from "../ledger-types/adapted-type.js";
import { checkStored } from "./stored-value.js";

/**
 * The type of a whole value that is stored on the ledger: a payload, an argument, a result, a key
 * or a view. Programs were type checked, so their values are of it; what nests too deeply, or holds
 * text that cannot be stored, throws an `LfError` when it is written.
 */
export const storedType = (type: LedgerType): LedgerType => ({
  ...type,
  isTrusted: true,
  encode: (value) => {
    checkStored(value);
    return type.encode(value);
  },
});
