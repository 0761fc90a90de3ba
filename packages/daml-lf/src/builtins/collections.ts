import { compareLf, equalLf } from "../values/comparison.js";
import { listOf } from "../values/list.js";
import { emptyGenMap, emptyTextMap } from "../values/maps.js";
import { spendBytes } from "../values/meter.js";
import { type GenMap, type LfValue, Struct, type TextMap } from "../values/value.js";
import { binary, type Builtin, take, ternary, unary } from "./builtin.js";
import { optionalOf } from "./text.js";

const { any, genMap, text, textMap } = take;

/** The generic comparisons (daml-lf B.6). */
export const comparisonBuiltins = {
  EQUAL: binary(any, any, equalLf),
  LESS_EQ: binary(any, any, (a, b) => compareLf(a, b) <= 0),
  LESS: binary(any, any, (a, b) => compareLf(a, b) < 0),
  GREATER_EQ: binary(any, any, (a, b) => compareLf(a, b) >= 0),
  GREATER: binary(any, any, (a, b) => compareLf(a, b) > 0),
};

// copied nodes on the way to a key
const insertionBytes = 512;
const entryBytes = 64;

const inserted = <M extends GenMap | TextMap>(map: M): M => {
  spendBytes(insertionBytes);
  return map;
};

const listed = (map: GenMap, ofEntry: (entry: [LfValue, LfValue]) => LfValue): LfValue => {
  spendBytes(map.size * entryBytes);
  return listOf([...map.entries()].map(ofEntry));
};

const entryLabels = ["key", "value"];

const constant = (value: LfValue): Builtin => ({ arity: 0, run: () => value });

/** The functions of GenMap and TextMap. */
export const mapBuiltins = {
  GENMAP_EMPTY: constant(emptyGenMap),
  GENMAP_INSERT: ternary(any, any, genMap, (key, value, map) => inserted(map).with(key, value)),
  GENMAP_LOOKUP: binary(any, genMap, (key, map) => optionalOf(map.get(key))),
  GENMAP_DELETE: binary(any, genMap, (key, map) => inserted(map).without(key)),
  GENMAP_KEYS: unary(genMap, (map) => listed(map, ([key]) => key)),
  GENMAP_VALUES: unary(genMap, (map) => listed(map, ([, value]) => value)),
  GENMAP_SIZE: unary(genMap, ({ size }) => BigInt(size)),
  TEXTMAP_EMPTY: constant(emptyTextMap),
  TEXTMAP_INSERT: ternary(text, any, textMap, (key, value, map) => inserted(map).with(key, value)),
  TEXTMAP_LOOKUP: binary(text, textMap, (key, map) => optionalOf(map.get(key))),
  TEXTMAP_DELETE: binary(text, textMap, (key, map) => inserted(map).without(key)),
  TEXTMAP_TO_LIST: unary(textMap, (map) => {
    spendBytes(map.size * 2 * entryBytes);
    return listOf([...map.entries()].map((entry) => new Struct(entryLabels, entry)));
  }),
  TEXTMAP_SIZE: unary(textMap, ({ size }) => BigInt(size)),
};
