import {
  type Content,
  type Decoded,
  type MessageType,
  bool,
  empty,
  int32,
  lazy,
  message,
  only,
  optional,
  plain,
  repeated,
  required,
  sfixed64,
  sint64,
  text,
  union,
} from "@tallystick/protobuf";

/** A type by its package id, module and entity (interactive-submission 1.3). */
export const Identifier = message("Identifier", {
  packageId: plain(1, text),
  moduleName: plain(2, text),
  entityName: plain(3, text),
});
/** The fields that are read from {@link Identifier}. */
export type Identifier = Decoded<typeof Identifier>;

const nested: Content<Value> = lazy(() => Value);

const RecordField = message("RecordField", { label: plain(1, text), value: required(2, nested) });
/** A field of a record with its label. */
export type RecordField = Decoded<typeof RecordField>;

/** A record. */
export const RecordValue = message("Record", {
  recordId: optional(1, Identifier),
  fields: repeated(2, RecordField),
});
/** A record; `recordId` is its type. */
export type RecordValue = Decoded<typeof RecordValue>;

const VariantValue = message("Variant", {
  variantId: optional(1, Identifier),
  constructorName: plain(2, text),
  value: required(3, nested),
});
/** A constructor of a variant with its argument. */
export type VariantValue = Decoded<typeof VariantValue>;

const EnumValue = message("Enum", {
  enumId: optional(1, Identifier),
  constructorName: plain(2, text),
});
/** A constructor of an enumeration. */
export type EnumValue = Decoded<typeof EnumValue>;

const TextMapEntry = message("TextMap.Entry", { key: plain(1, text), value: required(2, nested) });
/** An entry of a map from text. */
export type TextMapEntry = Decoded<typeof TextMapEntry>;

const GenMapEntry = message("GenMap.Entry", {
  key: required(1, nested),
  value: required(2, nested),
});
/** An entry of a map from any value. */
export type GenMapEntry = Decoded<typeof GenMapEntry>;

/**
 * A Daml value (interactive-submission 1.3). `date` counts days and `timestamp` microseconds since
 * 1970-01-01; `numeric` is decimal text with as many digits after the point as its scale;
 * `contractId` is lower-case hex.
 */
export type Value =
  | { readonly kind: "unit"; readonly value: Decoded<typeof empty> }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "int64"; readonly value: bigint }
  | { readonly kind: "date"; readonly value: number }
  | { readonly kind: "timestamp"; readonly value: bigint }
  | { readonly kind: "numeric"; readonly value: string }
  | { readonly kind: "party"; readonly value: string }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "contractId"; readonly value: string }
  | { readonly kind: "optional"; readonly value: Value | undefined }
  | { readonly kind: "list"; readonly value: ReadonlyArray<Value> }
  | { readonly kind: "textMap"; readonly value: ReadonlyArray<TextMapEntry> }
  | { readonly kind: "genMap"; readonly value: ReadonlyArray<GenMapEntry> }
  | { readonly kind: "record"; readonly value: RecordValue }
  | { readonly kind: "variant"; readonly value: VariantValue }
  | { readonly kind: "enum"; readonly value: EnumValue };

/** The message type of {@link Value}. */
export const Value: MessageType<Value> = union("Value", {
  unit: [1, empty],
  bool: [2, bool],
  int64: [3, sint64],
  date: [4, int32],
  timestamp: [5, sfixed64],
  numeric: [6, text],
  party: [7, text],
  text: [8, text],
  contractId: [9, text],
  optional: [10, only("Optional", optional(1, nested))],
  list: [11, only("List", repeated(1, nested))],
  textMap: [12, only("TextMap", repeated(1, TextMapEntry))],
  genMap: [13, only("GenMap", repeated(1, GenMapEntry))],
  record: [14, RecordValue],
  variant: [15, VariantValue],
  enum: [16, EnumValue],
});
