import type { LedgerType } from "../ledger-types/adapted-type.js";
import { errorOf } from "./failure-error.js";
import { LfError } from "../values/lf-error.js";
import { itemsOfList } from "../values/list.js";
import {
  Cons,
  ContractId,
  GenMap,
  LfRecord,
  type LfValue,
  Some,
  TextMap,
  Variant,
} from "../values/value.js";

const reason = "Contract IDs are not supported in contract keys.";

const keyError = (): LfError => {
  const failure = { kind: "ContractIdInContractKey", reason } as const;
  const error = new LfError(failure);
  error.answer = () => errorOf(failure);
  return error;
};

/** The type of a key, which holds no contract id: no contract can be found by one that does. */
export const keyType = (type: LedgerType): LedgerType => ({
  ...type,
  encode: (value) => {
    if (holdsContractId(value)) throw keyError();
    return type.encode(value);
  },
});

const holdsContractId = (whole: LfValue): boolean => {
  const open: Array<LfValue> = [whole];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value instanceof ContractId) return true;
    if (value instanceof LfRecord) open.push(...value.fields);
    else if (value instanceof Variant) open.push(value.argument);
    else if (value instanceof Some) open.push(value.value);
    else if (value instanceof Cons) for (const item of itemsOfList(value)) open.push(item);
    else if (value instanceof TextMap) for (const [, item] of value.entries()) open.push(item);
    else if (value instanceof GenMap)
      for (const [key, item] of value.entries()) open.push(key, item);
  }
  return false;
};
