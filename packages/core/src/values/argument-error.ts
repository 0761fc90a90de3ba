/**
 * Thrown by a function that cannot take what it was given. The message names the argument, what was
 * found and what is expected.
 */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
}

/** What a value is, for the text of an error about an argument. */
export const foundValue = (value: unknown): string => {
  try {
    return shownValue(value);
  } catch {
    // a proxy or a getter of the caller may throw anything
    return `a value of type ${typeof value} that throws when it is read`;
  }
};

const shownValue = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") return `the text "${value.slice(0, 60)}"`;
  if (typeof value === "bigint") return `the bigint ${value.toString().slice(0, 60)}n`;
  if (typeof value === "number" || typeof value === "boolean")
    return `the ${typeof value} ${String(value)}`;
  return typeof value === "function" ? shownFunction(value) : shownObject(value);
};

const shownFunction = (value: { readonly name: string }): string => {
  const kind = functionKinds.get(tagOf(value)) ?? "function";
  const called = String(value.name).slice(0, 60);
  const isClass = /^class\b/.test(Function.prototype.toString.call(value));
  return `the ${isClass ? "class" : kind} ${called}`.trim();
};

const shownObject = (value: object | symbol): string => {
  if (Array.isArray(value)) return "an array";
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "a Date without a time" : "a Date";
  if (value instanceof Promise) return "a promise (`await` is missing)";
  if (tagOf(value) === "[object Generator]") return "a generator (`yield*` is missing)";
  if (value instanceof Set || value instanceof Map) return `a ${value.constructor.name}`;
  if (typeof value === "symbol") return "a symbol";
  return definitionName(value) ?? "an object";
};

/** A template, choice or interface by its name, such as `the template Main:Iou`. */
const definitionName = (value: object): string | undefined => {
  const kind: unknown = Reflect.get(value, "kind");
  const name: unknown = Reflect.get(value, "name");
  return typeof name === "string" && /^(?:template|choice|interface)$/.test(String(kind))
    ? `the ${String(kind)} ${name.slice(0, 60)}`
    : undefined;
};

/** What kind of object something is, in the words of JavaScript. */
const tagOf = (value: unknown): string => Object.prototype.toString.call(value);

const functionKinds: ReadonlyMap<string, string> = new Map([
  ["[object AsyncFunction]", "async function"],
  ["[object AsyncGeneratorFunction]", "async generator function"],
  ["[object GeneratorFunction]", "generator function"],
]);

/** True for a function that answers at once: neither a generator nor asynchronous, and no class. */
export const isPlainFunction = (value: unknown): boolean =>
  typeof value === "function" && shownFunction(value).startsWith("the function");

/** True for a `function*`. */
export const isGeneratorFunction = (value: unknown): boolean =>
  typeof value === "function" && tagOf(value) === "[object GeneratorFunction]";

type ArgumentKind = "array" | "bytes" | "function" | "object" | "text";

const isOfKind: Readonly<Record<ArgumentKind, (value: unknown) => boolean>> = {
  array: Array.isArray,
  bytes: (value) => value instanceof Uint8Array,
  function: (value) => typeof value === "function",
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  text: (value) => typeof value === "string",
};

const kindNames: Readonly<Record<ArgumentKind, string>> = {
  array: "an array",
  bytes: "bytes (a Uint8Array)",
  function: "a function",
  object: "an object",
  text: "a text",
};

/**
 * Checks an argument of a caller without a type checker, and those parts of it that are used first.
 *
 * @throws {ArgumentError} naming the argument or its part
 */
export const checkArgument = (
  name: string,
  value: unknown,
  kind: ArgumentKind,
  parts: Readonly<Record<string, ArgumentKind>> = {},
): void => {
  if (!isOfKind[kind](value))
    throw new ArgumentError(`${name}: expected ${kindNames[kind]}, found ${foundValue(value)}`);
  for (const [part, of] of Object.entries(parts)) {
    const found: unknown = Reflect.get(Object(value), part);
    // most fit, and need no name
    if (!isOfKind[of](found)) checkArgument(`${name}.${part}`, found, of);
  }
};
