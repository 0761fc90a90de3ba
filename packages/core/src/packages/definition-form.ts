import type { Package } from "../templates/template.js";
import { nearestName } from "../values/nearest-name.js";

type Form =
  | "boolean"
  | "function"
  | "key"
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
    body: "function",
  },
  instance: {
    kind: "text",
    template: "template",
    interface: "template or interface",
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
  function: (value) => typeof value === "function",
  key: isObject,
  list: Array.isArray,
  template: (value) => isKind(value, "template"),
  "template or interface": (value) => isKind(value, "template", "interface"),
  text: (value) => typeof value === "string",
  // numerics and timestamps are functions too
  type: (value) =>
    (isObject(value) || typeof value === "function") && "decode" in value && "model" in value,
};

const expectedOf: Readonly<Record<Form, string>> = {
  boolean: "true or false",
  function: "a function",
  key: "{ type, of, maintainers }",
  list: "a list",
  template: "a template, as `template(...)` makes it",
  "template or interface": "a template or an interface",
  text: "a text",
  type: "a type such as `party` or `record({...})`",
};

const found = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return `the text "${value.slice(0, 60)}"`;
  if (Array.isArray(value)) return "a list";
  return value === null || typeof value === "boolean"
    ? String(value)
    : `a value of type ${typeof value}`;
};

const partsError = (place: string, value: unknown, parts: Parts): string | undefined => {
  if (!isObject(value)) return `${place}: expected an object, found ${found(value)}`;
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
    if (!isOf[form](part))
      return `${place}: ${name}: expected ${expectedOf[form]}, found ${found(part)}`;
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

/**
 * What is wrong with the form of a package and its parts, which need not have been compiled: the
 * part, what was found and what is expected. Undefined when nothing is.
 */
export const formError = (definition: Package): string | undefined => {
  const place = `package ${nameOf(definition, 0)}`;
  const error = partsError(place, definition, forms.package);
  if (error !== undefined) return error;
  const lists = {
    template: "templates",
    interface: "interfaces",
    choice: "choices",
    instance: "instances",
  } as const;
  for (const kind of ["template", "interface", "choice", "instance"] as const) {
    for (const [at, part] of definition[lists[kind]].entries()) {
      const other = isObject(part) ? String(part.kind) : kind;
      if (other !== kind) return `${place}: ${lists[kind]}: expected a ${kind}, found a ${other}`;
      const wrong = partsError(`${place}: ${kind} ${nameOf(part, at)}`, part, forms[kind]);
      if (wrong !== undefined) return wrong;
    }
  }
  return undefined;
};
