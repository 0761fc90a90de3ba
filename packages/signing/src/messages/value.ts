import { bool, int32, sfixed64, sint64, text } from "../protobuf/content.js";
import { optional, plain, repeated, required } from "../protobuf/field.js";
import { type MessageType, emptyMessage, message, only, union } from "../protobuf/message-codec.js";

/** A type by its package id, module and entity (interactive-submission 1.3). */
export interface Identifier {
  readonly packageId: string;
  readonly moduleName: string;
  readonly entityName: string;
}
/** The message type of {@link Identifier}. */
export const Identifier: MessageType<Identifier> = message("Identifier", () => ({
  packageId: plain(1, text),
  moduleName: plain(2, text),
  entityName: plain(3, text),
}));

/** A field of a record with its label. */
export interface RecordField {
  readonly label: string;
  readonly value: Value;
}
const RecordField: MessageType<RecordField> = message("RecordField", () => ({
  label: plain(1, text),
  value: required(2, Value),
}));

/** A record; `recordId` is its type. */
export interface RecordValue {
  readonly recordId: Identifier | undefined;
  readonly fields: ReadonlyArray<RecordField>;
}
const RecordValue: MessageType<RecordValue> = message("Record", () => ({
  recordId: optional(1, Identifier),
  fields: repeated(2, RecordField),
}));

/** A constructor of a variant with its argument. */
export interface VariantValue {
  readonly variantId: Identifier | undefined;
  readonly constructorName: string;
  readonly value: Value;
}
const VariantValue: MessageType<VariantValue> = message("Variant", () => ({
  variantId: optional(1, Identifier),
  constructorName: plain(2, text),
  value: required(3, Value),
}));

/** A constructor of an enumeration. */
export interface EnumValue {
  readonly enumId: Identifier | undefined;
  readonly constructorName: string;
}
const EnumValue: MessageType<EnumValue> = message("Enum", () => ({
  enumId: optional(1, Identifier),
  constructorName: plain(2, text),
}));

/** An entry of a map from text. */
export interface TextMapEntry {
  readonly key: string;
  readonly value: Value;
}
const TextMapEntry: MessageType<TextMapEntry> = message("TextMap.Entry", () => ({
  key: plain(1, text),
  value: required(2, Value),
}));

/** An entry of a map from any value. */
export interface GenMapEntry {
  readonly key: Value;
  readonly value: Value;
}
const GenMapEntry: MessageType<GenMapEntry> = message("GenMap.Entry", () => ({
  key: required(1, Value),
  value: required(2, Value),
}));

/**
 * A Daml value (interactive-submission 1.3). `date` counts days and `timestamp` microseconds since
 * 1970-01-01; `numeric` is decimal text with as many digits after the point as its scale;
 * `contractId` is lower-case hex.
 */
export type Value =
  | { readonly kind: "unit"; readonly value: undefined }
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
export const Value: MessageType<Value> = union<Value>("Value", () => ({
  unit: [1, emptyMessage],
  bool: [2, bool],
  int64: [3, sint64],
  date: [4, int32],
  timestamp: [5, sfixed64],
  numeric: [6, text],
  party: [7, text],
  text: [8, text],
  contractId: [9, text],
  optional: [10, only<Value | undefined>("Optional", () => optional(1, Value))],
  list: [11, only("List", () => repeated(1, Value))],
  textMap: [12, only("TextMap", () => repeated(1, TextMapEntry))],
  genMap: [13, only("GenMap", () => repeated(1, GenMapEntry))],
  record: [14, RecordValue],
  variant: [15, VariantValue],
  enum: [16, EnumValue],
}));
