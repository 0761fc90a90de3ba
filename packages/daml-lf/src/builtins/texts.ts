import {
  dateMaxDays,
  dateMinDays,
  dateToText,
  int64FromText,
  microsToText,
  timestampMaxMicros,
  timestampMinMicros,
} from "@tallystick/core";
import { isRight } from "fp-ts/lib/Either.js";
import { running } from "../values/meter.js";
import { LfDate, none, Some, Timestamp } from "../values/value.js";
import { orFail } from "./arithmetic.js";
import { binary, take, ternary, unary } from "./builtin.js";
import { bytesOfHex, hexOfText, keccak256, sha256, textOfBytes } from "./hex.js";
import { numericFromLfText, numericText } from "./numeric.js";
import { isSecp256k1Key, verifiesDigest, verifiesMessage } from "./signature.js";
import {
  appendText,
  codePointsOf,
  explodeText,
  implodeText,
  optionalOf,
  partyFromText,
  textOfCodePoints,
} from "./text.js";

const { int64, numeric, text } = take;

const readInt64 = (digits: string): bigint | undefined => {
  const read = int64FromText(digits);
  return isRight(read) ? read.right : undefined;
};

/** The functions of Text, and those that show and read values. */
export const textBuiltins = {
  INT64_TO_TEXT: unary(int64, String),
  NUMERIC_TO_TEXT: unary(numeric, numericText),
  TIMESTAMP_TO_TEXT: unary(take.timestamp, ({ micros }) => microsToText(micros)),
  DATE_TO_TEXT: unary(take.date, ({ days }) => dateToText(days)),
  PARTY_TO_TEXT: unary(take.party, ({ id }) => id),
  TEXT_TO_PARTY: unary(text, (id) => optionalOf(partyFromText(id))),
  TEXT_TO_INT64: unary(text, (digits) => optionalOf(readInt64(digits))),
  TEXT_TO_NUMERIC: binary(numeric, text, (witness, digits) =>
    optionalOf(numericFromLfText(witness, digits)),
  ),
  // within a transaction no program sees the id of a contract
  CONTRACT_ID_TO_TEXT: unary(take.contractId, ({ id }) =>
    running.meter.isOffLedger ? new Some(id) : none,
  ),
  EXPLODE_TEXT: unary(text, explodeText),
  APPEND_TEXT: binary(text, text, appendText),
  IMPLODE_TEXT: unary(take.list, implodeText),
  CODE_POINTS_TO_TEXT: unary(take.list, textOfCodePoints),
  TEXT_TO_CODE_POINTS: unary(text, codePointsOf),
};

const dateOf = (days: bigint): LfDate | undefined =>
  days >= dateMinDays && days <= dateMaxDays ? new LfDate(Number(days)) : undefined;

const timestampOf = (micros: bigint): Timestamp | undefined =>
  micros >= timestampMinMicros && micros <= timestampMaxMicros ? new Timestamp(micros) : undefined;

/** The functions of Date and Timestamp. */
export const timeBuiltins = {
  DATE_TO_UNIX_DAYS: unary(take.date, ({ days }) => BigInt(days)),
  UNIX_DAYS_TO_DATE: unary(int64, (days) => orFail("UNIX_DAYS_TO_DATE", dateOf(days), days)),
  TIMESTAMP_TO_UNIX_MICROSECONDS: unary(take.timestamp, ({ micros }) => micros),
  UNIX_MICROSECONDS_TO_TIMESTAMP: unary(int64, (micros) =>
    orFail("UNIX_MICROSECONDS_TO_TIMESTAMP", timestampOf(micros), micros),
  ),
};

const argument = "hex string argument";

/** The functions of hashes, hexadecimal and signatures. */
export const cryptoBuiltins = {
  SHA256_TEXT: unary(text, sha256),
  SHA256_HEX: unary(text, (hex) => sha256(bytesOfHex(hex, argument))),
  KECCAK256_TEXT: unary(text, (hex) => keccak256(bytesOfHex(hex, argument))),
  HEX_TO_TEXT: unary(text, (hex) => textOfBytes(bytesOfHex(hex, argument))),
  TEXT_TO_HEX: unary(text, hexOfText),
  SECP256K1_BOOL: ternary(text, text, text, verifiesMessage),
  SECP256K1_WITH_ECDSA_BOOL: ternary(text, text, text, verifiesDigest),
  SECP256K1_VALIDATE_KEY: unary(text, isSecp256k1Key),
};
