import type * as t from "io-ts";
import {
  isArrayCodec,
  isIntersectionCodec,
  isPartialCodec,
  isTypeCodec,
  isUnionCodec,
} from "./codec-shape.js";

/** Brings the fields of a value into one order. */
export type FieldOrder = (value: unknown) => unknown;

const same: FieldOrder = (value) => value;

/**
 * Brings the fields of what a codec accepts into the codec's order, so that equal events are equal
 * texts. Fields the codec does not name are left out.
 */
export const fieldOrderOf = (codec: t.Mixed): FieldOrder => {
  if (isArrayCodec(codec)) return orderOfItems(fieldOrderOf(codec.type));
  if (isUnionCodec(codec)) return orderOfOne(codec.types);
  const props = propsOf(codec);
  return props === undefined ? same : orderOfFields(props);
};

const propsOf = (codec: t.Mixed): t.Props | undefined => {
  if (isTypeCodec(codec) || isPartialCodec(codec)) return codec.props;
  if (!isIntersectionCodec(codec)) return undefined;
  const props: t.Props = {};
  for (const part of codec.types) Object.assign(props, propsOf(part));
  return props;
};

const orderOfItems =
  (item: FieldOrder): FieldOrder =>
  (value) =>
    Array.isArray(value) ? value.map((each) => item(each)) : value;

const orderOfOne = (codecs: ReadonlyArray<t.Mixed>): FieldOrder => {
  const orders = codecs.map((codec) => [codec, fieldOrderOf(codec)] as const);
  return (value) => orders.find(([codec]) => codec.is(value))?.[1](value) ?? value;
};

const orderOfFields = (props: t.Props): FieldOrder => {
  const fields = Object.entries(props).map(([name, codec]) => [name, fieldOrderOf(codec)] as const);
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const held = new Map(Object.entries(value));
    const ordered = fields.flatMap(([name, order]) =>
      held.has(name) ? [[name, order(held.get(name))] as const] : [],
    );
    return Object.fromEntries(ordered);
  };
};
