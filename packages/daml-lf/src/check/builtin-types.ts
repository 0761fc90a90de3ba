import type { BuiltinFunction } from "../syntax/expression.js";
import type { Kind, Type } from "../syntax/type.js";
import { arrow, builtin, nat, star } from "./build-type.js";

const a: Type = { tag: "variable", name: "$a" };
const b: Type = { tag: "variable", name: "$b" };
const c: Type = { tag: "variable", name: "$c" };
const text = builtin("Text");
const int = builtin("Int64");
const bool = builtin("Bool");
const date = builtin("Date");
const time = builtin("Timestamp");
const party = builtin("Party");
const list = (of: Type): Type => builtin("List", of);
const optional = (of: Type): Type => builtin("Optional", of);
const numeric = (of: Type): Type => builtin("Numeric", of);
const textMap = (of: Type): Type => builtin("TextMap", of);
const genMap = builtin("GenMap", a, b);
const contractId = (of: Type): Type => builtin("ContractId", of);

function forall(names: ReadonlyArray<"$a" | "$b" | "$c">, kind: Kind, body: Type): Type {
  return names.reduceRight<Type>(
    (type, name) => ({ tag: "forall", binder: { name, kind }, body: type }),
    body,
  );
}

const each = (body: Type): Type => forall(["$a"], star, body);
const pair = (body: Type): Type => forall(["$a", "$b"], star, body);
const scale = (body: Type): Type => forall(["$a"], nat, body);
const intOperation = arrow(int, int, int);
const comparison = each(arrow(a, a, bool));
const numericOperation = scale(arrow(numeric(a), numeric(a), numeric(a)));
const scalingOperation = forall(
  ["$a", "$b", "$c"],
  nat,
  arrow(numeric(c), numeric(a), numeric(b), numeric(c)),
);
const numericConversion = forall(["$a", "$b"], nat, arrow(numeric(b), numeric(a), numeric(b)));
const textToText = arrow(text, text);
const signatureCheck = arrow(text, text, text, bool);

/** The type of every builtin function (daml-lf B.4). */
export const builtinFunctionTypes: Readonly<Record<BuiltinFunction, Type>> = {
  TRACE: each(arrow(text, a, a)),
  ERROR: each(arrow(text, a)),
  EQUAL: comparison,
  LESS_EQ: comparison,
  LESS: comparison,
  GREATER_EQ: comparison,
  GREATER: comparison,
  ADD_INT64: intOperation,
  SUB_INT64: intOperation,
  MUL_INT64: intOperation,
  DIV_INT64: intOperation,
  MOD_INT64: intOperation,
  EXP_INT64: intOperation,
  ADD_NUMERIC: numericOperation,
  SUB_NUMERIC: numericOperation,
  MUL_NUMERIC: scalingOperation,
  DIV_NUMERIC: scalingOperation,
  ROUND_NUMERIC: scale(arrow(int, numeric(a), numeric(a))),
  CAST_NUMERIC: numericConversion,
  SHIFT_NUMERIC: numericConversion,
  INT64_TO_NUMERIC: scale(arrow(numeric(a), int, numeric(a))),
  NUMERIC_TO_INT64: scale(arrow(numeric(a), int)),
  INT64_TO_TEXT: arrow(int, text),
  NUMERIC_TO_TEXT: scale(arrow(numeric(a), text)),
  TIMESTAMP_TO_TEXT: arrow(time, text),
  DATE_TO_TEXT: arrow(date, text),
  PARTY_TO_TEXT: arrow(party, text),
  TEXT_TO_PARTY: arrow(text, optional(party)),
  TEXT_TO_INT64: arrow(text, optional(int)),
  TEXT_TO_NUMERIC: scale(arrow(numeric(a), text, optional(numeric(a)))),
  CONTRACT_ID_TO_TEXT: each(arrow(contractId(a), optional(text))),
  SHA256_TEXT: textToText,
  EXPLODE_TEXT: arrow(text, list(text)),
  APPEND_TEXT: arrow(text, text, text),
  IMPLODE_TEXT: arrow(list(text), text),
  CODE_POINTS_TO_TEXT: arrow(list(int), text),
  TEXT_TO_CODE_POINTS: arrow(text, list(int)),
  DATE_TO_UNIX_DAYS: arrow(date, int),
  UNIX_DAYS_TO_DATE: arrow(int, date),
  TIMESTAMP_TO_UNIX_MICROSECONDS: arrow(time, int),
  UNIX_MICROSECONDS_TO_TIMESTAMP: arrow(int, time),
  COERCE_CONTRACT_ID: pair(arrow(contractId(a), contractId(b))),
  FOLDL: pair(arrow(arrow(b, a, b), b, list(a), b)),
  FOLDR: pair(arrow(arrow(a, b, b), b, list(a), b)),
  EQUAL_LIST: each(arrow(arrow(a, a, bool), list(a), list(a), bool)),
  GENMAP_EMPTY: pair(genMap),
  GENMAP_INSERT: pair(arrow(a, b, genMap, genMap)),
  GENMAP_LOOKUP: pair(arrow(a, genMap, optional(b))),
  GENMAP_DELETE: pair(arrow(a, genMap, genMap)),
  GENMAP_KEYS: pair(arrow(genMap, list(a))),
  GENMAP_VALUES: pair(arrow(genMap, list(b))),
  GENMAP_SIZE: pair(arrow(genMap, int)),
  ANY_EXCEPTION_MESSAGE: arrow(builtin("AnyException"), text),
  TEXTMAP_EMPTY: each(textMap(a)),
  TEXTMAP_INSERT: each(arrow(text, a, textMap(a), textMap(a))),
  TEXTMAP_LOOKUP: each(arrow(text, textMap(a), optional(a))),
  TEXTMAP_DELETE: each(arrow(text, textMap(a), textMap(a))),
  TEXTMAP_TO_LIST: each(
    arrow(
      textMap(a),
      list({
        tag: "struct",
        fields: [
          { name: "key", type: text },
          { name: "value", type: a },
        ],
      }),
    ),
  ),
  TEXTMAP_SIZE: each(arrow(textMap(a), int)),
  FAIL_WITH_STATUS: each(arrow(text, builtin("FailureCategory"), text, textMap(text), a)),
  KECCAK256_TEXT: textToText,
  SECP256K1_BOOL: signatureCheck,
  HEX_TO_TEXT: textToText,
  TEXT_TO_HEX: textToText,
  SHA256_HEX: textToText,
  SECP256K1_WITH_ECDSA_BOOL: signatureCheck,
  SECP256K1_VALIDATE_KEY: arrow(text, bool),
};
