import * as t from "io-ts";

// io-ts gives the parts of a codec the type any after instanceof alone

/** True for `t.array` and `t.readonlyArray`. */
export const isArrayCodec = (codec: t.Mixed): codec is t.ArrayType<t.Mixed> =>
  codec instanceof t.ArrayType || codec instanceof t.ReadonlyArrayType;

/** True for `t.type`. */
export const isTypeCodec = (codec: t.Mixed): codec is t.InterfaceType<t.Props> =>
  codec instanceof t.InterfaceType;

/** True for `t.partial`. */
export const isPartialCodec = (codec: t.Mixed): codec is t.PartialType<t.Props> =>
  codec instanceof t.PartialType;

/** True for `t.intersection`. */
export const isIntersectionCodec = (codec: t.Mixed): codec is t.IntersectionType<Array<t.Mixed>> =>
  codec instanceof t.IntersectionType;

/** True for `t.union`. */
export const isUnionCodec = (codec: t.Mixed): codec is t.UnionType<Array<t.Mixed>> =>
  codec instanceof t.UnionType;
