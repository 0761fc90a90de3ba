import type { ContractId } from "../values/ids.js";
import { isLeft, type Either, right } from "fp-ts/lib/Either.js";
import type { Contract } from "./contract.js";
import type { DamlType } from "../daml-types/daml-type.js";
import type { ValueError } from "../values/value-error.js";
import { frozenValue } from "../values/frozen-value.js";
import { type Json, unitsOf } from "../values/json.js";

// A transaction reads the same contracts again and again: rules and rounds are in every one, and
// what a choice fetches it often archives next. Reading a payload is pure, so a cache changes no
// result.

/**
 * Payloads cached at least, and at most twice as many; the least used are dropped first.
 */
const cachedPayloads = 1024;

/** Units of cached payloads together, see `unitsOf`; likewise at most twice as many. */
const rememberedUnits = 4 * 1024 * 1024;

interface Remembered {
  readonly json: Json;
  readonly type: DamlType<unknown>;
  readonly value: unknown;
}

// two generations as in `boundedMemo`, which is for texts
let young = new Map<string, Remembered>();
let old = new Map<string, Remembered>();
/** Units of the young ones. */
let units = 0;

/** The payload of a contract as a value of a type. Left: why it is none. */
export const payloadOf = (
  { contractId, payload: json }: Contract,
  type: DamlType<unknown>,
): Either<ValueError, unknown> => {
  const known = young.get(contractId) ?? old.get(contractId);
  // ids are compared by content too, as different ledgers in one process may have the same ids
  if (known !== undefined && known.json === json && known.type === type) {
    if (!young.has(contractId)) remember(contractId, known);
    return right(known.value);
  }
  const read = type.decode(json);
  if (isLeft(read)) return read;
  const value = frozenValue(type, read.right);
  remember(contractId, { json, type, value });
  return read;
};

const remember = (contractId: ContractId, payload: Remembered): void => {
  if (young.size >= cachedPayloads || units >= rememberedUnits) {
    old = young;
    young = new Map();
    units = 0;
  }
  young.set(contractId, payload);
  units += unitsOf(payload.json);
};
