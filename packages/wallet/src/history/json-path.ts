import { isJsonObject, type Json } from "@tallystick/core";

/** The value at a path of keys, `transfer.sender`; undefined when there is none. */
export const jsonAt = (value: Json | undefined, path: string): Json | undefined => {
  let at = value;
  for (let from = 0; from <= path.length && at !== undefined; ) {
    const dot = path.indexOf(".", from);
    const end = dot < 0 ? path.length : dot;
    const key = path.slice(from, end);
    at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    from = end + 1;
  }
  return at;
};

/** The text at a path of keys; undefined when there is none. */
export const textAt = (value: Json | undefined, path: string): string | undefined => {
  const found = jsonAt(value, path);
  return typeof found === "string" ? found : undefined;
};

/**
 * The first object within a value, itself included, that has a key; searched to the depth of choice
 * results.
 */
export const objectWith = (value: Json | undefined, key: string, depth = 4): Json | undefined => {
  if (value === undefined || !isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, key)) return value;
  if (depth === 0) return undefined;
  for (const inner of Object.values(value)) {
    const found = objectWith(inner, key, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
};
