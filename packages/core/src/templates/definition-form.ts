import { isType, typeError } from "../daml-types/given-type.js";
import { foundValue, isGeneratorFunction, isPlainFunction } from "../values/argument-error.js";
import { nearestName } from "../values/nearest-name.js";

type Form =
  | "boolean"
  | "function"
  | "generator"
  | "key"
  | "interface"
  | "links"
  | "list"
  | "template"
  | "template or interface"
  | "text"
  | "type";

type Parts = Readonly<Record<string, Form>>;

/** What each part of a definition is; those with a question mark may be left out. */
const forms = {
  package: {
    name: "text",
    version: "text",
    "packageId?": "text",
    "codeVersion?": "text",
    "links?": "links",
    templates: "list",
    interfaces: "list",
    choices: "list",
    instances: "list",
  },
  template: {
    kind: "text",
    name: "text",
    payload: "type",
    signatories: "function",
    observers: "function",
    ensure: "function",
    "key?": "key",
  },
  key: { type: "type", of: "function", maintainers: "function" },
  interface: { kind: "text", name: "text", view: "type", "methods?": "type" },
  choice: {
    kind: "text",
    on: "template or interface",
    name: "text",
    argument: "type",
    result: "type",
    consuming: "boolean",
    controllers: "function",
    observers: "function",
    body: "generator",
  },
  instance: {
    kind: "text",
    template: "template",
    interface: "interface",
    view: "function",
    methods: "function",
  },
} as const satisfies Readonly<Record<string, Parts>>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isKind = (value: unknown, ...kinds: ReadonlyArray<string>): boolean =>
  isObject(value) && kinds.some((kind) => value["kind"] === kind);

const isOf: Readonly<Record<Form, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === "boolean",
  function: isPlainFunction,
  generator: isGeneratorFunction,
  interface: (value) => isKind(value, "interface"),
  key: isObject,
  links: isObject,
  list: Array.isArray,
  template: (value) => isKind(value, "template"),
  "template or interface": (value) => isKind(value, "template", "interface"),
  text: (value) => typeof value === "string",
  type: isType,
};

const expectedOf: Readonly<Record<Form, string>> = {
  boolean: "true or false",
  function: "a function that answers at once",
  generator: "a generator function: *body(subject, argument) {...}",
  interface: "an interface, as `defineInterface(...)` makes it",
  key: "{ type, of, maintainers }",
  links: "{ templates, choices }",
  list: "a list",
  template: "a template, as `template(...)` makes it",
  "template or interface": "a template or an interface",
  text: "a text",
  type: "a type such as `party` or `record({...})`",
};

const formMismatch = (form: Form, part: unknown): string =>
  (form === "type" ? typeError(part) : undefined) ??
  `expected ${expectedOf[form]}, found ${foundValue(part)}`;

const partsError = (place: string, value: unknown, parts: Parts): string | undefined => {
  if (!isObject(value)) return `${place}: expected an object, found ${foundValue(value)}`;
  const names = Object.keys(parts).map((name) => name.replace("?", ""));
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearestName(unknown, names);
    const meant =
      near === undefined ? `expected one of ${names.join(", ")}` : `did you mean ${near}?`;
    return `${place}: ${unknown.slice(0, 60)}: unknown part; ${meant}`;
  }
  for (const [key, form] of Object.entries(parts)) {
    const name = key.replace("?", "");
    const part = value[name];
    if (part === undefined && key.endsWith("?")) continue;
    if (!isOf[form](part)) return `${place}: ${name}: ${formMismatch(form, part)}`;
    if (form === "key") {
      const error = partsError(`${place}: ${name}`, part, forms.key);
      if (error !== undefined) return error;
    }
  }
  return undefined;
};

const nameOf = (value: unknown, at: number): string => {
  const name = isObject(value) ? value["name"] : undefined;
  return typeof name === "string" ? name.slice(0, 100) : String(at);
};

/** A definition's name in errors; a choice and an instance with their template. */
const placeOf = (kind: Kind, value: unknown, at: number): string => {
  const on = isObject(value) ? (value["on"] ?? value["template"]) : undefined;
  return `${kind} ${nameOf(value, at)}${isObject(on) ? ` of ${nameOf(on, at)}` : ""}`;
};

/** The kinds of definitions that a package has, and where it has them. */
const lists = {
  template: "templates",
  interface: "interfaces",
  choice: "choices",
  instance: "instances",
} as const;

type Kind = keyof typeof lists;

/**
 * What is wrong with the form of a definition, which need not have been compiled: the part, what
 * was found and what is expected. Undefined when nothing is.
 *
 * @param place where it is, such as `package iou`
 */
export const partError = (
  kind: Kind,
  definition: unknown,
  at: number,
  place = "",
): string | undefined =>
  partsError(`${place}${placeOf(kind, definition, at)}`, definition, forms[kind]);

const articled = (kind: Kind): string => `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;

/**
 * What is wrong with the parts that an author gives in addition to what the definition is told by
 * arguments, such as its name: parts of the same name would replace those. Undefined when nothing
 * is.
 */
export const givenPartsError = (
  told: { readonly kind: Kind } & Readonly<Record<string, unknown>>,
  parts: unknown,
): string | undefined => {
  const place = placeOf(told.kind, told, 0);
  if (parts === undefined) return undefined;
  if (!isObject(parts) || Array.isArray(parts))
    return `${place}: expected an object of parts, found ${foundValue(parts)}`;
  const name = Object.keys(told).find((each) => Object.hasOwn(parts, each));
  return name === undefined
    ? undefined
    : `${place}: ${name}: is an argument of its own; leave it out of the parts`;
};

/** What is wrong in the form of a package or of its parts. */
export const formError = (definition: unknown): string | undefined => {
  const place = `package ${nameOf(definition, 0)}`;
  const error = partsError(place, definition, forms.package);
  if (error !== undefined) return error;
  for (const kind of ["template", "interface", "choice", "instance"] as const) {
    const parts = isObject(definition) ? definition[lists[kind]] : undefined;
    for (const [at, part] of (Array.isArray(parts) ? parts : []).entries()) {
      if (isObject(part) && part["kind"] !== kind)
        return `${place}: ${lists[kind]}: expected ${articled(kind)}, found ${foundValue(part)}`;
      const wrong = partError(kind, part, at, `${place}: `);
      if (wrong !== undefined) return wrong;
    }
  }
  return undefined;
};
