import { encodeMessage } from "@tallystick/protobuf";
import { MessageTypes } from "../transcoding/message-types.js";
import {
  camelCase,
  descriptions,
  type EnumDescription,
  type FieldDescription,
  type MessageDescription,
  type ServiceDescription,
} from "../descriptions/descriptions.js";
import { optionsOf } from "./file-options.js";

/** What a file defines. */
interface Definitions {
  readonly messages: ReadonlyArray<MessageDescription>;
  readonly enums: ReadonlyArray<EnumDescription>;
  readonly services: ReadonlyArray<ServiceDescription>;
}

const { messages, enums, services } = descriptions;

const definitionsOf = (file: string): Definitions => ({
  messages: [...messages.values()].filter((each) => each.file === file),
  enums: [...enums.values()].filter((each) => each.file === file),
  services: [...services.values()].filter((each) => each.file === file),
});

/** The package that a file belongs to: the part of its names before the first capital. */
const packageOf = ({ messages: [first], enums: [other], services: [last] }: Definitions): string =>
  ((first ?? other ?? last)?.name ?? "").replace(/\.[A-Z].*$/, "");

const lastName = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
const parentOf = (name: string): string => name.slice(0, name.lastIndexOf("."));

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const capitalized = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const entryName = ({ name }: FieldDescription): string => `${capitalized(camelCase(name))}Entry`;

const typeOf = ({ kind, type }: Pick<FieldDescription, "kind" | "type">) =>
  kind === "scalar"
    ? { type: `TYPE_${type.toUpperCase()}` }
    : { type: kind === "enum" ? "TYPE_ENUM" : "TYPE_MESSAGE", typeName: `.${type}` };

/** The group of a field, which is its own for a single optional one. */
const groupOf = ({ name, isOptional, oneof }: FieldDescription): string | undefined => {
  if (isOptional) return `_${name}`;
  return oneof === undefined ? undefined : snakeCase(oneof);
};

const fieldOf = (
  owner: MessageDescription,
  field: FieldDescription,
  groups: ReadonlyArray<string>,
) => {
  const { name, number, keys, isRepeated } = field;
  const isList = isRepeated || keys !== undefined;
  const group = groupOf(field);
  return {
    name,
    jsonName: camelCase(name),
    number,
    label: isList ? "LABEL_REPEATED" : "LABEL_OPTIONAL",
    ...(keys === undefined
      ? typeOf(field)
      : { type: "TYPE_MESSAGE", typeName: `.${owner.name}.${entryName(field)}` }),
    ...(group === undefined ? {} : { oneofIndex: groups.indexOf(group) }),
    ...(field.isOptional ? { proto3Optional: true } : {}),
  };
};

const entryOf = (field: FieldDescription) => ({
  name: entryName(field),
  field: [
    {
      name: "key",
      jsonName: "key",
      number: 1,
      label: "LABEL_OPTIONAL",
      type: `TYPE_${(field.keys ?? "").toUpperCase()}`,
    },
    { name: "value", jsonName: "value", number: 2, label: "LABEL_OPTIONAL", ...typeOf(field) },
  ],
  options: { mapEntry: true },
});

const enumOf = ({ name, values }: EnumDescription) => ({
  name: lastName(name),
  value: [...values].map(([value, number]) => ({ name: value, number })),
});

/** The groups of a message: those that are declared, then those of single optional fields. */
const groupsOf = ({ fields }: MessageDescription): ReadonlyArray<string> => [
  ...new Set([
    ...fields.filter(({ isOptional }) => !isOptional).flatMap((field) => groupOf(field) ?? []),
    ...fields.flatMap((field) => groupOf(field) ?? []),
  ]),
];

const messageOf = (message: MessageDescription, all: Definitions): object => {
  const groups = groupsOf(message);
  const isInside = ({ name }: { readonly name: string }) => parentOf(name) === message.name;
  return {
    name: lastName(message.name),
    field: message.fields.map((field) => fieldOf(message, field, groups)),
    oneofDecl: groups.map((name) => ({ name })),
    nestedType: [
      ...all.messages.filter(isInside).map((each) => messageOf(each, all)),
      ...message.fields.filter(({ keys }) => keys !== undefined).map(entryOf),
    ],
    enumType: all.enums.filter(isInside).map(enumOf),
  };
};

const serviceOf = ({ name, methods }: ServiceDescription) => ({
  name: lastName(name),
  method: [...methods.values()].map((method) => ({
    name: method.name,
    inputType: `.${method.input}`,
    outputType: `.${method.output}`,
    clientStreaming: method.isClientStreaming,
    serverStreaming: method.isServerStreaming,
  })),
});

const fileOfType = (type: string): string | undefined =>
  (messages.get(type) ?? enums.get(type))?.file;

/** The files that a file names types of. */
const importsOf = (file: string): ReadonlyArray<string> => {
  const defined = definitionsOf(file);
  const types = [
    ...defined.messages.flatMap(({ fields }) => fields.map(({ type }) => type)),
    ...defined.services.flatMap(({ methods }) =>
      [...methods.values()].flatMap(({ input, output }) => [input, output]),
    ),
  ];
  const files = new Set(types.flatMap((type) => fileOfType(type) ?? []));
  files.delete(file);
  return [...files].sort();
};

const FileDescriptor = new MessageTypes(descriptions).of("google.protobuf.FileDescriptorProto");

/** A file as the bytes of its `FileDescriptorProto`. */
export const fileBytes = (file: string): Buffer => {
  const defined = definitionsOf(file);
  const home = packageOf(defined);
  const isOutside = ({ name }: { readonly name: string }) => parentOf(name) === home;
  return encodeMessage(FileDescriptor, {
    name: file,
    package: home,
    dependency: importsOf(file),
    messageType: defined.messages.filter(isOutside).map((each) => messageOf(each, defined)),
    enumType: defined.enums.filter(isOutside).map(enumOf),
    service: defined.services.map(serviceOf),
    options: optionsOf(file, home),
    syntax: file === "google/protobuf/descriptor.proto" ? "proto2" : "proto3",
  });
};

/** A file and all that it needs, each once; none for one that is not known. */
export const filesWith = (file: string): ReadonlyArray<string> => {
  const found = new Set<string>();
  const add = (each: string): void => {
    const { messages: own, services: offered, enums: named } = definitionsOf(each);
    if (found.has(each) || own.length + offered.length + named.length === 0) return;
    found.add(each);
    importsOf(each).forEach(add);
  };
  add(file);
  return [...found];
};

/**
 * The file that defines a message, an enumeration, one of its fields or values, a service or a
 * method.
 *
 * @param served the services that are there
 */
export const fileOfSymbol = (symbol: string, served: ReadonlyArray<string>): string | undefined => {
  const service = served.includes(symbol) ? services.get(symbol)?.file : undefined;
  if (symbol === "") return undefined;
  return service ?? fileOfType(symbol) ?? fileOfSymbol(parentOf(symbol), served);
};
