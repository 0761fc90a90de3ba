import type * as t from "io-ts";

// Codecs may come from another copy of io-ts, as each bundle has its own: no instanceof.
const isTagged = (codec: t.Mixed, tag: string): boolean => {
  const found: unknown = Reflect.get(codec, "_tag");
  return found === tag;
};

/** True for `t.array` and `t.readonlyArray`. */
export const isArrayCodec = (codec: t.Mixed): codec is t.ArrayType<t.Mixed> =>
  isTagged(codec, "ArrayType") || isTagged(codec, "ReadonlyArrayType");

/** True for `t.type`. */
export const isTypeCodec = (codec: t.Mixed): codec is t.InterfaceType<t.Props> =>
  isTagged(codec, "InterfaceType");

/** True for `t.partial`. */
export const isPartialCodec = (codec: t.Mixed): codec is t.PartialType<t.Props> =>
  isTagged(codec, "PartialType");

/** True for `t.intersection`. */
export const isIntersectionCodec = (codec: t.Mixed): codec is t.IntersectionType<Array<t.Mixed>> =>
  isTagged(codec, "IntersectionType");

/** True for `t.union`. */
export const isUnionCodec = (codec: t.Mixed): codec is t.UnionType<Array<t.Mixed>> =>
  isTagged(codec, "UnionType");
