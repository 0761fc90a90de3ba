import * as t from "io-ts";
import {
  isArrayCodec,
  isIntersectionCodec,
  isLiteralCodec,
  isPartialCodec,
  isTypeCodec,
  isUnionCodec,
} from "./codec-shape.js";

/** True for values a codec accepts. */
export type Guard = (value: unknown) => boolean;

type Parsed = Readonly<Record<string, unknown>>;

const isParsedObject = (value: unknown): value is Parsed =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What a codec's `is` says about parsed JSON, several times as fast: the codec is taken apart once,
 * not at every value. Of codecs it does not know it uses `is` itself.
 */
export const guardOfCodec = (codec: t.Mixed): Guard => {
  if (codec instanceof t.StringType) return (value) => typeof value === "string";
  if (codec instanceof t.NumberType) return (value) => typeof value === "number";
  if (codec instanceof t.BooleanType) return (value) => typeof value === "boolean";
  if (codec instanceof t.UnknownType) return () => true;
  if (isLiteralCodec(codec)) return (value) => value === codec.value;
  if (isArrayCodec(codec)) return guardOfItems(guardOfCodec(codec.type));
  if (isTypeCodec(codec)) return guardOfFields(codec.props, false);
  if (isPartialCodec(codec)) return guardOfFields(codec.props, true);
  if (isIntersectionCodec(codec)) return guardOfAll(codec.types.map(guardOfCodec));
  if (isUnionCodec(codec)) return guardOfAny(codec.types.map(guardOfCodec));
  return (value) => codec.is(value);
};

const guardOfItems =
  (item: Guard): Guard =>
  (value) => {
    if (!Array.isArray(value)) return false;
    for (let index = 0; index < value.length; index++) if (!item(value[index])) return false;
    return true;
  };

const guardOfFields = (props: t.Props, mayMiss: boolean): Guard => {
  const fields = Object.entries(props).map(([name, codec]) => [name, guardOfCodec(codec)] as const);
  return (value) => {
    if (!isParsedObject(value)) return false;
    for (const [name, guard] of fields) {
      const field = value[name];
      // parsed JSON has no field that is undefined
      if (field === undefined ? !mayMiss : !guard(field)) return false;
    }
    return true;
  };
};

const guardOfAll =
  (guards: ReadonlyArray<Guard>): Guard =>
  (value) => {
    for (const guard of guards) if (!guard(value)) return false;
    return true;
  };

const guardOfAny =
  (guards: ReadonlyArray<Guard>): Guard =>
  (value) => {
    for (const guard of guards) if (guard(value)) return true;
    return false;
  };
