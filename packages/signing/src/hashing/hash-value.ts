import type { Identifier, RecordValue, Value } from "../messages/value.js";
import type { HashInput } from "./hash-input.js";

// tags of the kinds of values (interactive-submission 2.3)
const TAG = {
  unit: 0x00,
  bool: 0x01,
  int64: 0x02,
  numeric: 0x03,
  timestamp: 0x04,
  date: 0x05,
  party: 0x06,
  text: 0x07,
  contractId: 0x08,
  optional: 0x09,
  list: 0x0a,
  textMap: 0x0b,
  record: 0x0c,
  variant: 0x0d,
  enum: 0x0e,
  genMap: 0x0f,
} as const;

/** A type: its package, and the dotted names by their parts (interactive-submission 2.2). */
export const hashIdentifier = (input: HashInput, identifier: Identifier): void => {
  input
    .text(identifier.packageId)
    .texts(identifier.moduleName.split("."))
    .texts(identifier.entityName.split("."));
};

const hashTypeId = (input: HashInput, identifier: Identifier | undefined): HashInput =>
  input.optional(identifier, (present) => hashIdentifier(input, present));

const hashRecord = (input: HashInput, record: RecordValue): void => {
  hashTypeId(input, record.recordId).repeated(record.fields, ({ label, value }) => {
    // clients say that a label is present even when it is empty
    input.bool(true).text(label);
    hashValue(input, value);
  });
};

const hashLeaf = (
  input: HashInput,
  value: Exclude<
    Value,
    { kind: "optional" | "list" | "textMap" | "genMap" | "record" | "variant" }
  >,
): void => {
  switch (value.kind) {
    case "unit":
      return;
    case "bool":
      return void input.bool(value.value);
    case "int64":
    case "timestamp":
      return void input.int64(value.value);
    case "date":
      return void input.int32(value.value);
    case "numeric":
    case "party":
    case "text":
      return void input.text(value.value);
    case "contractId":
      return void input.hex(value.value);
    case "enum":
      return void hashTypeId(input, value.value.enumId).text(value.value.constructorName);
  }
};

/** A value: a tag for its kind, then its content (interactive-submission 2.3). */
export const hashValue = (input: HashInput, value: Value): void => {
  input.byte(TAG[value.kind]);
  switch (value.kind) {
    case "optional":
      return void input.optional(value.value, (present) => hashValue(input, present));
    case "list":
      return void input.repeated(value.value, (element) => hashValue(input, element));
    case "textMap":
      return void input.repeated(value.value, (entry) => {
        input.text(entry.key);
        hashValue(input, entry.value);
      });
    case "genMap":
      return void input.repeated(value.value, (entry) => {
        hashValue(input, entry.key);
        hashValue(input, entry.value);
      });
    case "record":
      return hashRecord(input, value.value);
    case "variant":
      hashTypeId(input, value.value.variantId).text(value.value.constructorName);
      return hashValue(input, value.value.value);
    default:
      return hashLeaf(input, value);
  }
};
