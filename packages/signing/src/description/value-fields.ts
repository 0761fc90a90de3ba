import type { Value } from "../messages/value.js";

/** The value under labels of nested records; undefined where there is none. */
export const fieldAt = (
  value: Value | undefined,
  ...labels: ReadonlyArray<string>
): Value | undefined =>
  labels.reduce<Value | undefined>((inner, label) => {
    const present = inner?.kind === "optional" ? inner.value : inner;
    return present?.kind === "record"
      ? present.value.fields.find((field) => field.label === label)?.value
      : undefined;
  }, value);

/**
 * The text of a party, a text, a decimal or a contract id under labels, optional or not; undefined
 * for anything else.
 */
export const textAt = (
  value: Value | undefined,
  ...labels: ReadonlyArray<string>
): string | undefined => {
  const field = fieldAt(value, ...labels);
  const found = field?.kind === "optional" ? field.value : field;
  switch (found?.kind) {
    case "party":
    case "text":
    case "numeric":
    case "contractId":
      return found.value;
    case "int64":
      return found.value.toString();
    default:
      return undefined;
  }
};

/** The items of a list under labels; none for anything else. */
export const itemsAt = (
  value: Value | undefined,
  ...labels: ReadonlyArray<string>
): ReadonlyArray<Value> => {
  const found = fieldAt(value, ...labels);
  return found?.kind === "list" ? found.value : [];
};

/** The microseconds of a timestamp under labels, optional or not; undefined for anything else. */
export const timeAt = (
  value: Value | undefined,
  ...labels: ReadonlyArray<string>
): bigint | undefined => {
  const field = fieldAt(value, ...labels);
  const found = field?.kind === "optional" ? field.value : field;
  return found?.kind === "timestamp" ? found.value : undefined;
};
